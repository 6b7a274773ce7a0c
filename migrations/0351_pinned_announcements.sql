-- Pinned announcements stand before the others.
ALTER TABLE club_announcements ADD COLUMN pinned BOOLEAN NOT NULL DEFAULT FALSE;
