-- NULL, 'moderator' or 'admin'.
ALTER TABLE accounts ADD COLUMN role TEXT;

-- What admins say of the whole site: its announcement, and whether it only lets people read.
CREATE TABLE site (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Codes with which somebody may register; only their hash is kept. Each is used once.
CREATE TABLE invitations (
    code_hash BYTEA NOT NULL PRIMARY KEY,
    made_by UUID NOT NULL,
    made_ms BIGINT NOT NULL,
    used_by UUID,
    used_ms BIGINT
);
