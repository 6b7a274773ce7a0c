-- A player's latest rush through the problems, drawn from its id. It is over at `ends_ms`, which a
-- last mistake brings forward.
CREATE TABLE tsume_rushes (
    user_id UUID NOT NULL PRIMARY KEY,
    id UUID NOT NULL,
    started_ms BIGINT NOT NULL,
    ends_ms BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    -- When the last of them was solved.
    solved_ms BIGINT NOT NULL,
    -- The numbers of those that were not, parted by spaces.
    missed TEXT NOT NULL
);

-- A player's best rush of each day, in days since 1970.
CREATE TABLE tsume_rush_days (
    user_id UUID NOT NULL,
    day BIGINT NOT NULL,
    n_solved BIGINT NOT NULL,
    -- How long it took to solve as many.
    took_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, day)
);
CREATE INDEX tsume_rush_days_by_day ON tsume_rush_days (day, n_solved);

-- Problems that come again because they were not solved: on which day, and how often they have
-- been solved on such a day.
CREATE TABLE tsume_repeats (
    user_id UUID NOT NULL,
    number BIGINT NOT NULL,
    step BIGINT NOT NULL,
    due_day BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
