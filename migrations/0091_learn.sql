-- Lessons that a player has been through.
CREATE TABLE lessons_done (
    user_id UUID NOT NULL,
    lesson TEXT NOT NULL,
    done_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, lesson)
);
