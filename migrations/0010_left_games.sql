-- The player who did not come to the game, or left it, if one did.
ALTER TABLE games ADD COLUMN left_by UUID;
