//! The first admin: who starts a server makes them with a link that is good once, as long as nobody
//! runs the site.

use std::sync::Arc;

use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{NewAccount, RegistrationOutcome, Result, Role, Tx, accounts, staff, users};
use parking_lot::Mutex;

use super::{AccountError, Accounts, Comer, Member, Secret, SessionToken};
use crate::{moderation::note, names::Handle, passwords, people};

/// An account that is made for somebody who has not been here as a guest.
pub(crate) struct FreshAccount<'a> {
    pub(crate) handle: &'a Handle,
    /// What others see.
    pub(crate) name: &'a str,
    /// Of its password.
    pub(crate) hash: &'a str,
    pub(crate) role: Option<Role>,
}

impl FreshAccount<'_> {
    /// Makes it; whose it is.
    pub(crate) async fn make(self, tx: &mut Tx, now_ms: u64) -> Result<UserId, AccountError> {
        let Self { handle, name, hash, role } = self;
        let user = UserId::new(now_ms, random::bytes());
        users::create_guest(tx, user, name, now_ms as i64).await?;
        let registration = NewAccount { user, handle: handle.as_str(), key: handle.key(), name };
        match accounts::register(tx, registration, hash, now_ms as i64).await? {
            RegistrationOutcome::Yes => {}
            RegistrationOutcome::Taken | RegistrationOutcome::NoGuest => {
                return Err(AccountError::Taken);
            }
        }
        people::index(tx, user, handle.as_str(), name).await?;
        accounts::set_role(tx, user, role).await?;
        Ok(user)
    }
}

/// With what the first admin may be made. It is in no database: each start has another one.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundingLink {
    /// While nobody runs the site.
    token: Arc<Mutex<Option<SessionToken>>>,
    /// Held while somebody makes use of it.
    turn: Arc<tokio::sync::Mutex<()>>,
}

impl FoundingLink {
    /// Whether somebody has the link. It is compared in full, whatever is wrong.
    fn is(&self, said: &str) -> bool {
        let (Some(said), Some(kept)) = (SessionToken::parse(said), self.token.lock().clone())
        else {
            return false;
        };
        let (said, kept) = (said.hash().0, kept.hash().0);
        said.iter().zip(kept).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }
}

/// What somebody says who becomes the first admin.
#[derive(Debug)]
pub struct FirstAdmin {
    /// From the link.
    pub token: Secret,
    /// The name to sign in with; any, also one of those that are kept for the site.
    pub handle: String,
    /// The password, in clear.
    pub password: Secret,
}

impl Accounts {
    /// Where nobody runs the site, somebody may from now on; the token for the link.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open_founding(&self) -> Result<Option<String>> {
        if staff::has_admin(&mut self.store.read().await?).await? {
            return Ok(None);
        }
        let token = SessionToken::random();
        let said = token.reveal();
        *self.founding.token.lock() = Some(token);
        Ok(Some(said))
    }

    /// The token for the link, as long as it is of use.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn founding(&self) -> Result<Option<String>> {
        let kept = self.founding.token.lock().as_ref().map(SessionToken::reveal);
        if kept.is_some() && staff::has_admin(&mut self.store.read().await?).await? {
            *self.founding.token.lock() = None;
            return Ok(None);
        }
        Ok(kept)
    }

    /// Whether nobody has an account yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn has_none(&self) -> Result<bool> {
        Ok(!staff::has_account(&mut self.store.read().await?).await?)
    }

    /// Makes the first admin, and signs them in.
    ///
    /// # Errors
    /// When the link is of no use (any more), what is wrong with the name or the password, or why it
    /// cannot be done now.
    pub async fn found(
        &self,
        from: &Comer,
        asked: FirstAdmin,
    ) -> Result<(Member, SessionToken), AccountError> {
        let FirstAdmin { token: Secret(token), handle, password: Secret(password) } = asked;
        let _turn = self.founding.turn.lock().await;
        if !self.founding.is(&token) {
            return Err(AccountError::FirstAdmin);
        }
        let handle = Handle::parse_any(&handle)?;
        passwords::check(&password, &[handle.as_str()])?;
        let hash = self.passwords.hash(password).await?;
        let now_ms = self.timebase.now_ms();
        let mut tx = self.store.write().await?;
        if staff::has_admin(&mut tx).await? {
            *self.founding.token.lock() = None;
            return Err(AccountError::FirstAdmin);
        }
        let role = Some(Role::Admin);
        let fresh = FreshAccount { handle: &handle, name: handle.as_str(), hash: &hash, role };
        let user = fresh.make(&mut tx, now_ms).await?;
        note(&mut tx, now_ms, Some(user), "first_admin", None, "").await?;
        let account = accounts::find(&mut tx, user).await?.ok_or(AccountError::Unknown)?;
        let opened = self.open_session(tx, from, account).await?;
        *self.founding.token.lock() = None;
        Ok(opened)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_present_link_is_the_link() {
        let link = FoundingLink::default();
        let token = SessionToken::random();
        assert!(!link.is(&token.reveal()), "there is none");
        *link.token.lock() = Some(token.clone());
        assert!(link.is(&token.reveal()));
        for other in ["", "x", &SessionToken::random().reveal(), &token.reveal()[..63]] {
            assert!(!link.is(other), "{other}");
        }
    }
}
