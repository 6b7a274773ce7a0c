-- The pages of the opening explorer are written in a new way: all games are counted again, as by
-- `komadai explorer rebuild`.
UPDATE explorer_state SET version = version + 1 WHERE id = 1;
UPDATE explorer_segments SET source = 0, target = NULL;
DELETE FROM explorer_pages;
UPDATE explorer_sources SET n_games = 0;
INSERT INTO explorer_pending (source, game_id)
    SELECT 0, id FROM games WHERE 1 = 1 ON CONFLICT (source, game_id) DO NOTHING;
INSERT INTO explorer_pending (source, game_id)
    SELECT source, id FROM explorer_records WHERE 1 = 1 ON CONFLICT (source, game_id) DO NOTHING;
