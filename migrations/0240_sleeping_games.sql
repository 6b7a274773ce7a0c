-- Games by correspondence in which nothing happens: everything that is known of each. It may be
-- older than what the journal has of the same game; whichever has more records is right.
CREATE TABLE sleeping_games (
    game_id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    sente UUID NOT NULL,
    gote UUID NOT NULL,
    log BYTEA NOT NULL,
    n_records BIGINT NOT NULL,
    since_ms BIGINT NOT NULL,
    thought_ms BIGINT NOT NULL,
    wake_ms BIGINT NOT NULL
);
CREATE INDEX sleeping_games_sente ON sleeping_games (sente);
CREATE INDEX sleeping_games_gote ON sleeping_games (gote);
CREATE INDEX sleeping_games_wake ON sleeping_games (wake_ms, game_id);

-- When the site was away: no clock of a sleeping game ran then.
CREATE TABLE outages (
    from_ms BIGINT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
);
