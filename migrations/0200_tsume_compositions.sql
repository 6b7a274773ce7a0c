-- Tsume that players have composed. A draft is a position and nothing else; the solver has told the
-- rest when it was proposed.
CREATE TABLE tsume_compositions (
    id UUID NOT NULL PRIMARY KEY,
    owner_id UUID NOT NULL,
    -- 'draft', 'proposed' or 'published'.
    state TEXT NOT NULL,
    sfen TEXT NOT NULL,
    -- Of a draft NULL: its number among all problems, and what its position and the mirror image
    -- have in common.
    number BIGINT UNIQUE,
    position_key TEXT UNIQUE,
    -- Of a draft empty and 0: the moves in USI, parted by spaces, their number, and the themes.
    solution TEXT NOT NULL,
    plies BIGINT NOT NULL,
    themes TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    -- When it came to be what it is: was saved, proposed, published.
    since_ms BIGINT NOT NULL,
    -- When the votes were against it, until it is changed or proposed again.
    declined_ms BIGINT,
    -- Whether the composer is still to be told that it is published.
    is_news BOOLEAN NOT NULL
);
CREATE INDEX tsume_compositions_by_owner ON tsume_compositions (owner_id, created_ms, id);
CREATE INDEX tsume_compositions_by_state ON tsume_compositions (state, since_ms, id);

-- Whether players want a proposed composition to be published.
CREATE TABLE tsume_votes (
    composition_id UUID NOT NULL,
    user_id UUID NOT NULL,
    is_yes BOOLEAN NOT NULL,
    voted_ms BIGINT NOT NULL,
    PRIMARY KEY (composition_id, user_id)
);
CREATE INDEX tsume_votes_by_user ON tsume_votes (user_id);

-- The number that was given last, in one row: none is given twice. Who gives one holds the row, so
-- compositions are proposed one after the other.
CREATE TABLE tsume_last_number (
    id BIGINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO tsume_last_number (id, number) VALUES (1, 500000);
