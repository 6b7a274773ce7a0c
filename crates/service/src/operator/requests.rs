//! Looking for accounts at the command line, and what is done there that is done in the browser too.

use komadai_ids::UserId;
use komadai_store::{
    PageKey, Role, Sanction, SessionSummary, accounts, reports, sanctions, second_factors,
    sessions,
    staff::{self, AccountLine},
};

use super::Operator;
use crate::{
    AccountError,
    accounts::{Invitation, staff as shared},
    mail::letters::Letter,
    moderation::{NewName, ban_at_console},
    names::display_name,
    site::say_public_url,
};

/// All that there is to say of an account to those who run the site.
#[derive(Debug)]
pub struct AccountSummary {
    pub line: AccountLine,
    /// Whether signing in takes two steps.
    pub two_steps: bool,
    /// Its sessions, the one that was used last first.
    pub sessions: Vec<SessionSummary>,
    /// What is imposed on it.
    pub sanctions: Vec<Sanction>,
    /// How many open reports there are about it.
    pub n_reports: usize,
}

/// What has become of an account that is to be deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeletionOutcome {
    /// It is gone.
    Done,
    /// No server has seen to it yet.
    Waiting,
    /// The server does not delete it, for this reason.
    Refused(String),
}

impl Operator {
    /// The accounts that are found by words of their names, a mail address or an IP address; the
    /// newest with nothing. `address` is the same as it is stored, where it is an IP address.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn list(
        &self,
        asked: &str,
        address: Option<&str>,
    ) -> Result<Vec<AccountLine>, AccountError> {
        let mut conn = self.store.read().await?;
        Ok(shared::search(&mut conn, asked, address, PageKey::first()).await?)
    }

    /// All that there is to say of an account.
    ///
    /// # Errors
    /// When there is no such account, or the database fails.
    pub async fn show(&self, handle: &str) -> Result<AccountSummary, AccountError> {
        let user = self.find(handle).await?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut conn = self.store.read().await?;
        let line = staff::find(&mut conn, user).await?.ok_or(AccountError::Unknown)?;
        Ok(AccountSummary {
            line,
            two_steps: second_factors::find(&mut conn, user).await?.is_some(),
            sessions: sessions::list(&mut conn, user).await?,
            sanctions: sanctions::of(&mut conn, user, now_ms).await?,
            n_reports: reports::open_about(&mut conn, user).await?.len(),
        })
    }

    /// Gives an account another name, or one that says nothing; which it is.
    ///
    /// # Errors
    /// What is wrong with the name, or when there is no such account.
    pub async fn rename(
        &self,
        handle: &str,
        name: Option<&str>,
        reason: &str,
    ) -> Result<String, AccountError> {
        let user = self.find(handle).await?;
        let name = name.map(display_name).transpose()?;
        let mut tx = self.store.write().await?;
        let given = NewName { by: None, user, name, reason };
        let name = given.give(&mut tx, self.timebase.now_ms()).await?;
        tx.commit().await?;
        name.ok_or(AccountError::Unknown)
    }

    /// Bans an account for so many hours, or for good.
    ///
    /// # Errors
    /// When there is no such account, it has a role, or the database fails.
    pub async fn ban(
        &self,
        handle: &str,
        hours: Option<u64>,
        reason: &str,
    ) -> Result<(), AccountError> {
        let user = self.find(handle).await?;
        let mut tx = self.store.write().await?;
        let account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Unknown)?;
        if account.role.is_some() {
            return Err(AccountError::HasRole);
        }
        let for_ms = hours.map(|hours| hours.saturating_mul(3_600_000));
        ban_at_console(&mut tx, self.timebase.now_ms(), user, reason, for_ms).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Gives an account a mail address, or takes it away. With the address of the `site` there is a
    /// letter to the old one, which the caller sends.
    ///
    /// # Errors
    /// When there is no such account, it is no address, or the database fails.
    pub async fn set_email(
        &self,
        handle: &str,
        email: Option<&str>,
        site: Option<&str>,
    ) -> Result<Option<Letter>, AccountError> {
        let user = self.find(handle).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        let letter = shared::set_email(&mut tx, now_ms, None, user, email, site).await?;
        tx.commit().await?;
        Ok(letter)
    }

    /// Says under which address people reach the site, from the next start on; nothing for what the
    /// settings say.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_public_url(&self, url: &str) -> Result<(), AccountError> {
        let mut tx = self.store.write().await?;
        say_public_url(&mut tx, self.timebase.now_ms(), None, url).await?;
        tx.commit().await?;
        Ok(())
    }

    /// A code with which one person may register, with a role or without.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invite(&self, role: Option<Role>) -> Result<Invitation, AccountError> {
        let mut tx = self.store.write().await?;
        let made = Invitation::make(&mut tx, self.timebase.now_ms(), None, role).await?;
        tx.commit().await?;
        Ok(made)
    }

    /// Asks the server to delete an account; whose it is.
    ///
    /// # Errors
    /// When there is no such account, it has a role, or the database fails.
    pub async fn ask_deletion(&self, handle: &str, reason: &str) -> Result<UserId, AccountError> {
        let user = self.find(handle).await?;
        let mut tx = self.store.write().await?;
        let account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Unknown)?;
        if account.role.is_some() {
            return Err(AccountError::HasRole);
        }
        let now_ms = self.timebase.now_ms() as i64;
        staff::ask_deletion(&mut tx, user, reason, now_ms).await?;
        tx.commit().await?;
        Ok(user)
    }

    /// What has become of it. What was refused is not asked for any longer.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn deletion(&self, user: UserId) -> Result<DeletionOutcome, AccountError> {
        let mut tx = self.store.write().await?;
        if accounts::find(&mut tx, user).await?.is_none() {
            return Ok(DeletionOutcome::Done);
        }
        let Some(why) = staff::refused_deletion(&mut tx, user).await? else {
            return Ok(DeletionOutcome::Waiting);
        };
        staff::forget_deletion(&mut tx, user).await?;
        tx.commit().await?;
        Ok(DeletionOutcome::Refused(why))
    }
}
