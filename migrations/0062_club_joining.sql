-- Who wants to join a club.
CREATE TABLE club_requests (
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    words TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- NULL: nobody has answered yet. An accepted one is not kept.
    declined_ms BIGINT,
    PRIMARY KEY (club_id, user_id)
);
CREATE INDEX club_requests_by_user ON club_requests (user_id);

-- Who may not join a club any more.
CREATE TABLE club_bans (
    club_id UUID NOT NULL REFERENCES clubs (id),
    user_id UUID NOT NULL,
    by_id UUID NOT NULL,
    reason TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (club_id, user_id)
);
CREATE INDEX club_bans_by_user ON club_bans (user_id);

-- Links by which anybody joins who has them. Only the hash of what is in the link is kept.
CREATE TABLE club_invitations (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    token_hash BYTEA NOT NULL UNIQUE,
    made_by UUID NOT NULL,
    made_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- NULL: by any number of people.
    uses_max BIGINT,
    n_used BIGINT NOT NULL,
    revoked_ms BIGINT
);
CREATE INDEX club_invitations_by_club ON club_invitations (club_id, made_ms, id);
