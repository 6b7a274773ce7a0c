-- Below which position of a node's journal every game is settled in this database, so that a
-- start need not read it. It stands here and not beside the journal: a back-up's copy of this
-- database is older than its copy of the journal, and then says what was settled in this copy.
CREATE TABLE journal_floors (
    node UUID NOT NULL PRIMARY KEY,
    pos BIGINT NOT NULL
);
