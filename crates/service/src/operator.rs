//! What the operator does at the command line, beside a server that may be running.

use komadai_ids::UserId;
use komadai_store::{Registered, Registration, Role, Store, accounts, sessions, users};

use crate::{
    AccountError, Timebase,
    moderation::note,
    names::{Handle, display_name},
    passwords::{Passwords, may_be_chosen},
    random,
};

/// How many signs a password has that is made here.
const PASSWORD_SIGNS: usize = 16;

/// The operator. An account it makes may have any handle, also those kept for the site.
#[derive(Debug)]
pub struct Operator {
    store: Store,
    timebase: Timebase,
    passwords: Passwords,
}

impl Operator {
    /// Over these databases.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn new(store: Store) -> std::io::Result<Self> {
        Ok(Self { store, timebase: Timebase::start(), passwords: Passwords::start()? })
    }

    /// Makes an account.
    ///
    /// # Errors
    /// What is wrong with the name or the password, or with the database.
    pub async fn create(
        &self,
        handle: &str,
        password: String,
        role: Option<Role>,
    ) -> Result<(), AccountError> {
        let handle = Handle::parse_any(handle)?;
        let name = display_name(handle.as_str())?;
        if !may_be_chosen(&password) {
            return Err(AccountError::Password);
        }
        let hash = self.passwords.hash(password).await?;
        let now_ms = self.timebase.now_ms();
        let user = UserId::new(now_ms, random::bytes());
        let mut tx = self.store.write().await?;
        users::create_guest(&mut tx, user, &name, now_ms as i64).await?;
        let registration =
            Registration { user, handle: handle.as_str(), key: handle.key(), name: &name };
        match accounts::register(&mut tx, registration, &hash, now_ms as i64).await? {
            Registered::Yes => {}
            Registered::Taken | Registered::NoGuest => return Err(AccountError::Taken),
        }
        accounts::set_role(&mut tx, user, role).await?;
        let details = role.map_or("", Role::as_str);
        note(&mut tx, now_ms, None, "create_account", Some(user), details).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives an account a role, or none.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn set_role(&self, handle: &str, role: Option<Role>) -> Result<(), AccountError> {
        let user = self.find(handle).await?;
        let mut tx = self.store.write().await?;
        accounts::set_role(&mut tx, user, role).await?;
        let details = role.map_or("none", Role::as_str);
        note(&mut tx, self.timebase.now_ms(), None, "role", Some(user), details).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives an account a new password, which is returned, and signs it out everywhere.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn reset_password(&self, handle: &str) -> Result<String, AccountError> {
        let user = self.find(handle).await?;
        let password = random::signs(PASSWORD_SIGNS);
        let hash = self.passwords.hash(password.clone()).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        accounts::set_password(&mut tx, user, &hash, now_ms as i64).await?;
        sessions::delete_all(&mut tx, user).await?;
        note(&mut tx, now_ms, None, "reset_password", Some(user), "").await?;
        tx.commit().await?;
        Ok(password)
    }

    async fn find(&self, handle: &str) -> Result<UserId, AccountError> {
        let handle = Handle::parse_any(handle)?;
        let mut conn = self.store.read().await?;
        let account = accounts::find_by_key(&mut conn, handle.key()).await?;
        account.map(|account| account.user.id).ok_or(AccountError::Unknown)
    }
}
