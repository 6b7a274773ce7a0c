-- A row is found by its position alone, so that it needs no index beside it and a commit writes one
-- page. Each node has 2^40 positions of its own.
CREATE TABLE journal_by_position (
    node UUID NOT NULL,
    pos INTEGER NOT NULL PRIMARY KEY,
    epoch BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    payload BYTEA NOT NULL
);
INSERT INTO journal_by_position (node, pos, epoch, at_ms, payload)
    SELECT node, ((DENSE_RANK() OVER (ORDER BY node) - 1) << 40) + pos, epoch, at_ms, payload
    FROM journal ORDER BY node, pos;
DROP TABLE journal;
ALTER TABLE journal_by_position RENAME TO journal;
