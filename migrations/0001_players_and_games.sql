-- A player, from the first seek, join or chat on; registering turns a guest into an account.
CREATE TABLE users (
    id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The folded name of an account; a guest has none, so guests never take a name away.
    name_key TEXT UNIQUE,
    guest BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL,
    version BIGINT NOT NULL
);

-- One cookie of one browser. The token itself is never stored.
CREATE TABLE sessions (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- Finished games; live ones are in the journal.
-- The players are no foreign keys: a journal restored beside an older copy of this database
-- may settle games of players whom it does not know yet.
CREATE TABLE games (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    variant TEXT NOT NULL,
    start_sfen TEXT NOT NULL,
    handicap TEXT,
    rules TEXT NOT NULL,
    clock TEXT NOT NULL,
    sente UUID,
    gote UUID,
    sente_name TEXT,
    gote_name TEXT,
    plies BIGINT NOT NULL,
    reason TEXT NOT NULL,
    winner TEXT,
    final_sfen TEXT NOT NULL,
    opening TEXT,
    created_ms BIGINT NOT NULL,
    started_ms BIGINT,
    ended_ms BIGINT NOT NULL,
    previous_game UUID,
    next_game UUID,
    record BYTEA NOT NULL
);
CREATE INDEX games_by_end ON games (ended_ms, id);

-- Who played in which game, in the order in which a player's page lists them.
CREATE TABLE game_players (
    user_id UUID NOT NULL,
    ended_ms BIGINT NOT NULL,
    game_id UUID NOT NULL REFERENCES games (id),
    PRIMARY KEY (user_id, ended_ms, game_id)
);

-- What has been settled, so that nothing is settled twice.
CREATE TABLE settlements (
    game_id UUID NOT NULL PRIMARY KEY,
    settled_ms BIGINT NOT NULL
);
