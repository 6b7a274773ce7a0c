-- By what public studies are found: what their texts say, from each word on.
CREATE TABLE study_terms (
    term BYTEA NOT NULL,
    study_id UUID NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    PRIMARY KEY (term, study_id)
);
CREATE INDEX study_terms_by_study ON study_terms (study_id, term);
-- Studies from before are written there while the server runs.
ALTER TABLE studies ADD COLUMN has_terms BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX studies_without_terms ON studies (id) WHERE has_terms = FALSE;
