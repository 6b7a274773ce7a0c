//! The mail address of an account, and a new password by mail.

use komadai_language::Language;
use komadai_live::Timebase;
use komadai_store::{
    Purpose, Store, Ticket, TokenHash, accounts, known_browsers, sessions, tickets,
};
use tokio::sync::mpsc;
use tracing::warn;

use super::{
    AccountError, Accounts, SessionToken,
    access::{self, SparedAccess},
    fits, freeze,
};
use crate::mail::{
    Full, MailAddress, Mailer,
    letters::{LinkPurpose, NewTicket, Notice, with_link},
};

/// How long an address may be verified, in milliseconds.
const VERIFY_WITHIN_MS: i64 = 24 * 3_600_000;

/// How long a new password may be chosen, in milliseconds.
const RESET_WITHIN_MS: i64 = 3_600_000;

/// How many who have forgotten their password may wait for their email to be written.
const FORGOTTEN_MAX: usize = 100;

/// Somebody who does not know their password any more.
#[derive(Debug)]
pub(crate) struct ForgetfulUser {
    email: MailAddress,
    language: Language,
}

/// What accounts need to write emails.
#[derive(Clone, Debug)]
pub(crate) struct Correspondence {
    pub(crate) mailer: Mailer,
    forgotten: mpsc::Sender<ForgetfulUser>,
}

impl Correspondence {
    /// With the task that answers those who have forgotten their password.
    pub(crate) fn new(
        store: Store,
        timebase: Timebase,
        mailer: Mailer,
    ) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let (forgotten, requests) = mpsc::channel(FORGOTTEN_MAX);
        let answering = remind(store, timebase, mailer.clone(), requests);
        (Self { mailer, forgotten }, answering)
    }
}

impl Accounts {
    /// Whether emails can be sent at all.
    pub fn can_write(&self) -> bool {
        self.correspondence.is_some()
    }

    /// The address that waits to be verified, if one does.
    pub async fn unverified_email(
        &self,
        session: TokenHash,
    ) -> Result<Option<String>, AccountError> {
        let mut conn = self.store.read().await?;
        let Some(found) = sessions::find(&mut conn, session).await? else { return Ok(None) };
        let now_ms = self.timebase.now_ms() as i64;
        let ticket = tickets::of(&mut conn, found.user.id, Purpose::VerifyEmail, now_ms).await?;
        Ok(ticket.map(|ticket| ticket.detail))
    }

    /// Writes to an address, which becomes the account's when the email's link is opened.
    ///
    /// # Errors
    /// When the password is wrong, or it cannot be done now.
    pub async fn propose_email(
        &self,
        session: TokenHash,
        password: String,
        email: &str,
        language: Language,
    ) -> Result<(), AccountError> {
        let correspondence = self.correspondence.as_ref().ok_or(AccountError::NoMail)?;
        let email: MailAddress = email.parse().map_err(|_| AccountError::Email)?;
        let account = self.confirmed(session, password).await?;
        let now_ms = self.timebase.now_ms() as i64;
        let ticket = NewTicket::random();
        let kept = Ticket {
            user: account.user.id,
            epoch: account.password_epoch,
            detail: email.as_str().to_owned(),
            expires_ms: now_ms + VERIFY_WITHIN_MS,
        };
        let mut tx = self.write_as(&account).await?;
        tickets::replace(&mut tx, ticket.hash(), Purpose::VerifyEmail, &kept, now_ms).await?;
        tx.commit().await?;
        let mailer = &correspondence.mailer;
        let site = mailer.site();
        let letter =
            with_link(LinkPurpose::Verify, email, site, &account.handle, &ticket, language);
        mailer.send(letter).map_err(|Full| AccountError::MailFull)
    }

    /// Takes the address away from the account, verified or not.
    ///
    /// # Errors
    /// When the password is wrong, or it cannot be done now.
    pub async fn remove_email(
        &self,
        session: TokenHash,
        password: String,
        language: Language,
    ) -> Result<(), AccountError> {
        let account = self.confirmed(session, password).await?;
        let mut tx = self.write_as(&account).await?;
        let letter = self.write_of(&mut tx, Notice::Address, &account, Some(language)).await?;
        accounts::set_email(&mut tx, account.user.id, None).await?;
        tickets::delete(&mut tx, account.user.id, Purpose::VerifyEmail).await?;
        tickets::delete(&mut tx, account.user.id, Purpose::ResetPassword).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(())
    }

    /// Confirms by the link from an email: the address is the account's from now on.
    ///
    /// # Errors
    /// When the ticket is of no use (any more), or the database fails.
    pub async fn verify_email(&self, ticket: &str, language: Language) -> Result<(), AccountError> {
        let hash = ticket_hash(ticket)?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let ticket = tickets::take(&mut tx, hash, Purpose::VerifyEmail, now_ms).await?;
        let ticket = ticket.ok_or(AccountError::Ticket)?;
        if !accounts::hold_epoch(&mut tx, ticket.user, ticket.epoch).await? {
            return Err(AccountError::Ticket);
        }
        let before = accounts::find(&mut tx, ticket.user).await?.ok_or(AccountError::Ticket)?;
        let email: MailAddress = ticket.detail.parse().map_err(|_| AccountError::Ticket)?;
        let letter = match &before.email {
            Some(before) if before == email.as_str() => None,
            _ => self.write_of(&mut tx, Notice::Address, &before, Some(language)).await?,
        };
        let key = email.key();
        accounts::set_email(&mut tx, ticket.user, Some((email.as_str(), &key))).await?;
        // What was sent to the old address is of no use any more.
        tickets::delete(&mut tx, ticket.user, Purpose::ResetPassword).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(())
    }

    /// Writes to the owner of accounts with this address. The answer says nothing about whether
    /// there is one, and neither does the time it takes: a task of its own looks.
    ///
    /// # Errors
    /// When no emails can be sent, it is no address, or too many wait already.
    pub fn forgotten(&self, email: &str, language: Language) -> Result<(), AccountError> {
        let correspondence = self.correspondence.as_ref().ok_or(AccountError::NoMail)?;
        let email = email.parse().map_err(|_| AccountError::Email)?;
        let request = ForgetfulUser { email, language };
        correspondence.forgotten.try_send(request).map_err(|_| AccountError::MailFull)
    }

    /// Sets a new password by the link from an email, ends all sessions and revokes the programs'
    /// tokens. The browser with this cookie is known from now on.
    ///
    /// # Errors
    /// When the ticket is of no use (any more), the password may not be chosen, or it cannot be
    /// done now.
    pub async fn reset_password(
        &self,
        ticket: &str,
        password: String,
        browser: Option<TokenHash>,
        language: Language,
    ) -> Result<(), AccountError> {
        let hash = ticket_hash(ticket)?;
        let now_ms = self.timebase.now_ms();
        {
            // Hashing is expensive: only for who has a ticket.
            let mut conn = self.store.read().await?;
            let purpose = Purpose::ResetPassword;
            let found = tickets::find(&mut conn, hash, purpose, now_ms as i64).await?;
            let user = found.ok_or(AccountError::Ticket)?.user;
            let account = accounts::find(&mut conn, user).await?.ok_or(AccountError::Ticket)?;
            fits(&password, &account)?;
        }
        let password_hash = self.passwords.hash(password).await?;
        let mut tx = self.store.write().await?;
        let purpose = Purpose::ResetPassword;
        let ticket = tickets::take(&mut tx, hash, purpose, now_ms as i64).await?;
        let Ticket { user, epoch, .. } = ticket.ok_or(AccountError::Ticket)?;
        if !accounts::hold_epoch(&mut tx, user, epoch).await? {
            return Err(AccountError::Ticket);
        }
        let mut account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Ticket)?;
        freeze::thaw(&mut tx, &mut account).await?;
        let spared = SparedAccess::default();
        let left = access::set_password(&mut tx, user, &password_hash, now_ms, spared).await?;
        if let Some(browser) = browser {
            known_browsers::note(&mut tx, user, browser, now_ms as i64).await?;
        }
        let letter = self.write_of(&mut tx, Notice::Password, &account, Some(language)).await?;
        tx.commit().await?;
        left.hang_up(&self.presence, user);
        self.post(letter);
        Ok(())
    }
}

pub(super) fn ticket_hash(text: &str) -> Result<TokenHash, AccountError> {
    SessionToken::parse(text).map(|token| token.hash()).ok_or(AccountError::Ticket)
}

/// Writes to those who have forgotten their password, one after the other.
async fn remind(
    store: Store,
    timebase: Timebase,
    mailer: Mailer,
    mut requests: mpsc::Receiver<ForgetfulUser>,
) {
    while let Some(request) = requests.recv().await {
        if let Err(cause) = remind_one(&store, timebase, &mailer, request).await {
            warn!("a request to reset a password cannot be answered: {cause}");
        }
    }
}

async fn remind_one(
    store: &Store,
    timebase: Timebase,
    mailer: &Mailer,
    ForgetfulUser { email, language }: ForgetfulUser,
) -> komadai_store::Result<()> {
    let found = accounts::by_email(&mut store.read().await?, &email.key()).await?;
    for account in found {
        let now_ms = timebase.now_ms() as i64;
        let ticket = NewTicket::random();
        let kept = Ticket {
            user: account.user.id,
            epoch: account.password_epoch,
            detail: String::new(),
            expires_ms: now_ms + RESET_WITHIN_MS,
        };
        let mut tx = store.write().await?;
        // Emails cross: the link of each is good until one was used.
        tickets::add(&mut tx, ticket.hash(), Purpose::ResetPassword, &kept, now_ms).await?;
        tx.commit().await?;
        let to = email.clone();
        let letter =
            with_link(LinkPurpose::Reset, to, mailer.site(), &account.handle, &ticket, language);
        if mailer.send(letter).is_err() {
            warn!("an email with a link for a new password is dropped: too many are waiting");
        }
    }
    Ok(())
}
