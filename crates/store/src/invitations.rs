//! Codes with which somebody may register where registration is by invitation, or with a role.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Role, TokenHash, Tx,
    db::{execute, optional, row},
    sanctions::CONSOLE,
};

row! {
    /// What an invitation gives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct InvitedRole in "invitations" {
        /// What the account may do beyond playing.
        pub role: Option<Role>,
    }
}

/// A code that is made.
#[derive(Clone, Copy, Debug)]
pub struct NewInvitation {
    /// Its hash, which is all that is kept of it.
    pub code: TokenHash,
    /// Who has made it; somebody at the command line without it.
    pub by: Option<UserId>,
    /// What it gives.
    pub role: Option<Role>,
    /// Until when it is good, in Unix milliseconds; until it is used without it.
    pub expires_ms: Option<i64>,
}

/// Keeps a new code, by its hash.
pub async fn insert(tx: &mut Tx, new: &NewInvitation, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO invitations (code_hash, made_by, made_ms, role, expires_ms) \
         VALUES ($1, $2, $3, $4, $5)",
        new.code.0.as_slice(),
        new.by.unwrap_or(CONSOLE).uuid(),
        now_ms,
        new.role.map(Role::as_str),
        new.expires_ms
    )
    .await?;
    Ok(())
}

/// What a code gives that can still be used.
pub async fn find(conn: &mut Conn, code: TokenHash, now_ms: i64) -> Result<Option<InvitedRole>> {
    optional!(
        conn,
        "SELECT role FROM invitations WHERE code_hash = $1 AND used_by IS NULL \
             AND (expires_ms IS NULL OR expires_ms > $2)",
        code.0.as_slice(),
        now_ms
    )
    .await
}

/// Takes back the codes that somebody has made, that give a role and that nobody has used.
pub async fn withdraw_roles(tx: &mut Tx, by: UserId) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM invitations \
         WHERE made_by = $1 AND role IS NOT NULL AND used_by IS NULL",
        by.uuid()
    )
    .await?;
    Ok(())
}

/// Uses a code up. `false`: there is no such code, or it was used before, or is too old.
pub async fn take(tx: &mut Tx, code: TokenHash, by: UserId, now_ms: i64) -> Result<bool> {
    let taken = execute!(
        tx,
        "UPDATE invitations SET used_by = $2, used_ms = $3 \
         WHERE code_hash = $1 AND used_by IS NULL AND (expires_ms IS NULL OR expires_ms > $3)",
        code.0.as_slice(),
        by.uuid(),
        now_ms
    )
    .await?;
    Ok(taken > 0)
}
