-- How many bytes are kept, unpacked. Of what was there before it is as many as are stored.
ALTER TABLE studies ADD COLUMN size_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE studies SET size_bytes = LENGTH(tree);
ALTER TABLE imports ADD COLUMN size_bytes BIGINT NOT NULL DEFAULT 0;
UPDATE imports SET size_bytes = LENGTH(record);

-- Who reports whom: a second report of the same player about the same other is added to the first.
CREATE INDEX reports_by ON reports (by_id, about_id);
CREATE INDEX reports_about ON reports (about_id);

-- Games that were called off before anybody joined, which are not kept for good.
CREATE INDEX games_nobody_joined ON games (ended_ms) WHERE sente IS NULL AND gote IS NULL;
