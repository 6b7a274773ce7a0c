-- A player's days on which one of the problems of the day was solved, in days since 1970: the last
-- one, which problems were solved on it, and how many days there are in a row.
CREATE TABLE tsume_daily (
    user_id UUID NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    easy BOOLEAN NOT NULL,
    middle BOOLEAN NOT NULL,
    hard BOOLEAN NOT NULL,
    -- Up to that day, and the most there ever were.
    n_days BIGINT NOT NULL,
    best_days BIGINT NOT NULL
);
