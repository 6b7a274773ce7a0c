//! What a player is rated at in each speed of a variant.

use komadai_ids::UserId;

use super::Numbers;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, row},
};

row! {
    /// What a player is rated at in one variant and speed.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Standing in "ratings" {
        /// The name of the speed.
        pub speed: String,
        /// After the last game.
        pub numbers: Numbers = Numbers::from_row,
        /// How many games.
        pub n_games: u32,
        /// When the last one ended.
        pub rated_ms: i64,
        /// Until when it is certain without another game.
        pub certain_until_ms: i64,
    }
}

/// What a player is rated at in each speed of a variant.
pub async fn standings(conn: &mut Conn, user: UserId, variant: &str) -> Result<Vec<Standing>> {
    all!(
        conn,
        "SELECT user_id, speed, rating, deviation, volatility, n_games, rated_ms, \
             certain_until_ms \
         FROM ratings WHERE user_id = $1 AND variant = $2 ORDER BY speed LIMIT 16",
        user.uuid(),
        variant
    )
    .await
}

/// Writes what a player is rated at.
pub async fn put_standing(
    tx: &mut Tx,
    user: UserId,
    variant: &str,
    standing: &Standing,
) -> Result<()> {
    let Numbers { rating, deviation, volatility } = standing.numbers;
    execute!(
        tx,
        "INSERT INTO ratings (user_id, variant, speed, rating, deviation, volatility, n_games, \
             rated_ms, certain_until_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (user_id, variant, speed) DO UPDATE SET rating = $4, deviation = $5, \
             volatility = $6, n_games = $7, rated_ms = $8, certain_until_ms = $9",
        user.uuid(),
        variant,
        &standing.speed,
        rating,
        deviation,
        volatility,
        i64::from(standing.n_games),
        standing.rated_ms,
        standing.certain_until_ms
    )
    .await?;
    Ok(())
}
