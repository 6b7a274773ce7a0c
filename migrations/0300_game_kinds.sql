-- What a search asks of a game besides who played it and when: each combination that occurs, once.
-- There are some thousands of them, however many games there are.
CREATE TABLE game_kinds (
    id BIGINT NOT NULL PRIMARY KEY,
    variant TEXT NOT NULL,
    -- Empty for even games.
    handicap TEXT NOT NULL,
    -- Empty where it is not known.
    opening TEXT NOT NULL,
    reason TEXT NOT NULL,
    rated BOOLEAN NOT NULL,
    -- 'won', 'lost' or 'drawn' by the player whose game it is.
    result TEXT NOT NULL,
    UNIQUE (variant, handicap, opening, reason, rated, result)
);
INSERT INTO game_kinds (id, variant, handicap, opening, reason, rated, result)
SELECT ROW_NUMBER() OVER (ORDER BY variant, handicap, opening, reason, rated, result),
    variant, handicap, opening, reason, rated, result
FROM (
    SELECT variant, COALESCE(handicap, '') AS handicap, COALESCE(opening, '') AS opening, reason,
        rated, CASE winner WHEN 'sente' THEN 'won' WHEN 'gote' THEN 'lost' ELSE 'drawn' END
            AS result
    FROM games
    UNION
    SELECT variant, COALESCE(handicap, ''), COALESCE(opening, ''), reason,
        rated, CASE winner WHEN 'gote' THEN 'won' WHEN 'sente' THEN 'lost' ELSE 'drawn' END
    FROM games
) AS occurring;

DROP INDEX games_by_variant;
DROP INDEX games_by_reason;
DROP INDEX games_by_handicap;
DROP INDEX games_by_opening;
DROP INDEX games_by_winner;
DROP INDEX games_by_end;

-- As sente sees it. 0 is none.
ALTER TABLE games ADD COLUMN kind BIGINT NOT NULL DEFAULT 0;
UPDATE games SET kind = (
    SELECT game_kinds.id FROM game_kinds
    WHERE game_kinds.variant = games.variant
        AND game_kinds.handicap = COALESCE(games.handicap, '')
        AND game_kinds.opening = COALESCE(games.opening, '')
        AND game_kinds.reason = games.reason
        AND game_kinds.rated = games.rated
        AND game_kinds.result =
            CASE games.winner WHEN 'sente' THEN 'won' WHEN 'gote' THEN 'lost' ELSE 'drawn' END
);

-- A search reads these without the games themselves.
CREATE INDEX games_by_end ON games (ended_ms, id, kind);
CREATE INDEX games_by_kind ON games (kind, ended_ms, id);
CREATE INDEX games_by_players ON games (sente, gote, ended_ms, id, kind);

-- Who played in which game, and of which kind it is as this player sees it.
CREATE TABLE games_of_players (
    user_id UUID NOT NULL,
    kind BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    game_id UUID NOT NULL REFERENCES games (id),
    PRIMARY KEY (user_id, kind, ended_ms, game_id)
);
INSERT INTO games_of_players (user_id, kind, ended_ms, game_id)
SELECT game_players.user_id,
    CASE WHEN games.sente = game_players.user_id THEN games.kind ELSE (
        SELECT game_kinds.id FROM game_kinds
        WHERE game_kinds.variant = games.variant
            AND game_kinds.handicap = COALESCE(games.handicap, '')
            AND game_kinds.opening = COALESCE(games.opening, '')
            AND game_kinds.reason = games.reason
            AND game_kinds.rated = games.rated
            AND game_kinds.result =
                CASE games.winner WHEN 'gote' THEN 'won' WHEN 'sente' THEN 'lost' ELSE 'drawn' END
    ) END,
    game_players.ended_ms, game_players.game_id
FROM game_players JOIN games ON games.id = game_players.game_id;
DROP TABLE game_players;
ALTER TABLE games_of_players RENAME TO game_players;
CREATE INDEX game_players_by_end ON game_players (user_id, ended_ms, game_id, kind);
