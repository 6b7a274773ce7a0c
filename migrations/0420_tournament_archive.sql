-- What lists say of a tournament besides its name, and by what it is found. The document says it
-- too; tournaments from before are filled in while the server runs.
ALTER TABLE tournaments ADD COLUMN format TEXT NOT NULL DEFAULT '';
ALTER TABLE tournaments ADD COLUMN variant TEXT NOT NULL DEFAULT '';
-- The town.
ALTER TABLE tournaments ADD COLUMN place TEXT NOT NULL DEFAULT '';
-- As 2026-11-21: of an event that is known by its days only.
ALTER TABLE tournaments ADD COLUMN first_day TEXT;
ALTER TABLE tournaments ADD COLUMN last_day TEXT;
-- What lists go by: when it ended, or begins, or was made.
ALTER TABLE tournaments ADD COLUMN listed_ms BIGINT NOT NULL DEFAULT 0;
UPDATE tournaments SET listed_ms = COALESCE(starts_ms, created_ms);
-- Who has won it, a name on each line.
ALTER TABLE tournaments ADD COLUMN winners TEXT NOT NULL DEFAULT '';
-- Whether it is in everybody's list, and not only found by who looks for it.
ALTER TABLE tournaments ADD COLUMN is_listed BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE tournaments ADD COLUMN is_indexed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX tournaments_not_indexed ON tournaments (id) WHERE is_indexed = FALSE;

-- Documents are long, so a search reads this alone.
DROP INDEX tournaments_by_phase;
CREATE INDEX tournaments_by_phase ON tournaments
    (phase, listed_ms, id, club_id, owner_id, is_listed, format, variant);
DROP INDEX tournaments_by_club;
CREATE INDEX tournaments_by_club ON tournaments (club_id, listed_ms, id);
CREATE INDEX tournaments_by_owner ON tournaments (owner_id, created_ms, id);

-- The words by which a tournament is found: its name, its place, its club and its players, from
-- each word on.
CREATE TABLE tournament_terms (
    term BYTEA NOT NULL,
    tournament_id UUID NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (term, tournament_id)
);
CREATE INDEX tournament_terms_by_tournament ON tournament_terms (tournament_id, term);

-- How somebody did in what is over.
ALTER TABLE tournament_players ADD COLUMN entry TEXT;
ALTER TABLE tournament_players ADD COLUMN final_place BIGINT;
-- In quarters of a point.
ALTER TABLE tournament_players ADD COLUMN quarters BIGINT;
