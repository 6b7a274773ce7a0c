-- When everything that a node's journal held was taken over by another. Nothing is written to it
-- any more.
ALTER TABLE nodes ADD COLUMN ended_ms BIGINT;
