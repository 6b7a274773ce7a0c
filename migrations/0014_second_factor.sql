-- The second factor of an account: a secret that an app on a telephone knows as well (RFC 6238).
-- It has to be readable to be checked, so it is the one secret that is stored as it is.
CREATE TABLE second_factors (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    secret BYTEA NOT NULL,
    -- When a first code was given; NULL: not yet, and it is not asked for.
    on_ms BIGINT,
    -- The latest step of 30 s whose code was used, so that none is used twice.
    last_step BIGINT NOT NULL
);

-- Codes for who has lost the telephone; only their hash is kept. Each is used once.
CREATE TABLE recovery_codes (
    user_id UUID NOT NULL REFERENCES users (id),
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);
