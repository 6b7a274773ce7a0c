-- Games of 40 to 60 minutes a side, among them those of 10 minutes and then 30 seconds a move, are
-- rapid from now on and were classical until now. Whoever has a rating as classical and none as
-- rapid goes on from it, instead of beginning anew.
INSERT INTO ratings
    (user_id, variant, speed, rating, deviation, volatility, n_games, rated_ms, certain_until_ms)
SELECT user_id, variant, 'rapid', rating, deviation, volatility, 0, rated_ms, certain_until_ms
FROM ratings
WHERE speed = 'classical'
ON CONFLICT (user_id, variant, speed) DO NOTHING;
