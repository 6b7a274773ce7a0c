-- What somebody with an account has set, as the client wrote it: a JSON object.
CREATE TABLE preferences (
    user_id UUID NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL,
    changed_ms BIGINT NOT NULL
);
