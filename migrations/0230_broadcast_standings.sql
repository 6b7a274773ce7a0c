-- Whether a broadcast shows who stands where by the results of its boards.
ALTER TABLE broadcasts ADD COLUMN has_standings BOOLEAN NOT NULL DEFAULT FALSE;
