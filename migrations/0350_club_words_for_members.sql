-- What a club tells its members alone.
ALTER TABLE clubs ADD COLUMN for_members TEXT NOT NULL DEFAULT '';
