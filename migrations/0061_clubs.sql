-- Clubs, and who is on their lists.
CREATE TABLE clubs (
    id UUID NOT NULL PRIMARY KEY,
    -- In its address. A closed club keeps it, so that nobody takes an old club's place.
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    city TEXT NOT NULL,
    about TEXT NOT NULL,
    link TEXT NOT NULL,
    -- 'vi', 'en', 'ja', or nothing.
    lang TEXT NOT NULL,
    -- Name, slug and city, folded, for searches.
    search_key TEXT NOT NULL,
    -- Only members see more than its name.
    private BOOLEAN NOT NULL,
    -- 'open', 'request' or 'invitation'.
    joining TEXT NOT NULL,
    version BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    closed_ms BIGINT
);
CREATE INDEX clubs_by_change ON clubs (changed_ms, id);

-- A line of a club's list: an account, or somebody without one.
CREATE TABLE club_members (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    -- NULL: a player without an account.
    user_id UUID,
    -- The name that the club has typed; empty for an account.
    name TEXT NOT NULL,
    -- 'owner', 'organiser' or 'member'.
    role TEXT NOT NULL,
    joined_ms BIGINT NOT NULL,
    -- For the club's organisers.
    note TEXT NOT NULL,
    -- The account that may take this line over by joining.
    offered_id UUID,
    -- The grade that the club has awarded, when, and who did.
    grade TEXT,
    grade_ms BIGINT,
    grade_by UUID,
    UNIQUE (club_id, user_id)
);
CREATE INDEX club_members_by_user ON club_members (user_id);
CREATE INDEX club_members_by_offer ON club_members (offered_id);
