-- The address under which a calendar program reads when somebody plays. It is kept as it is, since
-- it is shown again; it opens nothing else.
CREATE TABLE calendar_secrets (
    user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id),
    secret TEXT NOT NULL UNIQUE,
    made_ms BIGINT NOT NULL
);
