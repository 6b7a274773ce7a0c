-- The pools of the programs' league are named in the settings. Their ratings are apart from those
-- of people.
CREATE TABLE league_programs (
    pool TEXT NOT NULL,
    user_id UUID NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    -- In how many of the games that were paired it was sente, and in how many it sat at all.
    n_sente BIGINT NOT NULL,
    n_paired BIGINT NOT NULL,
    -- When the last game ended that counted, and when it was last there.
    rated_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    -- How often nobody was left for it since it was paired last, and with whom that was.
    sat_out BIGINT NOT NULL,
    last_opponent UUID,
    PRIMARY KEY (pool, user_id)
);
CREATE INDEX league_programs_by_rank ON league_programs (pool, rating);
CREATE INDEX league_programs_by_user ON league_programs (user_id);

-- The games of each pool that are over, by the day on which they ended (in days since 1970).
CREATE TABLE league_games (
    pool TEXT NOT NULL,
    day BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    game_id UUID NOT NULL PRIMARY KEY
);
CREATE INDEX league_games_by_day ON league_games (pool, day, ended_ms, game_id);
