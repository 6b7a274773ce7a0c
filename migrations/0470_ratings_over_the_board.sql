-- The evening in a club on which a game was played over the board; it has no record here.
ALTER TABLE rating_history ADD COLUMN tournament_id UUID;
