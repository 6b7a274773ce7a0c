-- Whose challenges somebody takes: 'all', 'followed' (of those whom they follow) or 'none'.
ALTER TABLE accounts ADD COLUMN challenges_from TEXT NOT NULL DEFAULT 'all';
-- Whether those who follow them are told what they are playing.
ALTER TABLE accounts ADD COLUMN tells_followers BOOLEAN NOT NULL DEFAULT TRUE;
