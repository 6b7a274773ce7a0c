-- What programs have thought of their moves: a value and a line, as CSA files carry them.
CREATE TABLE game_comments (
    game_id UUID NOT NULL,
    ply BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game_id, ply)
);
