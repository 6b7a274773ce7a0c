//! Accounts as those who run the site look for them, and what they want done at the command line.

use komadai_ids::UserId;

use crate::{
    Conn, PageKey, Result, Role, Tx,
    db::{all, execute, exists, optional, optional_value, parsed, row},
};

/// How many accounts a page of the list has.
pub const LISTED_MAX: u32 = 50;

row! {
    /// An account as it is listed.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AccountLine in "accounts" {
        pub user: UserId = "user_id",
        /// The name to sign in with.
        pub handle: String,
        /// What others see.
        pub name: String,
        /// Whether it is a program's.
        pub bot: bool,
        /// What it may do beyond playing.
        pub role: Option<Role>,
        /// The mail address.
        pub email: Option<String>,
        /// When it registered, in Unix milliseconds.
        pub registered_ms: i64,
        /// When one of its sessions was last used, to the day.
        pub seen_ms: Option<i64>,
        /// Whether the owner has frozen it.
        pub frozen: bool = parsed("frozen_ms", |ms: Option<i64>| Some(ms.is_some())),
    }
}

/// The accounts that registered before a place in the list, the latest first.
pub async fn newest(conn: &mut Conn, after: PageKey) -> Result<Vec<AccountLine>> {
    all!(
        conn,
        "SELECT accounts.user_id, accounts.handle, users.name, users.bot, accounts.role, \
             accounts.email, accounts.registered_ms, accounts.frozen_ms, \
             (SELECT MAX(seen_ms) FROM sessions WHERE sessions.user_id = accounts.user_id) \
                 AS seen_ms \
         FROM accounts JOIN users ON users.id = accounts.user_id \
         WHERE (accounts.registered_ms, accounts.user_id) < ($1, $2) \
         ORDER BY accounts.registered_ms DESC, accounts.user_id DESC LIMIT $3",
        after.at_ms,
        after.id,
        i64::from(LISTED_MAX)
    )
    .await
}

/// The account of a player, as it is listed.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<AccountLine>> {
    optional!(
        conn,
        "SELECT accounts.user_id, accounts.handle, users.name, users.bot, accounts.role, \
             accounts.email, accounts.registered_ms, accounts.frozen_ms, \
             (SELECT MAX(seen_ms) FROM sessions WHERE sessions.user_id = accounts.user_id) \
                 AS seen_ms \
         FROM accounts JOIN users ON users.id = accounts.user_id \
         WHERE accounts.user_id = $1",
        user.uuid()
    )
    .await
}

/// The accounts whose mail address, folded, begins like this, in the order of the addresses.
pub async fn by_email(conn: &mut Conn, start: &str) -> Result<Vec<AccountLine>> {
    all!(
        conn,
        "SELECT accounts.user_id, accounts.handle, users.name, users.bot, accounts.role, \
             accounts.email, accounts.registered_ms, accounts.frozen_ms, \
             (SELECT MAX(seen_ms) FROM sessions WHERE sessions.user_id = accounts.user_id) \
                 AS seen_ms \
         FROM accounts JOIN users ON users.id = accounts.user_id \
         WHERE accounts.email_key IS NOT NULL AND SUBSTR(accounts.email_key, 1, $2) = $1 \
         ORDER BY accounts.email_key, accounts.user_id LIMIT $3",
        start,
        i32::try_from(start.chars().count()).unwrap_or(i32::MAX),
        i64::from(LISTED_MAX)
    )
    .await
}

/// The accounts with sessions that were opened from an address, the latest first.
pub async fn by_address(conn: &mut Conn, address: &str) -> Result<Vec<AccountLine>> {
    all!(
        conn,
        "SELECT accounts.user_id, accounts.handle, users.name, users.bot, accounts.role, \
             accounts.email, accounts.registered_ms, accounts.frozen_ms, \
             (SELECT MAX(seen_ms) FROM sessions WHERE sessions.user_id = accounts.user_id) \
                 AS seen_ms \
         FROM accounts JOIN users ON users.id = accounts.user_id \
         WHERE accounts.user_id IN (SELECT user_id FROM sessions WHERE address = $1) \
         ORDER BY accounts.registered_ms DESC, accounts.user_id DESC LIMIT $2",
        address,
        i64::from(LISTED_MAX)
    )
    .await
}

/// Whether anybody has an account.
pub async fn has_account(conn: &mut Conn) -> Result<bool> {
    exists!(conn, "SELECT user_id FROM accounts LIMIT 1").await
}

/// Whether anybody runs the site.
pub async fn has_admin(conn: &mut Conn) -> Result<bool> {
    exists!(conn, "SELECT user_id FROM accounts WHERE role = 'admin' LIMIT 1").await
}

row! {
    /// An account that is to be deleted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct AskedDeletion in "deletions" {
        pub user: UserId = "user_id",
        /// Why, in the operator's words.
        pub reason: String,
    }
}

/// Asks the running server to delete an account, or asks again.
pub async fn ask_deletion(tx: &mut Tx, user: UserId, reason: &str, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO deletions (user_id, reason, asked_ms, refused) VALUES ($1, $2, $3, NULL) \
         ON CONFLICT (user_id) DO UPDATE SET reason = excluded.reason, \
             asked_ms = excluded.asked_ms, refused = NULL",
        user.uuid(),
        reason,
        now_ms
    )
    .await?;
    Ok(())
}

/// What is to be deleted, in the order in which it was asked for.
pub async fn deletions(conn: &mut Conn) -> Result<Vec<AskedDeletion>> {
    all!(
        conn,
        "SELECT user_id, reason FROM deletions WHERE refused IS NULL \
         ORDER BY asked_ms, user_id LIMIT 100",
    )
    .await
}

/// Says why an account is not deleted.
pub async fn refuse_deletion(tx: &mut Tx, user: UserId, why: &str) -> Result<()> {
    execute!(tx, "UPDATE deletions SET refused = $2 WHERE user_id = $1", user.uuid(), why).await?;
    Ok(())
}

/// Why an account was not deleted, if that was refused.
pub async fn refused_deletion(conn: &mut Conn, user: UserId) -> Result<Option<String>> {
    optional_value!(
        conn,
        "SELECT refused FROM deletions WHERE user_id = $1 AND refused IS NOT NULL",
        user.uuid()
    )
    .await
}

/// Takes it back that an account is to be deleted.
pub async fn forget_deletion(tx: &mut Tx, user: UserId) -> Result<()> {
    execute!(tx, "DELETE FROM deletions WHERE user_id = $1", user.uuid()).await?;
    Ok(())
}
