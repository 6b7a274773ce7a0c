//! What those who run the site do with accounts, in the browser and at the command line.

use komadai_ids::UserId;
use komadai_store::{
    Conn, PageKey, Purpose, Result, Tx, accounts,
    staff::{self, AccountLine},
    tickets,
};

use super::{AccountError, Accounts, freeze};
use crate::{
    mail::{
        MailAddress,
        letters::{Letter, Notice},
    },
    moderation::note,
    people,
};

/// The accounts that are found by words of their names, a mail address or an IP address; with
/// nothing those that registered before a place in the list. `address` is what is asked for as it is
/// stored, where it is an IP address.
pub(crate) async fn search(
    conn: &mut Conn,
    asked: &str,
    address: Option<&str>,
    after: PageKey,
) -> Result<Vec<AccountLine>> {
    let asked = asked.trim();
    if asked.is_empty() {
        return staff::newest(conn, after).await;
    }
    if let Some(address) = address {
        return staff::by_address(conn, address).await;
    }
    // A name is written with the sign before it, a mail address around it.
    if asked.contains('@') && !asked.starts_with('@') {
        return staff::by_email(conn, &asked.to_lowercase()).await;
    }
    let mut found = Vec::new();
    for person in people::find(conn, asked.trim_start_matches('@')).await? {
        found.extend(staff::find(conn, person.user).await?);
    }
    Ok(found)
}

/// Gives an account a mail address that its owner has not verified, or takes it away. Where `site`
/// is given there is a letter to the old address.
pub(crate) async fn set_email(
    tx: &mut Tx,
    now_ms: u64,
    by: Option<UserId>,
    user: UserId,
    email: Option<&str>,
    site: Option<&str>,
) -> Result<Option<Letter>, AccountError> {
    let before = accounts::find(tx, user).await?.ok_or(AccountError::Unknown)?;
    let email: Option<MailAddress> =
        email.map(|it| it.trim().parse().map_err(|_| AccountError::Email)).transpose()?;
    let key = email.as_ref().map(MailAddress::key);
    let letter = match site {
        Some(site) if before.email.as_deref() != email.as_ref().map(MailAddress::as_str) => {
            freeze::write(tx, Notice::Address, &before, site, None, now_ms).await?
        }
        _ => None,
    };
    let stored = email.as_ref().zip(key.as_ref()).map(|(it, key)| (it.as_str(), key.as_str()));
    accounts::set_email(tx, user, stored).await?;
    // What was sent to the old address is of no use any more.
    for purpose in [Purpose::VerifyEmail, Purpose::ResetPassword] {
        tickets::delete(tx, user, purpose).await?;
    }
    let details = if email.is_some() { "another" } else { "none" };
    note(tx, now_ms, by, "set_email", Some(user), details).await?;
    Ok(letter)
}

impl Accounts {
    /// Gives somebody a mail address, or takes it away, as an admin wants it.
    ///
    /// # Errors
    /// When there is no such account, it is no address, or the database fails.
    pub async fn set_email_of(
        &self,
        by: UserId,
        user: UserId,
        email: Option<&str>,
    ) -> Result<(), AccountError> {
        let site = self.correspondence.as_ref().map(|it| it.mailer.site());
        let mut tx = self.store.write().await?;
        let now_ms = self.timebase.now_ms();
        let letter = set_email(&mut tx, now_ms, Some(by), user, email, site).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(())
    }

    /// The accounts that an admin looks for: as `komadai admin list` finds them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn search(
        &self,
        asked: &str,
        address: Option<&str>,
        after: PageKey,
    ) -> Result<Vec<AccountLine>> {
        search(&mut self.store.read().await?, asked, address, after).await
    }
}
