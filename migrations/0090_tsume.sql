-- What problems and their solvers are rated at: they meet as players do.
CREATE TABLE tsume_problems (
    number BIGINT NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    -- First attempts, and how many of them solved it.
    n_tried BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    rated_ms BIGINT NOT NULL
);

CREATE TABLE tsume_solvers (
    user_id UUID NOT NULL PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_tried BIGINT NOT NULL,
    -- First attempts in a row that solved, up to now and at most.
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    rated_ms BIGINT NOT NULL
);

-- What came of each player's first attempt at each problem ('solved', 'failed', or 'helped' by a
-- hint, which is not rated), and when it was solved at last.
CREATE TABLE tsume_attempts (
    user_id UUID NOT NULL,
    number BIGINT NOT NULL,
    first TEXT NOT NULL,
    first_ms BIGINT NOT NULL,
    solved_ms BIGINT,
    PRIMARY KEY (user_id, number)
);
