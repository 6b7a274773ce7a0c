-- What a club tells its members.
CREATE TABLE club_announcements (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    by_id UUID NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- NULL: as it was written.
    changed_ms BIGINT
);
CREATE INDEX club_announcements_by_club ON club_announcements (club_id, made_ms, id);

-- What was done in a club. Rows are only ever added.
CREATE TABLE club_acts (
    -- Drawn by whoever acts, so that an act that is said again is known.
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    at_ms BIGINT NOT NULL,
    by_id UUID NOT NULL,
    action TEXT NOT NULL,
    -- To whom, where it was an account.
    about_id UUID,
    details TEXT NOT NULL
);
CREATE INDEX club_acts_by_time ON club_acts (club_id, at_ms, id);
