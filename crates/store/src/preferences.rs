//! What people with accounts have set, so that it is the same on all their devices.

use std::collections::HashMap;

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{ASKED_AT_ONCE, all_of, execute, optional_value, row},
};

/// What somebody has set, as they wrote it.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    optional_value!(conn, "SELECT settings FROM preferences WHERE user_id = $1", user.uuid()).await
}

row! { struct Settings(UserId = "user_id", String = "settings") in "preferences"; }

/// What those of these people have set who have set anything, as they wrote it.
pub async fn of_all(conn: &mut Conn, users: &[UserId]) -> Result<HashMap<UserId, String>> {
    let ids: Vec<_> = users.iter().map(|user| user.uuid()).collect();
    let mut found = HashMap::with_capacity(users.len());
    for asked in ids.chunks(ASKED_AT_ONCE) {
        let rows: Vec<Settings> =
            all_of!(conn, "SELECT user_id, settings FROM preferences WHERE user_id", asked).await?;
        found.extend(rows.into_iter().map(|Settings(user, settings)| (user, settings)));
    }
    Ok(found)
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
