//! What somebody lets others do, and see of them.

use komadai_store::{Privacy, TokenHash, privacy};

use super::{AccountError, Accounts};

impl Accounts {
    /// What the account whose session this is has set.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn privacy(&self, session: TokenHash) -> Result<Privacy, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        Ok(privacy::find(&mut self.store.read().await?, account.user.id).await?)
    }

    /// Changes it. Challenges that were made before stand.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn change_privacy(
        &self,
        session: TokenHash,
        changed: impl FnOnce(Privacy) -> Privacy,
    ) -> Result<(), AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let user = account.user.id;
        let mut tx = self.store.write().await?;
        let before = privacy::find(&mut tx, user).await?;
        privacy::set(&mut tx, user, changed(before)).await?;
        Ok(tx.commit().await?)
    }
}
