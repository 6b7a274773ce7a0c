-- What the opening explorer has counted; docs/explorer.md says how. All of it is made of games and
-- can be made again.

-- The games that are counted together: those of people here, those of programs here, and each
-- collection that was imported.
CREATE TABLE explorer_sources (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    -- Its games have the numbers below this.
    n_games BIGINT NOT NULL
);
INSERT INTO explorer_sources (id, name, n_games) VALUES (1, 'people', 0), (2, 'programs', 0);

-- One row, raised by whoever changes anything of the following tables: two who would at the same
-- time are told apart by it.
CREATE TABLE explorer_state (
    id BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    next_segment BIGINT NOT NULL
);
INSERT INTO explorer_state (id, version, next_segment) VALUES (1, 0, 1);

-- Blocks that cover all positions of some games. What is known of a position is the sum over all
-- segments of its source.
CREATE TABLE explorer_segments (
    id BIGINT NOT NULL PRIMARY KEY,
    -- 0: thrown away, and its blocks go some at a time.
    source BIGINT NOT NULL,
    n_games BIGINT NOT NULL,
    -- The segment to which its entries are moved some at a time.
    target BIGINT
);
CREATE INDEX explorer_segments_by_source ON explorer_segments (source, id);

CREATE TABLE explorer_blocks (
    segment BIGINT NOT NULL,
    first_key BIGINT NOT NULL,
    entries BYTEA NOT NULL,
    PRIMARY KEY (segment, first_key)
);

-- Which games the numbers stand for, and what filters look at.
CREATE TABLE explorer_pages (
    source BIGINT NOT NULL,
    page BIGINT NOT NULL,
    games BYTEA NOT NULL,
    PRIMARY KEY (source, page)
);

-- Games that are not counted yet. 0: a game that was played here, which goes to the source that it
-- belongs to.
CREATE TABLE explorer_pending (
    source BIGINT NOT NULL,
    game_id UUID NOT NULL,
    PRIMARY KEY (source, game_id)
);
INSERT INTO explorer_pending (source, game_id) SELECT 0, id FROM games;

-- The games of collections.
CREATE TABLE explorer_records (
    id UUID NOT NULL PRIMARY KEY,
    source BIGINT NOT NULL,
    variant TEXT NOT NULL,
    start_sfen TEXT NOT NULL,
    moves BYTEA NOT NULL,
    sente_name TEXT,
    gote_name TEXT,
    event TEXT,
    -- As the file has it.
    played TEXT,
    winner TEXT,
    -- The average of the players' ratings, if the record tells them.
    rating BIGINT
);
CREATE INDEX explorer_records_by_source ON explorer_records (source, id);
