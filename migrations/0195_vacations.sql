-- When accounts are on vacation: their clocks in games by correspondence do not run then. Those of
-- an account are numbered, so that two are not begun at once.
CREATE TABLE vacations (
    user_id UUID NOT NULL,
    n BIGINT NOT NULL,
    from_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, n)
);
CREATE INDEX vacations_until ON vacations (until_ms);
