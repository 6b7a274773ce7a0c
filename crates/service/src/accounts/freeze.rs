//! Emails that inform an owner of every change to the account's protection, and the link in each
//! that freezes the account.
//!
//! Somebody who has taken an account over may change everything, the email address too, and is then
//! sent such emails as well. So the email that was written first outranks all others: a freeze
//! sends a new password to where its email went, a link of an earlier email moves a freeze there,
//! one of a later email changes nothing, and what has recovered an account ends the links that are
//! no earlier. No password ends them.

use komadai_ids::UserId;
use komadai_language::Language;
use komadai_store::{
    Account, Freeze, Purpose, Result, Ticket, Tx, accounts, freezes, preferences, second_factors,
    tickets,
};
use tracing::{info, warn};

use super::{
    AccountError, Accounts,
    access::{self, SparedAccess},
    email::ticket_hash,
};
use crate::{
    mail::{
        MailAddress,
        letters::{Letter, NewTicket, Notice, notice},
    },
    notices::spoken,
};

/// For how long an account can be frozen by an email's link, in milliseconds.
const FREEZE_WITHIN_MS: i64 = 7 * 24 * 3_600_000;

/// The email that tells an owner of a change, to the address that the account had before it; `None`
/// where there was none, or where too many such emails were written. `language` is the one that the
/// owner has set where it is not known.
pub(crate) async fn write(
    tx: &mut Tx,
    told: Notice,
    before: &Account,
    site: &str,
    language: Option<Language>,
    now_ms: u64,
) -> Result<Option<Letter>> {
    let Some(to) = MailAddress::of(before)? else { return Ok(None) };
    let user = before.user.id;
    let language = match language {
        Some(language) => language,
        None => spoken(preferences::find(tx, user).await?.as_deref()),
    };
    let ticket = NewTicket::random();
    let kept = Ticket {
        user,
        epoch: before.password_epoch,
        detail: to.as_str().to_owned(),
        expires_ms: now_ms as i64 + FREEZE_WITHIN_MS,
    };
    if !tickets::add_freeze(tx, ticket.hash(), &kept, now_ms as i64).await? {
        warn!("an owner is not informed of a change: they have had many such emails this week");
        return Ok(None);
    }
    Ok(Some(notice(told, to, site, &before.handle, &ticket, language)))
}

/// Ends a freeze, where there is one: the account has the address again that the freeze names, and
/// what was turned on since that email is off.
pub(crate) async fn thaw(tx: &mut Tx, account: &mut Account) -> Result<()> {
    let user = account.user.id;
    let Some(freeze) = freezes::find(tx, user).await? else { return Ok(()) };
    let Freeze { email, letter_ms } = freeze;
    account.email = Some(email);
    if let Some(address) = MailAddress::of(account)? {
        accounts::set_email(tx, user, Some((address.as_str(), &address.key()))).await?;
    }
    let factor = second_factors::find(tx, user).await?;
    if factor.is_some_and(|it| it.on_ms.is_none_or(|on_ms| on_ms >= letter_ms)) {
        second_factors::remove(tx, user).await?;
    }
    tickets::delete_freezes(tx, user, letter_ms + FREEZE_WITHIN_MS).await?;
    freezes::thaw(tx, user).await?;
    account.frozen = false;
    Ok(())
}

/// Ends every link by which the account could be frozen.
pub(crate) async fn forget_links(tx: &mut Tx, user: UserId) -> Result<()> {
    tickets::delete_freezes(tx, user, 0).await
}

impl Accounts {
    /// Freezes an account by the link of an email: every session, ticket and token ends, and nobody
    /// signs in until a new password was chosen by an email to the same address, or until the
    /// operator has set one.
    ///
    /// # Errors
    /// When the ticket is of no use (any more), or the database fails.
    pub async fn freeze(&self, ticket: &str) -> Result<(), AccountError> {
        let hash = ticket_hash(ticket)?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let ticket = tickets::take(&mut tx, hash, Purpose::Freeze, now_ms).await?;
        let Ticket { user, detail, expires_ms, .. } = ticket.ok_or(AccountError::Ticket)?;
        let email: MailAddress = detail.parse().map_err(|_| AccountError::Ticket)?;
        let freeze = Freeze { email: detail, letter_ms: expires_ms - FREEZE_WITHIN_MS };
        let froze = freezes::freeze(&mut tx, user, &freeze, &email.key(), now_ms).await?;
        if !froze {
            // An earlier email has done it, and what was sent since is for its owner.
            return Ok(tx.commit().await?);
        }
        let left = access::end(&mut tx, user, SparedAccess::default()).await?;
        tx.commit().await?;
        left.hang_up(&self.presence, user);
        info!("an account was frozen by its owner");
        Ok(())
    }

    /// As [`write`], where emails can be sent.
    pub(super) async fn write_of(
        &self,
        tx: &mut Tx,
        told: Notice,
        before: &Account,
        language: Option<Language>,
    ) -> Result<Option<Letter>> {
        let Some(correspondence) = &self.correspondence else { return Ok(None) };
        let now_ms = self.timebase.now_ms();
        write(tx, told, before, correspondence.mailer.site(), language, now_ms).await
    }

    /// Sends what was written, once what it tells of has happened.
    pub(super) fn post(&self, letter: Option<Letter>) {
        let mailer = self.correspondence.as_ref().map(|it| &it.mailer);
        let (Some(mailer), Some(letter)) = (mailer, letter) else { return };
        if mailer.send(letter).is_err() {
            warn!(
                "an owner is not informed of a change to their account: too many emails are waiting"
            );
        }
    }
}
