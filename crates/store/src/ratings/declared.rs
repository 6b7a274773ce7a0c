//! How strong an account said to be when it registered.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// How strong an account said to be when it registered.
pub async fn declared(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    let row: Option<Option<String>> = optional_value!(
        conn,
        "SELECT user_id, declared FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(row.flatten())
}

/// Writes down how strong a new account says to be.
pub async fn declare(tx: &mut Tx, user: UserId, grade: &str) -> Result<()> {
    execute!(tx, "UPDATE accounts SET declared = $2 WHERE user_id = $1", user.uuid(), grade)
        .await?;
    Ok(())
}
