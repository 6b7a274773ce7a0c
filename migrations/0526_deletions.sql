-- Accounts that somebody at the server's command line wants deleted: the running server does it, or
-- the next one.
CREATE TABLE deletions (
    user_id UUID NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- Why it was not done, in words; NULL: it is still to be done.
    refused TEXT
);

-- The newest accounts, for admins.
CREATE INDEX accounts_by_age ON accounts (registered_ms, user_id);
