//! The second step of signing in: a code from an app, or a recovery code.

use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{
    Account, Purpose, Ticket, TokenHash, Tx, accounts, second_factors, sessions, tickets,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest as _, Sha256};
use tracing::warn;

use super::{AccountError, Accounts, Comer, Member, SessionToken, email::ticket_hash};
use crate::{
    mail::letters::{NewTicket, Notice},
    sealing, totp,
};

/// How long the second step may take, in milliseconds.
const SECOND_STEP_WITHIN_MS: i64 = 5 * 60_000;

/// How many recovery codes somebody has.
const RECOVERY_CODES: usize = 10;

/// What came of a right password.
#[derive(Debug)]
pub enum SignedIn {
    Yes(Box<Member>, SessionToken),
    /// A ticket with which a code is to come.
    AskedForCode(String),
}

/// What the owner's app must know.
#[derive(Debug)]
pub struct FactorOffer {
    /// The secret as people type it.
    pub secret: String,
    /// The same as apps read it from a picture.
    pub uri: String,
}

/// What an owner sees of the second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// How many recovery codes are left.
    pub n_recovery_codes: i64,
}

impl Accounts {
    /// The ticket for the second step, where the account has one.
    pub(super) async fn second_step_of(
        &self,
        account: &Account,
    ) -> Result<Option<String>, AccountError> {
        let user = account.user.id;
        let factor = second_factors::find(&mut self.store.read().await?, user).await?;
        if factor.is_none_or(|factor| factor.on_ms.is_none()) {
            return Ok(None);
        }
        let now_ms = self.timebase.now_ms() as i64;
        let ticket = NewTicket::random();
        let kept = Ticket {
            user,
            epoch: account.password_epoch,
            detail: String::new(),
            expires_ms: now_ms + SECOND_STEP_WITHIN_MS,
        };
        let mut tx = self.store.write().await?;
        tickets::replace(&mut tx, ticket.hash(), Purpose::SecondStep, &kept, now_ms).await?;
        tx.commit().await?;
        Ok(Some(ticket.reveal()))
    }

    /// The person who was asked for a code with this ticket.
    ///
    /// # Errors
    /// When the ticket is of no use (any more), or the database fails.
    pub async fn asked_for_code(&self, ticket: &str) -> Result<UserId, AccountError> {
        let now_ms = self.timebase.now_ms() as i64;
        let mut conn = self.store.read().await?;
        let hash = ticket_hash(ticket)?;
        let found = tickets::find(&mut conn, hash, Purpose::SecondStep, now_ms).await?;
        Ok(found.ok_or(AccountError::Ticket)?.user)
    }

    /// The second step of signing in: a code of the app, or one of the recovery codes.
    ///
    /// # Errors
    /// When the code is wrong or was used, the ticket is too old, or it cannot be done now.
    pub async fn sign_in_with_code(
        &self,
        from: &Comer,
        ticket: &str,
        code: &str,
    ) -> Result<(Member, SessionToken), AccountError> {
        let hash = ticket_hash(ticket)?;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let ticket = tickets::take(&mut tx, hash, Purpose::SecondStep, now_ms).await?;
        let Ticket { user, epoch, .. } = ticket.ok_or(AccountError::Ticket)?;
        if !accounts::hold_epoch(&mut tx, user, epoch).await? {
            return Err(AccountError::Ticket);
        }
        let account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Ticket)?;
        from.may_be(&account)?;
        self.not_banned(user)?;
        // With a wrong code nothing of this has happened, so the ticket can be used again.
        self.use_code(&mut tx, user, code).await?;
        self.open_session(tx, from, account).await
    }

    /// Uses a code up, of the app or for recovery.
    async fn use_code(&self, tx: &mut Tx, user: UserId, code: &str) -> Result<(), AccountError> {
        let factor = second_factors::find(tx, user).await?.ok_or(AccountError::Code)?;
        let typed: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
        // Where it cannot be opened, recovery codes are what is left.
        let secret = sealing::open(self.sealing.as_ref(), user, &factor.secret);
        let secret = secret.unwrap_or_else(|| {
            warn!("a second factor cannot be opened; see what `komadai doctor` says of it");
            Vec::new()
        });
        let step = if secret.is_empty() {
            None
        } else {
            totp::step_of(&secret, &typed, self.timebase.now_ms())
        };
        let is_right = match step {
            Some(step) => second_factors::use_step(tx, user, step).await?,
            None => second_factors::take_recovery_code(tx, user, code_hash(&typed)).await?,
        };
        if is_right { Ok(()) } else { Err(AccountError::Code) }
    }

    /// What the owner of a session sees of the second factor; `None` while it is off.
    pub async fn second_factor(&self, session: TokenHash) -> Result<Option<Factor>, AccountError> {
        let mut conn = self.store.read().await?;
        let Some(found) = sessions::find(&mut conn, session).await? else { return Ok(None) };
        let factor = second_factors::find(&mut conn, found.user.id).await?;
        if factor.is_none_or(|factor| factor.on_ms.is_none()) {
            return Ok(None);
        }
        let n_recovery_codes = second_factors::n_recovery_codes(&mut conn, found.user.id).await?;
        Ok(Some(Factor { n_recovery_codes }))
    }

    /// A new secret for the owner's app. It is asked for once a code has shown that it is there.
    ///
    /// # Errors
    /// When the password is wrong, it is on already, or it cannot be done now.
    pub async fn propose_second_factor(
        &self,
        session: TokenHash,
        password: String,
    ) -> Result<FactorOffer, AccountError> {
        let account = self.confirmed(session, password).await?;
        let secret = totp::secret();
        let mut tx = self.write_as(&account).await?;
        let sealed = sealing::seal(self.sealing.as_ref(), account.user.id, &secret);
        if !second_factors::propose(&mut tx, account.user.id, &sealed).await? {
            return Err(AccountError::AsItIs);
        }
        tx.commit().await?;
        let secret = totp::base32(&secret);
        // A handle has only characters that may stand in an address.
        let handle = &account.handle;
        let issuer = utf8_percent_encode(&self.branding.name(), NON_ALPHANUMERIC).to_string();
        let uri = format!("otpauth://totp/{issuer}:{handle}?secret={secret}&issuer={issuer}");
        Ok(FactorOffer { secret, uri })
    }

    /// Turns the second factor on with a first code; the recovery codes, shown this once.
    ///
    /// # Errors
    /// When the code is wrong, or it cannot be done now.
    pub async fn turn_second_factor_on(
        &self,
        session: TokenHash,
        code: &str,
    ) -> Result<Vec<String>, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let user = account.user.id;
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        self.use_code(&mut tx, user, code).await?;
        if !second_factors::turn_on(&mut tx, user, now_ms).await? {
            return Err(AccountError::AsItIs);
        }
        let codes = new_recovery_codes(&mut tx, user).await?;
        let letter = self.write_of(&mut tx, Notice::FactorOn, &account, None).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(codes)
    }

    /// Other recovery codes in the place of those there are: who has none of them, nor the app,
    /// makes none by the password alone.
    ///
    /// # Errors
    /// When the password or the code is wrong, the factor is off, or it cannot be done now.
    pub async fn renew_recovery_codes(
        &self,
        session: TokenHash,
        password: String,
        code: &str,
    ) -> Result<Vec<String>, AccountError> {
        let account = self.confirmed(session, password).await?;
        let user = account.user.id;
        let mut tx = self.write_as(&account).await?;
        let factor = second_factors::find(&mut tx, user).await?;
        if factor.is_none_or(|factor| factor.on_ms.is_none()) {
            return Err(AccountError::AsItIs);
        }
        self.use_code(&mut tx, user, code).await?;
        let codes = new_recovery_codes(&mut tx, user).await?;
        let letter = self.write_of(&mut tx, Notice::Codes, &account, None).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(codes)
    }

    /// Turns the second factor off, for a person who has it, or a recovery code, as well as the
    /// password.
    ///
    /// # Errors
    /// When the password or the code is wrong, it is off already, or it cannot be done now.
    pub async fn turn_second_factor_off(
        &self,
        session: TokenHash,
        password: String,
        code: &str,
    ) -> Result<(), AccountError> {
        let account = self.confirmed(session, password).await?;
        let user = account.user.id;
        let mut tx = self.write_as(&account).await?;
        let factor = second_factors::find(&mut tx, user).await?;
        if factor.is_some_and(|factor| factor.on_ms.is_some()) {
            self.use_code(&mut tx, user, code).await?;
        }
        if !second_factors::remove(&mut tx, user).await? {
            return Err(AccountError::AsItIs);
        }
        tickets::delete(&mut tx, user, Purpose::SecondStep).await?;
        let letter = self.write_of(&mut tx, Notice::FactorOff, &account, None).await?;
        tx.commit().await?;
        self.post(letter);
        Ok(())
    }
}

async fn new_recovery_codes(tx: &mut Tx, user: UserId) -> Result<Vec<String>, AccountError> {
    let codes: Vec<String> =
        (0..RECOVERY_CODES).map(|_| totp::base32(&random::bytes::<10>())).collect();
    let hashes: Vec<TokenHash> = codes.iter().map(|code| code_hash(code)).collect();
    second_factors::set_recovery_codes(tx, user, &hashes).await?;
    let grouped = |code: &String| {
        let (one, two) = code.split_at(8);
        format!("{}-{}-{}-{}", &one[..4], &one[4..], &two[..4], &two[4..])
    };
    Ok(codes.iter().map(grouped).collect())
}

/// 80 random bits need no slow hash.
fn code_hash(typed: &str) -> TokenHash {
    TokenHash(Sha256::digest(typed.to_ascii_uppercase()).into())
}
