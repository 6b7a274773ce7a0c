-- What the account of an invitation may do beyond playing: as in accounts.
ALTER TABLE invitations ADD COLUMN role TEXT;
-- NULL: it is good until it is used.
ALTER TABLE invitations ADD COLUMN expires_ms BIGINT;
