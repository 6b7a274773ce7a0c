-- How often access to the account was ended: by a new password, however it was set, and by signing
-- out everywhere. A ticket is good only under the number it was given under.
ALTER TABLE accounts ADD COLUMN password_epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tickets ADD COLUMN password_epoch BIGINT NOT NULL DEFAULT 0;
