-- The browser and the system in which a session was opened, such as 'Firefox, Windows'.
ALTER TABLE sessions ADD COLUMN agent TEXT;

-- When a program's token ends; NULL: when it is taken back.
ALTER TABLE api_tokens ADD COLUMN expires_ms BIGINT;
CREATE INDEX api_tokens_by_end ON api_tokens (expires_ms) WHERE expires_ms IS NOT NULL;
