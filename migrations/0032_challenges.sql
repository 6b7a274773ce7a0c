-- One player asks another for a game, who may not be there. A row goes a day after it has expired.
CREATE TABLE challenges (
    -- Drawn by the challenger's page; the game's id follows from it.
    id UUID NOT NULL PRIMARY KEY,
    challenger UUID NOT NULL,
    challenged UUID NOT NULL,
    -- The game as JSON.
    setup TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    -- 'open', 'accepted', 'declined', 'withdrawn', 'expired'; only an open one is ever changed, but
    -- for one that was accepted and whose game could not be made, which is open again.
    state TEXT NOT NULL,
    -- Why it was declined, as a word of a list.
    reason TEXT,
    closed_ms BIGINT
);
-- Of two players one has at most one open challenge to the other.
CREATE UNIQUE INDEX challenges_open ON challenges (challenger, challenged) WHERE state = 'open';
CREATE INDEX challenges_by_challenger ON challenges (challenger, made_ms);
CREATE INDEX challenges_by_challenged ON challenges (challenged, state);
CREATE INDEX challenges_by_expiry ON challenges (expires_ms);
