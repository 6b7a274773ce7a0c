-- Reviews: of a game by its two players together, or a player's own.
CREATE TABLE studies (
    -- Of a game, the game's id.
    id UUID NOT NULL PRIMARY KEY,
    code BIGINT NOT NULL UNIQUE,
    owner_id UUID NOT NULL,
    -- Who else may change it: the other player of the game.
    partner_id UUID,
    of_game BOOLEAN NOT NULL,
    title TEXT NOT NULL,
    variant TEXT NOT NULL,
    plies BIGINT NOT NULL,
    -- Whether it is listed; who knows its address sees it either way.
    is_public BOOLEAN NOT NULL,
    -- How many changes it has seen.
    seq BIGINT NOT NULL,
    -- The tree and the last commands, packed.
    tree BYTEA NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE INDEX studies_by_owner ON studies (owner_id, updated_ms, id);
CREATE INDEX studies_public ON studies (is_public, updated_ms, id);
