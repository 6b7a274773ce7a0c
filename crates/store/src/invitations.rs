//! Codes with which somebody may register where registration is by invitation.

use komadai_ids::UserId;

use crate::{Result, TokenHash, Tx, db::execute};

/// Keeps a new code, by its hash.
pub async fn insert(tx: &mut Tx, code: TokenHash, by: UserId, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO invitations (code_hash, made_by, made_ms) VALUES ($1, $2, $3)",
        code.0.as_slice(),
        by.uuid(),
        now_ms
    )
    .await?;
    Ok(())
}

/// Uses a code up. `false`: there is no such code, or it was used before.
pub async fn take(tx: &mut Tx, code: TokenHash, by: UserId, now_ms: i64) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE invitations SET used_by = $2, used_ms = $3 \
         WHERE code_hash = $1 AND used_by IS NULL",
        code.0.as_slice(),
        by.uuid(),
        now_ms
    )
    .await?;
    Ok(taken > 0)
}
