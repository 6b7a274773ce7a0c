-- How strong a registering player says to be, as a grade of at most 1-dan; it only sets where
-- the ratings begin.
ALTER TABLE accounts ADD COLUMN declared TEXT;

-- Whether the result changed ratings. The games of a replayed chain but its last do not.
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;

-- A player's rated games of one variant, all speeds together. Its row is written first when a
-- game is rated, so that two games of one player never are at the same time.
CREATE TABLE careers (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    n_games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    -- Wins in a row at the end (above 0), or losses (below 0).
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    -- Games up to this one earn no grade any more: one was annulled then.
    counted_after BIGINT NOT NULL,
    PRIMARY KEY (user_id, variant)
);

-- What players are rated at now: one row per variant and speed that they have played.
CREATE TABLE ratings (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    n_games BIGINT NOT NULL,
    -- When the last game was played, and until when the rating is certain without another.
    rated_ms BIGINT NOT NULL,
    certain_until_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, variant, speed)
);
CREATE INDEX ratings_by_rank ON ratings (variant, speed, rating, user_id);

-- What each rated game did to each player's rating; from these rows alone every rating can be
-- computed again.
CREATE TABLE rating_history (
    user_id UUID NOT NULL,
    variant TEXT NOT NULL,
    -- Counts the player's rated games of the variant from 1.
    n BIGINT NOT NULL,
    game_id UUID NOT NULL,
    speed TEXT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- The handicap, and whether this player gave it.
    handicap TEXT,
    gave BOOLEAN NOT NULL,
    -- 'win', 'draw', 'loss'.
    points TEXT NOT NULL,
    -- Before the game, idleness counted.
    rating_before DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    volatility_before DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    opponent UUID NOT NULL,
    opponent_rating DOUBLE PRECISION NOT NULL,
    opponent_deviation DOUBLE PRECISION NOT NULL,
    opponent_grade TEXT,
    PRIMARY KEY (user_id, variant, n)
);
CREATE UNIQUE INDEX rating_history_by_game ON rating_history (game_id, user_id);

-- Grades that were earned, each by the last n_games rated games of standard shogi up to the
-- n-th. A grade is never taken away by losing.
CREATE TABLE grade_awards (
    user_id UUID NOT NULL,
    grade TEXT NOT NULL,
    n BIGINT NOT NULL,
    -- The grade's place in the scale, from 0.
    place BIGINT NOT NULL,
    n_games BIGINT NOT NULL,
    game_id UUID NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    awarded_ms BIGINT NOT NULL,
    annulled BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id, grade, n)
);
CREATE INDEX grade_awards_by_time ON grade_awards (awarded_ms);

-- Who annulled which award, and why. Nothing here is ever changed.
CREATE TABLE grade_annulments (
    user_id UUID NOT NULL,
    grade TEXT NOT NULL,
    n BIGINT NOT NULL,
    moderator UUID NOT NULL,
    reason TEXT NOT NULL,
    annulled_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, grade, n),
    FOREIGN KEY (user_id, grade, n) REFERENCES grade_awards (user_id, grade, n)
);
