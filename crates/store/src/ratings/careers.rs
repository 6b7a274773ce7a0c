//! How many rated games of a variant a player has behind, and how they went.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional, row},
};

row! {
    /// A player's rated games of one variant, all speeds together.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Career in "careers" {
        pub n_games: u32,
        /// How many of them were won.
        pub wins: u32,
        /// How many were lost.
        pub losses: u32,
        /// Wins in a row at the end (above 0), or losses (below 0).
        pub streak: i64,
        /// The most wins in a row.
        pub best_streak: i64,
        /// Games up to this one earn no grade any more.
        pub counted_after: u32,
    }
}

/// A player's rated games of a variant, if there are any.
pub async fn career(conn: &mut Conn, user: UserId, variant: &str) -> Result<Option<Career>> {
    optional!(
        conn,
        "SELECT user_id, n_games, wins, losses, streak, best_streak, counted_after \
         FROM careers WHERE user_id = $1 AND variant = $2",
        user.uuid(),
        variant
    )
    .await
}

/// Locks a player's row for this transaction: others who want to rate a game of theirs wait for its
/// end. Players are locked in order of their ids, so that two never wait for each other.
pub async fn take_career(tx: &mut Tx, user: UserId, variant: &str) -> Result<Career> {
    execute!(
        tx,
        "INSERT INTO careers (user_id, variant, n_games, wins, losses, streak, best_streak, \
             counted_after) \
         VALUES ($1, $2, 0, 0, 0, 0, 0, 0) \
         ON CONFLICT (user_id, variant) DO UPDATE SET n_games = careers.n_games",
        user.uuid(),
        variant
    )
    .await?;
    // It is there now.
    Ok(career(tx, user, variant).await?.unwrap_or_default())
}

/// Writes a career that was taken.
pub async fn put_career(tx: &mut Tx, user: UserId, variant: &str, career: &Career) -> Result<()> {
    execute!(
        tx,
        "UPDATE careers SET n_games = $3, wins = $4, losses = $5, streak = $6, best_streak = $7, \
             counted_after = $8 WHERE user_id = $1 AND variant = $2",
        user.uuid(),
        variant,
        i64::from(career.n_games),
        i64::from(career.wins),
        i64::from(career.losses),
        career.streak,
        career.best_streak,
        i64::from(career.counted_after)
    )
    .await?;
    Ok(())
}
