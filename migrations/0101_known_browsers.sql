-- Browsers in which somebody has signed in to an account, by the hash of their cookie, also once
-- they have signed out. Strangers who guess passwords do not lock them out.
CREATE TABLE known_browsers (
    user_id UUID NOT NULL REFERENCES users (id),
    token_hash BYTEA NOT NULL,
    seen_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, token_hash)
);
CREATE INDEX known_browsers_by_token ON known_browsers (token_hash);

-- What the command line has lifted is looked for every second.
CREATE INDEX sanctions_by_lifting ON sanctions (lifted_ms) WHERE lifted_ms IS NOT NULL;
