//! What the operator does at the command line, beside a server that may be running, and how that
//! server notices.

use std::{sync::Arc, time::Duration};

use komadai_ids::UserId;
use komadai_store::{
    Registered, Registration, Role, Store, accounts, api_tokens, audit, second_factors, sessions,
    users,
};
use tokio::time::{MissedTickBehavior, interval};
use tracing::debug;

use crate::{
    AccountError, Hub, Timebase,
    moderation::note,
    names::Handle,
    passwords::{Passwords, may_be_chosen},
    random,
};

/// How many signs a password has that is made here.
const PASSWORD_SIGNS: usize = 16;

/// How often the running server looks for what was done at the command line.
const HEED_EVERY: Duration = Duration::from_secs(1);

/// For how long what was done is looked at, in milliseconds.
const HEEDED_FOR_MS: u64 = 60_000;

/// How many of whom it was done to are looked at.
const HEEDED_MAX: u32 = 100;

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
        // Those who run the site may be called so.
        let name = handle.as_str().to_owned();
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

    /// Gives an account a new password, which is returned, signs it out everywhere and takes its
    /// programs' tokens back.
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
        api_tokens::delete_all(&mut tx, user).await?;
        note(&mut tx, now_ms, None, "reset_password", Some(user), "").await?;
        tx.commit().await?;
        Ok(password)
    }

    /// Takes the second factor away from an account, for who has lost it with all codes.
    ///
    /// # Errors
    /// When there is no such account, it has none, or the database fails.
    pub async fn remove_second_factor(&self, handle: &str) -> Result<(), AccountError> {
        let user = self.find(handle).await?;
        let mut tx = self.store.write().await?;
        if !second_factors::remove(&mut tx, user).await? {
            return Err(AccountError::AsItIs);
        }
        let now_ms = self.timebase.now_ms();
        note(&mut tx, now_ms, None, "remove_second_factor", Some(user), "").await?;
        tx.commit().await?;
        Ok(())
    }

    async fn find(&self, handle: &str) -> Result<UserId, AccountError> {
        let handle = Handle::parse_any(handle)?;
        let mut conn = self.store.read().await?;
        let account = accounts::find_by_key(&mut conn, handle.key()).await?;
        account.map(|account| account.user.id).ok_or(AccountError::Unknown)
    }
}

/// Closes the sockets of whom the command line has signed out: it notes in the audit log what it
/// does, and this reads it there. What is noted is looked at again and again for a while, so
/// that two clocks that differ a little, and two servers on one database, do no harm.
pub(crate) async fn heed_operator(store: Store, timebase: Timebase, hub: Arc<Hub>) {
    let mut ticks = interval(HEED_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let heeded = async {
            let mut conn = store.read().await?;
            let since_ms = timebase.now_ms().saturating_sub(HEEDED_FOR_MS) as i64;
            for user in audit::signed_out_since(&mut conn, since_ms, HEEDED_MAX).await? {
                if hub.is_online(user) {
                    let mut kept = sessions::of(&mut conn, user).await?;
                    kept.extend(api_tokens::hashes(&mut conn, user).await?);
                    hub.sign_out(user, |session| !kept.contains(&session));
                }
            }
            Ok::<(), komadai_store::Error>(())
        };
        if let Err(cause) = heeded.await {
            debug!("what the operator did cannot be read: {cause}");
        }
    }
}
