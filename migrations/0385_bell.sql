-- What accounts are told of that concerns them: the latest of each.
CREATE TABLE bell_items (
    id UUID PRIMARY KEY,
    user_id UUID NOT NULL,
    at_ms BIGINT NOT NULL,
    -- Whose doing it is, if it is a player's.
    by_id UUID,
    -- As JSON: a BellItem.
    item TEXT NOT NULL,
    -- Whether the pages that were open then have heard of it.
    passed BOOLEAN NOT NULL
);
CREATE INDEX bell_items_by_user ON bell_items (user_id, at_ms, id);
CREATE INDEX bell_items_by_doer ON bell_items (by_id) WHERE by_id IS NOT NULL;
CREATE INDEX bell_items_to_pass ON bell_items (at_ms, id) WHERE passed = FALSE;
-- Up to which instant somebody has looked at them.
ALTER TABLE accounts ADD COLUMN bell_seen_ms BIGINT NOT NULL DEFAULT 0;
