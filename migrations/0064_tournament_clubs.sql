-- Which club's tournament it is, for the list on the club's page; the document says so too.
ALTER TABLE tournaments ADD COLUMN club_id UUID;
CREATE INDEX tournaments_by_club ON tournaments (club_id, changed_ms, id);
