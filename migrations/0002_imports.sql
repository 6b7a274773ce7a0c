-- Games that players brought along from somewhere else, each in its player's own archive.
CREATE TABLE imports (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    created_ms BIGINT NOT NULL,
    variant TEXT NOT NULL,
    sente_name TEXT,
    gote_name TEXT,
    event TEXT,
    -- As the file has it: "2005/05/03 10:30", "昭和60年".
    played TEXT,
    plies BIGINT NOT NULL,
    -- None when the record breaks off.
    reason TEXT,
    winner TEXT,
    final_sfen TEXT NOT NULL,
    -- Of the record, so that the same file twice is the same game once.
    digest BYTEA NOT NULL,
    record BYTEA NOT NULL,
    UNIQUE (user_id, digest)
);
CREATE INDEX imports_by_user ON imports (user_id, created_ms, id);
