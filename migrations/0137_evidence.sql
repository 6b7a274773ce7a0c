-- Shorter games were not among those that earned a grade, and how many opponents had been beaten
-- in the games that showed it. Both are 0 for grades from before that was asked.
ALTER TABLE grade_awards ADD COLUMN plies_min BIGINT NOT NULL DEFAULT 0;
ALTER TABLE grade_awards ADD COLUMN n_opponents BIGINT NOT NULL DEFAULT 0;
