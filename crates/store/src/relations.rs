//! Players whom a player has muted or blocked.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{Columns, FromRow, Malformed, all, execute},
};

/// The most others that one player may keep away.
pub const RELATIONS_MAX: u32 = 500;

/// How far somebody is kept away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distance {
    /// What they say is not shown.
    Mute,
    /// That, and they do not meet at a board.
    Block,
}

impl Distance {
    const ALL: [Self; 2] = [Self::Mute, Self::Block];

    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mute => "mute",
            Self::Block => "block",
        }
    }

    /// The one with this spelling.
    pub fn from_name(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == text)
    }
}

/// Somebody who is kept away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub user: UserId,
    pub other: UserId,
    /// What others see of them.
    pub name: String,
    pub distance: Distance,
}

impl FromRow for Relation {
    const TABLE: &'static str = "relations";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            user: UserId::from_uuid(row.get("user_id")?),
            other: UserId::from_uuid(row.get("other_id")?),
            name: row.get("name")?,
            distance: row.parse("kind", |kind: String| Distance::from_name(&kind))?,
        })
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
