-- With what programs act for an account: 32 random bytes each, of which only the hash is kept.
CREATE TABLE api_tokens (
    id UUID NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    token_hash BYTEA NOT NULL UNIQUE,
    -- What its owner calls it.
    name TEXT NOT NULL,
    -- What it may do: 'read', 'play', 'import', with a blank between.
    scopes TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- When it was last shown, to the minute.
    used_ms BIGINT
);
CREATE INDEX api_tokens_by_user ON api_tokens (user_id, made_ms);
