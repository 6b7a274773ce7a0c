-- When the account was deleted; the row stays, because games name it.
ALTER TABLE users ADD COLUMN deleted_ms BIGINT;

-- Folded handles that nobody may have again; only their hash is kept.
CREATE TABLE retired_handles (
    key_hash BYTEA NOT NULL PRIMARY KEY,
    retired_ms BIGINT NOT NULL
);
