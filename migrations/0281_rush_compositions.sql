-- The compositions of players that are drawn for a rush: each its place and its number with a colon
-- between, parted by spaces. All other places have problems that come with Komadai.
ALTER TABLE tsume_rushes ADD COLUMN composed TEXT NOT NULL DEFAULT '';
