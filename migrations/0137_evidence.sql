-- With how many different people somebody has played rated games that count for grades: those of
-- thirty plies and more.
ALTER TABLE careers ADD COLUMN n_met BIGINT NOT NULL DEFAULT 0;
CREATE INDEX rating_history_by_opponent ON rating_history (user_id, opponent);
UPDATE careers SET n_met = (
    SELECT COUNT(DISTINCT history.opponent)
    FROM rating_history AS history JOIN games ON games.id = history.game_id
    WHERE history.user_id = careers.user_id AND history.variant = careers.variant
        AND games.plies >= 30
);

-- Shorter games were not among those that earned it, and how many opponents had been beaten in
-- the games that showed it. Both are 0 for grades from before that was asked.
ALTER TABLE grade_awards ADD COLUMN plies_min BIGINT NOT NULL DEFAULT 0;
ALTER TABLE grade_awards ADD COLUMN n_opponents BIGINT NOT NULL DEFAULT 0;
