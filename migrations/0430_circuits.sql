-- Circuits: one ranking over several tournaments.
CREATE TABLE circuits (
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    -- Who has made it; its organisers are those of the club, if it is one's.
    owner_id UUID NOT NULL,
    club_id UUID,
    name TEXT NOT NULL,
    -- What it says of itself and how its standings are computed, as JSON.
    settings TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL
);
CREATE INDEX circuits_by_change ON circuits (changed_ms, id);
CREATE INDEX circuits_by_club ON circuits (club_id, changed_ms, id);
CREATE INDEX circuits_by_owner ON circuits (owner_id, changed_ms, id);

CREATE TABLE circuit_events (
    circuit_id UUID NOT NULL REFERENCES circuits (id),
    tournament_id UUID NOT NULL,
    -- What the points of the event are multiplied by, in percent.
    weight_percent BIGINT NOT NULL,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (circuit_id, tournament_id)
);
CREATE INDEX circuit_events_by_tournament ON circuit_events (tournament_id);

-- Who is one person in a circuit where the events do not say so.
CREATE TABLE circuit_aliases (
    circuit_id UUID NOT NULL REFERENCES circuits (id),
    -- An entry of an event, or a person's key.
    source TEXT NOT NULL,
    -- The key of the person it is.
    target TEXT NOT NULL,
    PRIMARY KEY (circuit_id, source)
);
CREATE INDEX circuit_aliases_by_source ON circuit_aliases (source);
CREATE INDEX circuit_aliases_by_target ON circuit_aliases (target);
