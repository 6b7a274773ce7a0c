//! What the operator does at the command line, alongside a server that may be running, and how that
//! server notices.

mod requests;

use std::{collections::HashSet, time::Duration};

use komadai_ids::UserId;
use komadai_live::{Timebase, random};
use komadai_store::{
    Role, Store, accounts, api_tokens,
    audit::{self, ConsoleAct},
    invitations, sanctions, second_factors,
    staff::{self, AskedDeletion},
};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{debug, info, warn};

pub use self::requests::{AccountSummary, DeletionOutcome};
use crate::{
    AccountError, Service,
    accounts::{
        access::{self, RemainingAccess, SparedAccess},
        founding::FreshAccount,
        freeze,
    },
    branding::SiteBranding,
    mail::letters::{Letter, Notice},
    moderation::note,
    names::Handle,
    passwords::{self, Passwords},
    sealing::{self, SealingKey},
};

/// How many characters a password has that is made here.
const PASSWORD_SIGNS: usize = 16;

/// How often the running server looks for what was done at the command line.
const HEED_EVERY: Duration = Duration::from_secs(1);

/// For how long what was done is looked at, in milliseconds.
const HEEDED_FOR_MS: u64 = 60_000;

/// How many entries of a kind are looked at.
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

    /// What the site calls itself.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn branding(&self) -> komadai_store::Result<SiteBranding> {
        SiteBranding::read(&self.store).await
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
        passwords::check(&password, &[handle.as_str()])?;
        let hash = self.passwords.hash(password).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let user = FreshAccount { handle: &handle, name: &name, hash: &hash, role }
            .make(&mut tx, now_ms)
            .await?;
        let details = role.map_or("", Role::as_str);
        note(&mut tx, now_ms, None, "create_account", Some(user), details).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives an account a role, or none; who is no admin any more has invited nobody to a role.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn set_role(&self, handle: &str, role: Option<Role>) -> Result<(), AccountError> {
        let user = self.find(handle).await?;
        let mut tx = self.store.write().await?;
        accounts::set_role(&mut tx, user, role).await?;
        if role != Some(Role::Admin) {
            invitations::withdraw_roles(&mut tx, user).await?;
        }
        let details = role.map_or("none", Role::as_str);
        note(&mut tx, self.timebase.now_ms(), None, "role", Some(user), details).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives an account a new password, which is returned, signs it out everywhere and takes its
    /// programs' tokens back. A frozen account can be used again. With the address of the `site`,
    /// for its link, there is an email to the owner as well, which the caller sends.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn reset_password(
        &self,
        handle: &str,
        site: Option<&str>,
    ) -> Result<(String, Option<Letter>), AccountError> {
        let user = self.find(handle).await?;
        let password = random::signs(PASSWORD_SIGNS);
        let hash = self.passwords.hash(password.clone()).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let mut account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Unknown)?;
        freeze::thaw(&mut tx, &mut account).await?;
        freeze::forget_links(&mut tx, user).await?;
        access::set_password(&mut tx, user, &hash, now_ms, SparedAccess::default()).await?;
        let letter = match site {
            Some(site) => {
                freeze::write(&mut tx, Notice::Password, &account, site, None, now_ms).await?
            }
            None => None,
        };
        note(&mut tx, now_ms, None, "reset_password", Some(user), "").await?;
        tx.commit().await?;
        Ok((password, letter))
    }

    /// From now on the database belongs to this key, or to the next one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn accept_key(&self, key: Option<&SealingKey>) -> Result<(), AccountError> {
        sealing::accept(&self.store, key).await?;
        let mut tx = self.store.write().await?;
        let print = key.map(SealingKey::fingerprint).unwrap_or_default();
        note(&mut tx, self.timebase.now_ms(), None, "accept_key", None, &print).await?;
        tx.commit().await?;
        Ok(())
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

    /// Lifts everything that is imposed on an address; how many sanctions that were. `address` is
    /// as it is stored: an IPv4 address, or the first of an IPv6 network.
    pub async fn lift_address(&self, address: &str) -> Result<u64, AccountError> {
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let n = sanctions::lift_address(&mut tx, address, now_ms as i64).await?;
        note(&mut tx, now_ms, None, "lift", None, address).await?;
        tx.commit().await?;
        Ok(n)
    }

    /// Lifts everything that is imposed on an account, or on addresses because of it; how many
    /// sanctions that were.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn lift_of(&self, handle: &str) -> Result<u64, AccountError> {
        let user = self.find(handle).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let n = sanctions::lift_of(&mut tx, user, now_ms as i64).await?;
        note(&mut tx, now_ms, None, "lift", Some(user), "").await?;
        tx.commit().await?;
        Ok(n)
    }

    async fn find(&self, handle: &str) -> Result<UserId, AccountError> {
        let handle = Handle::parse_any(handle)?;
        let mut conn = self.store.read().await?;
        let account = accounts::find_by_key(&mut conn, handle.key()).await?;
        account.map(|account| account.user.id).ok_or(AccountError::Unknown)
    }
}

/// Does what a running server has to do about what was done at the command line: that notes in the
/// database what it does, and this reads it there. It closes the sockets of tokens that have ended
/// and of whom the command line has signed out or banned, knows those by their names whom that has
/// renamed, lifts what it has lifted, and deletes the accounts that it wants deleted. What is noted is
/// looked at again and again for a while, so that two clocks that differ a little, and two servers
/// on one database, do no harm; after a while in which it could not be read, or in which accounts
/// were deleted, from the last time on.
pub(crate) async fn heed_operator(service: Service) {
    let (store, directory) = (service.databases.clone(), service.directory.clone());
    let (timebase, presence) = (service.timebase, service.presence.clone());
    let mut heeded_acts = HashSet::new();
    let mut read_ms = timebase.now_ms();
    let mut ticks = interval(HEED_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let now_ms = timebase.now_ms();
        let since_ms = read_ms.saturating_sub(HEEDED_FOR_MS) as i64;
        let heeded = async {
            let mut conn = store.read().await?;
            let acts = audit::at_console_since(&mut conn, since_ms, HEEDED_MAX).await?;
            heeded_acts.retain(|id| acts.iter().any(|act| act.id == *id));
            for ConsoleAct { id, action, about: user } in acts {
                match action.as_str() {
                    _ if heeded_acts.contains(&id) => continue,
                    "ban" => service.moderation.heed_ban(user).await?,
                    "rename" => {
                        if let Some(account) = accounts::find(&mut conn, user).await? {
                            service.heed_name(user, &account.user.name).await;
                        }
                    }
                    _ => {
                        if presence.is_online(user) {
                            RemainingAccess::of(&mut conn, user).await?.hang_up(&presence, user);
                        }
                    }
                }
                heeded_acts.insert(id);
            }
            let ended = api_tokens::ended(&mut conn, now_ms as i64).await?;
            if !ended.is_empty() {
                let mut tx = store.write().await?;
                api_tokens::delete_ended(&mut tx, now_ms as i64).await?;
                tx.commit().await?;
            }
            for (user, token) in ended {
                presence.sign_out(user, |it| it == token);
            }
            for sanction in sanctions::lifted_since(&mut conn, since_ms, HEEDED_MAX).await? {
                directory.sanctions().lift(sanction);
            }
            Ok::<(), komadai_store::Error>(())
        };
        match heeded.await {
            Ok(()) => read_ms = now_ms,
            Err(cause) => debug!("what the operator did cannot be read: {cause}"),
        }
        if let Err(cause) = delete_asked(&service).await {
            debug!("an account cannot be deleted now: {cause}");
        }
    }
}

/// Deletes the accounts that the command line wants deleted. One that cannot be deleted now keeps no
/// other waiting.
async fn delete_asked(service: &Service) -> komadai_store::Result<()> {
    let store = &service.databases;
    let asked = staff::deletions(&mut store.read().await?).await?;
    let mut done = Ok(());
    for AskedDeletion { user, reason } in asked {
        match service.delete_account_of(None, user, &reason).await {
            Ok(()) => info!("an account was deleted, as the command line asked"),
            Err(AccountError::Store(cause)) => done = Err(cause),
            Err(why) => {
                // Nobody waits for the answer where no server ran when it was asked for.
                let id = user.code();
                warn!("the account {id} is not deleted, though the command line asked: {why}");
                let mut tx = store.write().await?;
                staff::refuse_deletion(&mut tx, user, &why.to_string()).await?;
                tx.commit().await?;
            }
        }
    }
    done
}
