-- Tournaments. All that pairings and standings follow from is one document, which changes as a
-- whole and under its version; the columns beside it are what lists are made from.
CREATE TABLE tournaments (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    owner_id UUID NOT NULL,
    name TEXT NOT NULL,
    -- 'draft', 'open', 'running', 'over' or 'cancelled'.
    phase TEXT NOT NULL,
    -- NULL: at the organiser's word.
    starts_ms BIGINT,
    players BIGINT NOT NULL,
    version BIGINT NOT NULL,
    document TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL
);
CREATE INDEX tournaments_by_phase ON tournaments (phase, changed_ms, id);

-- What was done in a tournament, by whom and why. Rows are only ever added.
CREATE TABLE tournament_acts (
    -- Drawn by whoever acts, so that an act that is said again is known.
    id UUID NOT NULL PRIMARY KEY,
    tournament_id UUID NOT NULL,
    version BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    -- NULL: the director itself.
    by_id UUID,
    act TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX tournament_acts_by_version ON tournament_acts (tournament_id, version);

-- Who takes part in which, for lists of one's own.
CREATE TABLE tournament_players (
    user_id UUID NOT NULL,
    tournament_id UUID NOT NULL,
    PRIMARY KEY (user_id, tournament_id)
);
