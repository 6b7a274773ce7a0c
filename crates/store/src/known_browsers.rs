//! The browsers in which somebody has signed in to an account, also once they have signed out.

use komadai_ids::UserId;

use crate::{
    Conn, Result, TokenHash, Tx,
    db::{execute, exists},
};

/// How many browsers an account knows; the one that was seen longest ago goes first.
const BROWSERS_MAX: i64 = 20;

/// Notes that somebody who may has signed in to an account in this browser.
///
/// # Errors
/// When the database fails or the player is not there.
pub async fn note(tx: &mut Tx, user: UserId, browser: TokenHash, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO known_browsers (user_id, token_hash, seen_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id, token_hash) DO UPDATE SET seen_ms = excluded.seen_ms",
        user.uuid(),
        browser.0.as_slice(),
        now_ms
    )
    .await?;
    execute!(
        tx,
        "DELETE FROM known_browsers WHERE user_id = $1 AND token_hash NOT IN \
         (SELECT token_hash FROM known_browsers WHERE user_id = $1 \
          ORDER BY seen_ms DESC, token_hash LIMIT $2)",
        user.uuid(),
        BROWSERS_MAX
    )
    .await?;
    Ok(())
}

/// Whether an account, whose handle folds to `key`, knows a browser.
pub async fn is_known(conn: &mut Conn, key: &str, browser: TokenHash) -> Result<bool> {
    exists!(
        conn,
        "SELECT seen_ms FROM known_browsers JOIN users ON users.id = known_browsers.user_id \
         WHERE users.name_key = $1 AND token_hash = $2",
        key,
        browser.0.as_slice()
    )
    .await
}

/// A browser has been given another cookie.
pub async fn carry_over(tx: &mut Tx, from: TokenHash, to: TokenHash) -> Result<()> {
    execute!(
        tx,
        "UPDATE known_browsers SET token_hash = $2 WHERE token_hash = $1",
        from.0.as_slice(),
        to.0.as_slice()
    )
    .await?;
    Ok(())
}

/// Forgets the browsers of an account but one.
pub async fn forget_others(tx: &mut Tx, user: UserId, kept: TokenHash) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM known_browsers WHERE user_id = $1 AND token_hash <> $2",
        user.uuid(),
        kept.0.as_slice()
    )
    .await?;
    Ok(())
}

/// Forgets the browsers of an account.
pub async fn forget_all(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM known_browsers WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}
