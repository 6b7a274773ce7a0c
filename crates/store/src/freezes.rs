//! Accounts that their owners have frozen by the link in an email.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional, row},
};

row! {
    /// How an account was frozen.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Freeze in "accounts" {
        /// Where the email went whose link was used, and where alone a new password is sent.
        pub email: String = "frozen_email",
        /// When that email was written, in Unix milliseconds.
        pub letter_ms: i64 = "frozen_by_ms",
    }
}

/// How an account was frozen; `None` where it is not.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<Freeze>> {
    optional!(
        conn,
        "SELECT frozen_email, frozen_by_ms FROM accounts \
         WHERE user_id = $1 AND frozen_ms IS NOT NULL",
        user.uuid()
    )
    .await
}

/// Freezes an account; `email_key` is the address folded. `false`: there is none, or an email that
/// was written no later has frozen it already.
pub async fn freeze(
    tx: &mut Tx,
    user: UserId,
    freeze: &Freeze,
    email_key: &str,
    now_ms: i64,
) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET frozen_ms = $2, frozen_email = $3, frozen_email_key = $4, \
             frozen_by_ms = $5 \
         WHERE user_id = $1 AND (frozen_ms IS NULL OR frozen_by_ms > $5)",
        user.uuid(),
        now_ms,
        freeze.email.as_str(),
        email_key,
        freeze.letter_ms
    )
    .await?;
    Ok(changed > 0)
}

/// Ends a freeze.
pub async fn thaw(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(
        tx,
        "UPDATE accounts SET frozen_ms = NULL, frozen_email = NULL, frozen_email_key = NULL, \
             frozen_by_ms = NULL WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(())
}
