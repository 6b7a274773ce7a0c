-- Where a club's news goes besides its page: a group's chat elsewhere, or a program.
CREATE TABLE club_bridges (
    id UUID NOT NULL PRIMARY KEY,
    club_id UUID NOT NULL REFERENCES clubs (id),
    kind TEXT NOT NULL,
    -- What its organisers call it.
    title TEXT NOT NULL,
    lang TEXT NOT NULL,
    -- What it tells, as a list of words with a comma between them.
    news TEXT NOT NULL,
    -- Whether players are named in it.
    names BOOLEAN NOT NULL,
    -- The server and the group or person there, as far as they are no secret.
    host TEXT NOT NULL,
    target TEXT NOT NULL,
    -- The token, the address or the shared secret, sealed for this bridge.
    secret BYTEA NOT NULL,
    made_ms BIGINT NOT NULL,
    -- Nothing is sent before.
    next_ms BIGINT NOT NULL,
    sent_ms BIGINT,
    -- What was wrong the last time, when, and how often in a row.
    fault TEXT,
    fault_ms BIGINT,
    n_failed BIGINT NOT NULL,
    -- Since when nothing is sent until an organiser has seen to it.
    paused_ms BIGINT
);
CREATE INDEX club_bridges_by_club ON club_bridges (club_id, made_ms, id);

-- What is to be told through one, or was a short time ago.
CREATE TABLE bridge_messages (
    id UUID NOT NULL PRIMARY KEY,
    bridge_id UUID NOT NULL REFERENCES club_bridges (id),
    -- What it is about: the same is told once.
    about TEXT NOT NULL,
    -- Whose doing it tells of, if it is one player's.
    by_id UUID,
    -- As JSON; empty once it was sent or given up.
    news TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    -- Until when it is worth telling.
    until_ms BIGINT NOT NULL,
    -- When it is sent, or tried again; none once that is over.
    due_ms BIGINT,
    -- Those that are sent together, under this id.
    batch UUID,
    n_tries BIGINT NOT NULL,
    UNIQUE (bridge_id, about)
);
CREATE INDEX bridge_messages_due ON bridge_messages (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX bridge_messages_by_time ON bridge_messages (made_ms);
