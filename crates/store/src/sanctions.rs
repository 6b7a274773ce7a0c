//! What moderators impose on players: mutes and bans.

pub use komadai_community::moderation::SanctionKind;
use komadai_ids::UserId;
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row, select, values},
};

/// Who has imposed what somebody at the server's command line has imposed.
pub const CONSOLE: UserId = UserId::from_uuid(Uuid::nil());

row! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Sanction in "sanctions" {
        /// Made by the caller.
        pub id: Uuid,
        pub kind: SanctionKind,
        /// On whom, or because of whom.
        pub user: UserId = "user_id",
        /// The address, where it is one.
        pub address: Option<String>,
        /// Why, in the moderator's words.
        pub reason: String,
        /// A moderator, or [`CONSOLE`].
        pub by: UserId = "by_id",
        /// Since when, in Unix milliseconds.
        pub from_ms: i64,
        /// Until when; for good without it.
        pub until_ms: Option<i64>,
    }
}

/// Imposes a sanction.
pub async fn insert(tx: &mut Tx, sanction: &Sanction) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO sanctions (id, kind, user_id, address, reason, by_id, from_ms, until_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        sanction.id,
        sanction.kind.as_str(),
        sanction.user.uuid(),
        &sanction.address,
        &sanction.reason,
        sanction.by.uuid(),
        sanction.from_ms,
        sanction.until_ms
    )
    .await?;
    Ok(())
}

/// Everything that is imposed at `now_ms`.
pub async fn in_force(conn: &mut Conn, now_ms: i64) -> Result<Vec<Sanction>> {
    all!(
        conn,
        select!(
            Sanction,
            "FROM sanctions \
             WHERE lifted_ms IS NULL AND (until_ms IS NULL OR until_ms > $1) ORDER BY from_ms, id"
        ),
        now_ms
    )
    .await
}

/// What is imposed on a player at `now_ms`.
pub async fn of(conn: &mut Conn, user: UserId, now_ms: i64) -> Result<Vec<Sanction>> {
    all!(
        conn,
        select!(
            Sanction,
            "FROM sanctions WHERE user_id = $1 AND lifted_ms IS NULL \
                 AND (until_ms IS NULL OR until_ms > $2) ORDER BY from_ms, id"
        ),
        user.uuid(),
        now_ms
    )
    .await
}

/// Lifts a sanction. `false`: it is not there, or was lifted before.
pub async fn lift(tx: &mut Tx, id: Uuid, by: UserId, now_ms: i64) -> Result<bool> {
    let lifted = execute!(
        tx,
        "UPDATE sanctions SET lifted_by = $2, lifted_ms = $3 WHERE id = $1 AND lifted_ms IS NULL",
        id,
        by.uuid(),
        now_ms
    )
    .await?;
    Ok(lifted > 0)
}

/// Lifts what is imposed at `now_ms` on an address, for somebody at the command line; how much that
/// was.
pub async fn lift_address(tx: &mut Tx, address: &str, now_ms: i64) -> Result<u64> {
    execute!(
        tx,
        "UPDATE sanctions SET lifted_ms = $2 WHERE address = $1 AND lifted_ms IS NULL \
             AND (until_ms IS NULL OR until_ms > $2)",
        address,
        now_ms
    )
    .await
}

/// Lifts what is imposed at `now_ms` on a player, or on addresses because of them, for somebody at
/// the command line; how much that was.
pub async fn lift_of(tx: &mut Tx, user: UserId, now_ms: i64) -> Result<u64> {
    execute!(
        tx,
        "UPDATE sanctions SET lifted_ms = $2 WHERE user_id = $1 AND lifted_ms IS NULL \
             AND (until_ms IS NULL OR until_ms > $2)",
        user.uuid(),
        now_ms
    )
    .await
}

/// What somebody at the command line has lifted since then, the latest first.
pub async fn lifted_since(conn: &mut Conn, at_ms: i64, limit: u32) -> Result<Vec<Uuid>> {
    values!(
        conn,
        "SELECT id FROM sanctions WHERE lifted_ms >= $1 AND lifted_by IS NULL \
         ORDER BY lifted_ms DESC, id DESC LIMIT $2",
        at_ms,
        i64::from(limit)
    )
    .await
}
