//! Players who registered.

pub use komadai_community::accounts::Role;
use std::collections::HashMap;

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx, User,
    db::{ASKED_AT_ONCE, all, all_of, execute, optional, optional_value, parsed, row},
    games,
};

/// How many accounts of one mail address are written to.
pub const ACCOUNTS_PER_EMAIL_MAX: i64 = 5;

row! {
    /// What is stored of an account beyond its player.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Account in "accounts" {
        pub user: User = User::from_row,
        /// The name to sign in with, as it was typed.
        pub handle: String,
        /// A PHC string.
        pub password_hash: String,
        /// How often access to the account was ended; see [`end_epoch`].
        pub password_epoch: i64,
        /// When it registered, in Unix milliseconds.
        pub registered_ms: i64,
        /// What it may do beyond playing.
        pub role: Option<Role>,
        /// The mail address, which somebody who reads it has verified.
        pub email: Option<String>,
        /// Whether the owner has frozen it, so that nobody may sign in.
        pub frozen: bool = parsed("frozen_ms", |ms: Option<i64>| Some(ms.is_some())),
    }
}

impl std::fmt::Debug for Account {
    /// Without the hash of the password and the address.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account")
            .field("user", &self.user)
            .field("handle", &self.handle)
            .field("registered_ms", &self.registered_ms)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

/// A guest that registers.
#[derive(Clone, Copy, Debug)]
pub struct NewAccount<'a> {
    pub user: UserId,
    /// The name to sign in with.
    pub handle: &'a str,
    /// The same, folded.
    pub key: &'a str,
    /// What others see.
    pub name: &'a str,
}

/// What came of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistrationOutcome {
    /// The guest is an account now.
    Yes,
    /// Another account has a handle that folds to the same.
    Taken,
    /// There is no such guest.
    NoGuest,
}

/// Turns a guest into an account.
///
/// # Errors
/// When the database fails, or another transaction is about to take the handle.
pub async fn register(
    tx: &mut Tx,
    registration: NewAccount<'_>,
    password_hash: &str,
    now_ms: i64,
) -> Result<RegistrationOutcome> {
    let NewAccount { user, handle, key, name } = registration;
    if find_by_key(tx, key).await?.is_some() {
        return Ok(RegistrationOutcome::Taken);
    }
    let changed = execute!(
        tx,
        "UPDATE users SET name = $2, name_key = $3, guest = FALSE, version = version + 1 \
         WHERE id = $1 AND guest = TRUE",
        user.uuid(),
        name,
        key
    )
    .await?;
    if changed == 0 {
        return Ok(RegistrationOutcome::NoGuest);
    }
    games::name(tx, user, name).await?;
    execute!(
        tx,
        "INSERT INTO accounts (user_id, handle, password_hash, password_ms, registered_ms) \
         VALUES ($1, $2, $3, $4, $4)",
        user.uuid(),
        handle,
        password_hash,
        now_ms
    )
    .await?;
    Ok(RegistrationOutcome::Yes)
}

/// The account whose handle folds to `key`.
pub async fn find_by_key(conn: &mut Conn, key: &str) -> Result<Option<Account>> {
    optional!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                accounts.handle, accounts.password_hash, accounts.password_epoch, \
                accounts.registered_ms, accounts.role, accounts.email, accounts.frozen_ms \
         FROM users JOIN accounts ON accounts.user_id = users.id WHERE users.name_key = $1",
        key
    )
    .await
}

/// The account of a player, if it has one.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Option<Account>> {
    optional!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                accounts.handle, accounts.password_hash, accounts.password_epoch, \
                accounts.registered_ms, accounts.role, accounts.email, accounts.frozen_ms \
         FROM users JOIN accounts ON accounts.user_id = users.id WHERE users.id = $1",
        user.uuid()
    )
    .await
}

row! { struct Handle(UserId = "user_id", String = "handle") in "accounts"; }

/// The handles of those of these players who have accounts.
pub async fn handles(conn: &mut Conn, users: &[UserId]) -> Result<HashMap<UserId, String>> {
    let ids: Vec<_> = users.iter().map(|user| user.uuid()).collect();
    let mut handles = HashMap::with_capacity(users.len());
    for asked in ids.chunks(ASKED_AT_ONCE) {
        let rows: Vec<Handle> =
            all_of!(conn, "SELECT user_id, handle FROM accounts WHERE user_id", asked).await?;
        handles.extend(rows.into_iter().map(|Handle(user, handle)| (user, handle)));
    }
    Ok(handles)
}

/// Sets another password. `false`: there is no such account.
pub async fn set_password(
    tx: &mut Tx,
    user: UserId,
    password_hash: &str,
    now_ms: i64,
) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET password_hash = $2, password_ms = $3 WHERE user_id = $1",
        user.uuid(),
        password_hash,
        now_ms
    )
    .await?;
    Ok(changed > 0)
}

/// Ends everything that was given under the present password: the epoch is raised, so that no
/// ticket of before is taken any more. `false`: there is no such account.
pub async fn end_epoch(tx: &mut Tx, user: UserId) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET password_epoch = password_epoch + 1 WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(changed > 0)
}

/// Keeps the epoch from changing until the transaction ends. `false`: it has changed already, and
/// what was proven under it proves nothing any more.
pub async fn hold_epoch(tx: &mut Tx, user: UserId, epoch: i64) -> Result<bool> {
    let held = execute!(
        tx,
        "UPDATE accounts SET password_epoch = password_epoch \
         WHERE user_id = $1 AND password_epoch = $2",
        user.uuid(),
        epoch
    )
    .await?;
    Ok(held > 0)
}

/// Sets the name that others see. `false`: there is no such account.
pub async fn set_name(tx: &mut Tx, user: UserId, name: &str) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE users SET name = $2, version = version + 1 WHERE id = $1 AND guest = FALSE",
        user.uuid(),
        name
    )
    .await?;
    Ok(changed > 0)
}

/// Sets the mail address as typed and folded, or takes it away. `false`: there is no such account.
pub async fn set_email(tx: &mut Tx, user: UserId, email: Option<(&str, &str)>) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET email = $2, email_key = $3 WHERE user_id = $1",
        user.uuid(),
        email.map(|(email, _)| email),
        email.map(|(_, key)| key)
    )
    .await?;
    Ok(changed > 0)
}

/// The accounts of the person who reads mail to an address that folds to `key`, the oldest first:
/// of a frozen account it is the address that the freeze names, and no other.
pub async fn by_email(conn: &mut Conn, key: &str) -> Result<Vec<Account>> {
    all!(
        conn,
        "SELECT users.id, users.name, users.guest, users.bot, users.created_ms, users.version, \
                accounts.handle, accounts.password_hash, accounts.password_epoch, \
                accounts.registered_ms, accounts.role, accounts.email, accounts.frozen_ms \
         FROM users JOIN accounts ON accounts.user_id = users.id \
         WHERE (accounts.email_key = $1 AND accounts.frozen_ms IS NULL) \
             OR accounts.frozen_email_key = $1 \
         ORDER BY accounts.registered_ms, users.id LIMIT $2",
        key,
        ACCOUNTS_PER_EMAIL_MAX
    )
    .await
}

/// Gives a role, or takes it away. `false`: there is no such account.
pub async fn set_role(tx: &mut Tx, user: UserId, role: Option<Role>) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE accounts SET role = $2 WHERE user_id = $1",
        user.uuid(),
        role.map(Role::as_str)
    )
    .await?;
    Ok(changed > 0)
}

/// What somebody says of themselves on their page; empty: nothing.
pub async fn about(conn: &mut Conn, user: UserId) -> Result<String> {
    let row: Option<String> = optional_value!(
        conn,
        "SELECT user_id, about FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(row.unwrap_or_default())
}

/// Sets what somebody says of themselves.
pub async fn set_about(tx: &mut Tx, user: UserId, about: &str) -> Result<()> {
    execute!(tx, "UPDATE accounts SET about = $2 WHERE user_id = $1", user.uuid(), about).await?;
    Ok(())
}
