-- Whether a player is a program: an account that is made one before its first game, for good.
ALTER TABLE users ADD COLUMN bot BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX users_by_bot ON users (id) WHERE bot = TRUE;
