//! Deleting an account.

use komadai_store::{TokenHash, deletion};
use sha2::{Digest as _, Sha256};

use super::{AccountError, Accounts};
use crate::names::Handle;

impl Accounts {
    /// Deletes the account whose session this is. Its games stay, without its name, and nobody
    /// can have its handle again.
    ///
    /// # Errors
    /// When the password is wrong, a game is not over, those who run the site have given it a
    /// role, or it cannot be done now.
    pub async fn delete(&self, session: TokenHash, password: String) -> Result<(), AccountError> {
        let account = self.confirmed(session, password).await?;
        let user = account.user.id;
        if !self.directory.games_of(user).is_empty() {
            return Err(AccountError::StillPlaying);
        }
        if account.role.is_some() {
            return Err(AccountError::HasRole);
        }
        let hash = retired_hash(&Handle::parse_any(&account.handle)?);
        let mut tx = self.store.write().await?;
        if !deletion::delete(&mut tx, user, hash, self.timebase.now_ms() as i64).await? {
            return Err(AccountError::NotSignedIn);
        }
        tx.commit().await?;
        self.hub.sign_out(user, |_| true);
        Ok(())
    }
}

/// By what it is known that a handle was somebody's.
pub(super) fn retired_hash(handle: &Handle) -> TokenHash {
    TokenHash(Sha256::digest(handle.key()).into())
}
