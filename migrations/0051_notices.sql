-- What somebody does not want to be told of when they are away, and by which channel. Everything
-- else they are told.
CREATE TABLE notices_off (
    user_id UUID NOT NULL,
    -- 'challenge', 'round', 'turn'.
    kind TEXT NOT NULL,
    -- 'mail', 'push'.
    channel TEXT NOT NULL,
    PRIMARY KEY (user_id, kind, channel)
);

-- What somebody was told of last: written before it is sent, so that nothing is sent twice.
CREATE TABLE notices (
    user_id UUID NOT NULL,
    -- 'challenge:ID', 'round:TOURNAMENT:NUMBER', 'game:CODE'.
    about TEXT NOT NULL,
    -- How far that had come; it is told again only when it has come further.
    mark BIGINT NOT NULL,
    told_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, about)
);
CREATE INDEX notices_by_time ON notices (told_ms);

-- How much somebody was told on the last day on which there was something.
CREATE TABLE notice_days (
    user_id UUID NOT NULL PRIMARY KEY,
    -- Days since 1970.
    day BIGINT NOT NULL,
    n BIGINT NOT NULL
);

-- Browsers that are told through their maker's push service, while the session lasts in which
-- somebody has asked for it.
CREATE TABLE push_browsers (
    -- Where it is told.
    endpoint TEXT NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL,
    session BYTEA NOT NULL,
    -- With which messages for it are encrypted (RFC 8291).
    public_key BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    -- The language it is told in: 'vi', 'en', 'ja'.
    language TEXT NOT NULL,
    since_ms BIGINT NOT NULL
);
CREATE INDEX push_browsers_by_user ON push_browsers (user_id, since_ms);
CREATE INDEX push_browsers_by_session ON push_browsers (session);

-- What the server has drawn for itself at its first start.
CREATE TABLE server_keys (
    -- 'vapid', 'links'.
    name TEXT NOT NULL PRIMARY KEY,
    value BYTEA NOT NULL
);

CREATE INDEX challenges_open_by_time ON challenges (made_ms) WHERE state = 'open';
