-- The mail address of an account once somebody who reads it has said so, as typed and folded.
-- Several accounts may have one address, as in a family.
ALTER TABLE accounts ADD COLUMN email TEXT;
ALTER TABLE accounts ADD COLUMN email_key TEXT;
CREATE INDEX accounts_by_email ON accounts (email_key) WHERE email_key IS NOT NULL;

-- 32 random bytes each, with which whoever has them may do one thing once; only their hash is
-- kept.
CREATE TABLE tickets (
    ticket_hash BYTEA NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES users (id),
    -- 'verify_email', 'reset_password'.
    purpose TEXT NOT NULL,
    -- What it is about: the address that is to be verified.
    detail TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX tickets_by_user ON tickets (user_id, purpose);
CREATE INDEX tickets_by_end ON tickets (expires_ms);
