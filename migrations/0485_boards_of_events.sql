-- The game of a tournament that a board of a broadcast shows.
ALTER TABLE broadcast_boards ADD COLUMN tournament_id UUID;
-- The game's key, and the entry of who is sente at the board.
ALTER TABLE broadcast_boards ADD COLUMN tournament_game TEXT;
ALTER TABLE broadcast_boards ADD COLUMN tournament_sente TEXT;
-- Whether the tournament's organisers have taken it; none while they have not answered.
ALTER TABLE broadcast_boards ADD COLUMN tournament_takes BOOLEAN;
CREATE INDEX broadcast_boards_by_tournament ON broadcast_boards (tournament_id);
