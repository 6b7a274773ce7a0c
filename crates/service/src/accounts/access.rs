//! Ending what others may have of an account: its tickets, its sessions, its programs' tokens.

use komadai_ids::UserId;
use komadai_live::Presence;
use komadai_store::{
    Account, Result, TokenHash, Tx, accounts, api_tokens, invitations, known_browsers, sessions,
    tickets,
};

use super::{AccountError, Accounts};
use crate::names::Handle;

/// What stays when access to an account ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SparedAccess {
    /// The session of the person who ends it.
    pub(crate) session: Option<TokenHash>,
    /// The browser of the person who ends it, by the cookie that it has from now on.
    pub(crate) browser: Option<TokenHash>,
    /// Whether programs keep their tokens.
    pub(crate) programs: bool,
}

/// What is left of the access to an account.
#[derive(Debug)]
pub(crate) struct RemainingAccess(Vec<TokenHash>);

impl RemainingAccess {
    /// What is left at the moment.
    pub(crate) async fn of(conn: &mut komadai_store::Conn, user: UserId) -> Result<Self> {
        let mut left = sessions::of(conn, user).await?;
        left.extend(api_tokens::hashes(conn, user).await?);
        Ok(Self(left))
    }

    /// Closes the sockets of all that is not left.
    pub(crate) fn hang_up(&self, presence: &Presence, user: UserId) {
        presence.sign_out(user, |it| !self.0.contains(&it));
    }
}

/// Ends every ticket of an account, a mail address that waits to be verified with it, its sessions,
/// its programs' tokens, and what it has invited others to be. Every way to another password and to signing out everywhere comes
/// through here.
pub(crate) async fn end(
    tx: &mut Tx,
    user: UserId,
    spared: SparedAccess,
) -> Result<RemainingAccess> {
    accounts::end_epoch(tx, user).await?;
    tickets::delete_all(tx, user).await?;
    invitations::withdraw_roles(tx, user).await?;
    match spared.session {
        Some(session) => sessions::delete_others(tx, user, session).await?,
        None => sessions::delete_all(tx, user).await?,
    };
    match spared.browser {
        Some(browser) => known_browsers::forget_others(tx, user, browser).await?,
        None => known_browsers::forget_all(tx, user).await?,
    }
    if !spared.programs {
        api_tokens::delete_all(tx, user).await?;
    }
    RemainingAccess::of(tx, user).await
}

/// Sets another password, and ends what was had by the old one.
pub(crate) async fn set_password(
    tx: &mut Tx,
    user: UserId,
    password_hash: &str,
    now_ms: u64,
    spared: SparedAccess,
) -> Result<RemainingAccess> {
    accounts::set_password(tx, user, password_hash, now_ms as i64).await?;
    end(tx, user, spared).await
}

impl Accounts {
    /// Whether somebody has signed in to an account in the browser with this cookie before.
    pub async fn knows(&self, handle: &Handle, browser: TokenHash) -> Result<bool> {
        let mut conn = self.store.read().await?;
        known_browsers::is_known(&mut conn, handle.key(), browser).await
    }

    /// Begins to write what was asked for with the password of an account: nothing happens where
    /// another password, or signing out everywhere, has come between.
    pub(super) async fn write_as(&self, account: &Account) -> Result<Tx, AccountError> {
        let mut tx = self.store.write().await?;
        let (user, epoch) = (account.user.id, account.password_epoch);
        if accounts::hold_epoch(&mut tx, user, epoch).await? {
            Ok(tx)
        } else {
            Err(AccountError::Wrong)
        }
    }
}
