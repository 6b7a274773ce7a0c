//! Whose games a player wants to see.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, row},
};

/// The most others that one player may follow.
pub const FOLLOWS_MAX: u32 = 200;

row! {
    /// Somebody who is followed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FollowedPlayer in "follows" {
        pub user: UserId = "other_id",
        /// The name of their account.
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
        /// Whether they let those who follow them know what they are playing.
        pub tells: bool = "tells_followers",
    }
}

/// Follows somebody, or no longer.
pub async fn set(
    tx: &mut Tx,
    user: UserId,
    other: UserId,
    follows: bool,
    now_ms: i64,
) -> Result<()> {
    if follows {
        execute!(
            tx,
            "INSERT INTO follows (user_id, other_id, since_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, other_id) DO NOTHING",
            user.uuid(),
            other.uuid(),
            now_ms
        )
        .await?;
    } else {
        execute!(
            tx,
            "DELETE FROM follows WHERE user_id = $1 AND other_id = $2",
            user.uuid(),
            other.uuid()
        )
        .await?;
    }
    Ok(())
}

/// Whether a player follows another.
pub async fn does(conn: &mut Conn, user: UserId, other: UserId) -> Result<bool> {
    exists!(
        conn,
        "SELECT other_id FROM follows WHERE user_id = $1 AND other_id = $2",
        user.uuid(),
        other.uuid()
    )
    .await
}

/// All whom a player follows, by name.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<FollowedPlayer>> {
    all!(
        conn,
        "SELECT follows.other_id, accounts.handle, users.name, users.bot, accounts.tells_followers \
         FROM follows JOIN users ON users.id = follows.other_id \
             JOIN accounts ON accounts.user_id = follows.other_id \
         WHERE follows.user_id = $1 ORDER BY users.name, follows.other_id LIMIT $2",
        user.uuid(),
        i64::from(FOLLOWS_MAX)
    )
    .await
}
