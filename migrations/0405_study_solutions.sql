-- Who has played an exercise of a study to its end, and how.
CREATE TABLE study_solutions (
    review_id UUID NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
    user_id UUID NOT NULL,
    -- How many of its moves had to be shown, at best.
    n_shown BIGINT NOT NULL,
    -- When that was.
    solved_ms BIGINT NOT NULL,
    PRIMARY KEY (review_id, user_id)
);
CREATE INDEX study_solutions_by_user ON study_solutions (user_id);
