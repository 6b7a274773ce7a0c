-- When somebody was shown the solution of a problem: it ends the right to vote about it, and such a
-- problem was not solved alone.
ALTER TABLE tsume_attempts ADD COLUMN shown_ms BIGINT;
-- From which network a vote or a like comes, where that is known: it counts once for each.
ALTER TABLE tsume_votes ADD COLUMN network TEXT;
ALTER TABLE study_likes ADD COLUMN network TEXT;
-- Whether a like is among those that are counted.
ALTER TABLE study_likes ADD COLUMN is_counted BOOLEAN NOT NULL DEFAULT TRUE;
