-- The levels of the problems of the day are easy, medium and hard.
ALTER TABLE tsume_daily RENAME COLUMN middle TO medium;
