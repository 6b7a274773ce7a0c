-- What players note of their games for themselves. An emptied note stays as an empty text, so that
-- its versions go on.
CREATE TABLE game_notes (
    user_id UUID NOT NULL,
    game_id UUID NOT NULL,
    text TEXT NOT NULL,
    version BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
