-- Whom a player does not want to hear ('mute'), or neither to hear nor to play ('block').
CREATE TABLE relations (
    user_id UUID NOT NULL,
    other_id UUID NOT NULL,
    kind TEXT NOT NULL,
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, other_id)
);

-- What players tell the moderators about one another.
CREATE TABLE reports (
    id UUID NOT NULL PRIMARY KEY,
    by_id UUID NOT NULL,
    about_id UUID NOT NULL,
    -- The game's address, when it was one.
    game TEXT,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    closed_by UUID,
    closed_ms BIGINT
);
CREATE INDEX reports_open ON reports (closed_ms, made_ms, id);

-- What moderators have imposed: 'mute', 'ban', or 'address', of which there is no account.
CREATE TABLE sanctions (
    id UUID NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    user_id UUID NOT NULL,
    address TEXT,
    reason TEXT NOT NULL,
    by_id UUID NOT NULL,
    from_ms BIGINT NOT NULL,
    -- NULL: for good.
    until_ms BIGINT,
    lifted_by UUID,
    lifted_ms BIGINT
);
CREATE INDEX sanctions_by_user ON sanctions (user_id, from_ms);

-- Who among those who run the site has done what. Rows are only ever added.
CREATE TABLE audit_log (
    id UUID NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    -- NULL: somebody at the server's command line.
    by_id UUID,
    action TEXT NOT NULL,
    about_id UUID,
    details TEXT NOT NULL
);
CREATE INDEX audit_log_by_time ON audit_log (at_ms, id);

-- Where the session was opened from, so that the address of somebody who is banned can be.
ALTER TABLE sessions ADD COLUMN address TEXT;
