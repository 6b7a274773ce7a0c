-- Whose games a player wants to see.
CREATE TABLE follows (
    user_id UUID NOT NULL,
    other_id UUID NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, other_id)
);
