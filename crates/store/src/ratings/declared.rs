//! How strong the owner of an account says they are, before its games do.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// How strong the owner of an account says they are, before its games do.
pub async fn declared(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    let row: Option<Option<String>> = optional_value!(
        conn,
        "SELECT user_id, declared FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(row.flatten())
}

/// Writes down how strong the owner of an account says they are; `None`: nothing.
pub async fn declare(tx: &mut Tx, user: UserId, strength: Option<&str>) -> Result<()> {
    execute!(tx, "UPDATE accounts SET declared = $2 WHERE user_id = $1", user.uuid(), strength)
        .await?;
    Ok(())
}
