-- What an account has beyond a player. `users.name_key` is its handle folded, so that no two
-- accounts have handles that look alike.
CREATE TABLE accounts (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    -- The name to sign in with, as it was typed.
    handle TEXT NOT NULL,
    -- A PHC string of argon2id.
    password_hash TEXT NOT NULL,
    password_ms BIGINT NOT NULL,
    registered_ms BIGINT NOT NULL
);
