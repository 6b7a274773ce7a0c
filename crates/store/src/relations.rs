//! Players whom a player has muted or blocked.

pub use komadai_community::moderation::Distance;
use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row},
};

/// The most others that one player may keep away.
pub const RELATIONS_MAX: u32 = 500;

row! {
    /// Somebody who is kept away.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Relation in "relations" {
        pub user: UserId = "user_id",
        pub other: UserId = "other_id",
        /// What others see of them.
        pub name: String,
        pub distance: Distance = "kind",
    }
}

/// Keeps somebody away; `None` no longer does.
pub async fn set(
    tx: &mut Tx,
    user: UserId,
    other: UserId,
    distance: Option<Distance>,
    now_ms: i64,
) -> Result<()> {
    match distance {
        Some(distance) => {
            execute!(
                tx,
                "INSERT INTO relations (user_id, other_id, kind, since_ms) \
                 VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (user_id, other_id) DO UPDATE SET kind = excluded.kind",
                user.uuid(),
                other.uuid(),
                distance.as_str(),
                now_ms
            )
            .await?
        }
        None => {
            execute!(
                tx,
                "DELETE FROM relations WHERE user_id = $1 AND other_id = $2",
                user.uuid(),
                other.uuid()
            )
            .await?
        }
    };
    Ok(())
}

/// All whom a player keeps away, by name.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Vec<Relation>> {
    all!(
        conn,
        "SELECT relations.other_id, relations.user_id, relations.kind, users.name \
         FROM relations JOIN users ON users.id = relations.other_id \
         WHERE relations.user_id = $1 ORDER BY users.name, relations.other_id LIMIT $2",
        user.uuid(),
        i64::from(RELATIONS_MAX)
    )
    .await
}

/// What each of two players keeps of the other.
pub async fn between(conn: &mut Conn, one: UserId, two: UserId) -> Result<Vec<Relation>> {
    all!(
        conn,
        "SELECT relations.other_id, relations.user_id, relations.kind, users.name \
         FROM relations JOIN users ON users.id = relations.other_id \
         WHERE (relations.user_id = $1 AND relations.other_id = $2) \
             OR (relations.user_id = $2 AND relations.other_id = $1)",
        one.uuid(),
        two.uuid()
    )
    .await
}

/// Whether one of two players has blocked the other.
pub async fn are_apart(conn: &mut Conn, one: UserId, two: UserId) -> Result<bool> {
    Ok(between(conn, one, two).await?.iter().any(|it| it.distance == Distance::Block))
}
