-- Broadcasts: games that are played elsewhere. A broadcast is a study whose chapters are its boards;
-- what a study does not have is here.
ALTER TABLE studies ADD COLUMN is_broadcast BOOLEAN NOT NULL DEFAULT FALSE;

CREATE TABLE broadcasts (
    study_id UUID NOT NULL PRIMARY KEY,
    starts_ms BIGINT NOT NULL,
    -- When its owner has ended it.
    ended_ms BIGINT,
    -- How far the public is behind.
    delay_plies BIGINT NOT NULL,
    delay_ms BIGINT NOT NULL,
    -- The board that is shown large.
    featured_id UUID
);
CREATE INDEX broadcasts_by_start ON broadcasts (starts_ms, study_id);

CREATE TABLE broadcast_boards (
    -- The chapter: the tree that the public sees.
    review_id UUID NOT NULL PRIMARY KEY,
    study_id UUID NOT NULL,
    -- What the round is called.
    round TEXT NOT NULL,
    starts_ms BIGINT,
    -- The variant's name, and the position before the first move.
    variant TEXT NOT NULL,
    start TEXT NOT NULL,
    -- Grades and the time control as announced, as JSON.
    terms TEXT NOT NULL,
    -- How many lines of broadcast_entries are its.
    n_entries BIGINT NOT NULL,
    -- What the public sees of it in lists, as JSON.
    shown TEXT NOT NULL,
    -- When its public tree is to be compared with its score next; none while nothing waits.
    due_ms BIGINT,
    -- The address of a file that is asked again and again, and how that went.
    source TEXT,
    source_next_ms BIGINT,
    source_n_errors BIGINT NOT NULL DEFAULT 0,
    source_said TEXT NOT NULL DEFAULT '',
    source_tag TEXT NOT NULL DEFAULT ''
);
CREATE INDEX broadcast_boards_by_study ON broadcast_boards (study_id);
CREATE INDEX broadcast_boards_due ON broadcast_boards (due_ms);
CREATE INDEX broadcast_boards_source ON broadcast_boards (source_next_ms);

-- The scores: only ever added to.
CREATE TABLE broadcast_entries (
    review_id UUID NOT NULL,
    n BIGINT NOT NULL,
    -- Chosen by who sent it, so that one that comes twice is one.
    id UUID NOT NULL,
    -- Who wrote it; none for a file, and once their account is deleted.
    by_id UUID,
    at_ms BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (review_id, n)
);
CREATE UNIQUE INDEX broadcast_entries_by_id ON broadcast_entries (review_id, id);
CREATE INDEX broadcast_entries_by_user ON broadcast_entries (by_id);
