-- Each index is one way into a million games; a search goes in by the rarest of its filters and
-- looks at the rest row by row.
CREATE INDEX games_by_variant ON games (variant, ended_ms, id);
CREATE INDEX games_by_reason ON games (reason, ended_ms, id);
CREATE INDEX games_by_handicap ON games (handicap, ended_ms, id) WHERE handicap IS NOT NULL;
CREATE INDEX games_by_opening ON games (opening, ended_ms, id) WHERE opening IS NOT NULL;
CREATE INDEX games_by_winner ON games (winner, ended_ms, id);
