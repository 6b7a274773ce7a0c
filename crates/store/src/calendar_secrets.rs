//! The private addresses under which calendar programs read when somebody plays.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// The secret in the address of somebody's calendar, if they have one.
pub async fn of(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    optional_value!(conn, "SELECT secret FROM calendar_secrets WHERE user_id = $1", user.uuid())
        .await
}

/// Whose calendar has this secret.
pub async fn user_of(conn: &mut Conn, secret: &str) -> Result<Option<UserId>> {
    optional_value!(conn, "SELECT user_id FROM calendar_secrets WHERE secret = $1", secret).await
}

/// From now on this is the secret of somebody's calendar, and no other.
pub async fn renew(tx: &mut Tx, user: UserId, secret: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO calendar_secrets (user_id, secret, made_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, made_ms = excluded.made_ms",
        user.uuid(),
        secret,
        now_ms
    )
    .await?;
    Ok(())
}

/// Nobody reads somebody's calendar any more.
pub async fn remove(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM calendar_secrets WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}
