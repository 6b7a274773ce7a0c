-- Who writes a journal. The epoch rises with each process that takes it over.
CREATE TABLE nodes (
    id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    epoch BIGINT NOT NULL,
    alive_ms BIGINT NOT NULL
);

-- One row per group commit, in order and without gaps. An empty payload is the mark of a new
-- epoch: it takes the position that a writer of the epoch before would have used next.
CREATE TABLE journal (
    node UUID NOT NULL,
    pos BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    payload BYTEA NOT NULL,
    PRIMARY KEY (node, pos)
);
