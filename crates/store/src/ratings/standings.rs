//! What a player is rated at in each speed of a variant.

use komadai_ids::UserId;

use super::{Numbers, count};
use crate::{
    Conn, Result, Tx,
    db::{Columns, FromRow, Malformed, all, execute, optional},
};

/// What a player is rated at in one variant and speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The name of the speed.
    pub speed: String,
    /// After the last game.
    pub numbers: Numbers,
    /// How many games.
    pub n_games: u32,
    /// When the last one ended.
    pub rated_ms: i64,
    /// Until when it is certain without another game.
    pub certain_until_ms: i64,
}

impl FromRow for Standing {
    const TABLE: &'static str = "ratings";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            speed: row.get("speed")?,
            numbers: Numbers {
                rating: row.get("rating")?,
                deviation: row.get("deviation")?,
                volatility: row.get("volatility")?,
            },
            n_games: count(row, "n_games")?,
            rated_ms: row.get("rated_ms")?,
            certain_until_ms: row.get("certain_until_ms")?,
        })
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

/// How many people have played a variant by rating since then; counted up to `limit`.
pub async fn n_players(conn: &mut Conn, variant: &str, since_ms: i64, limit: u32) -> Result<u32> {
    struct Players(u32);

    impl FromRow for Players {
        const TABLE: &'static str = "ratings";

        fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
            count(row, "n").map(Self)
        }
    }

    let row: Option<Players> = optional!(
        conn,
        "SELECT COUNT(*) AS n FROM (SELECT DISTINCT user_id FROM ratings \
             WHERE variant = $1 AND rated_ms >= $2 LIMIT $3) AS players",
        variant,
        since_ms,
        i64::from(limit)
    )
    .await?;
    Ok(row.map_or(0, |Players(n)| n))
}
