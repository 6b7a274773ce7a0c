//! What people with accounts have set, so that it is the same on all their devices.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// What somebody has set, as they wrote it.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    optional_value!(conn, "SELECT settings FROM preferences WHERE user_id = $1", user.uuid()).await
}

/// Keeps what somebody has set, instead of what was set before.
pub async fn set(tx: &mut Tx, user: UserId, settings: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO preferences (user_id, settings, changed_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings, \
         changed_ms = excluded.changed_ms",
        user.uuid(),
        settings,
        now_ms
    )
    .await?;
    Ok(())
}
