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

    /// Sets it. Challenges that were made before stand.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn set_privacy(
        &self,
        session: TokenHash,
        wanted: Privacy,
    ) -> Result<(), AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let mut tx = self.store.write().await?;
        privacy::set(&mut tx, account.user.id, wanted).await?;
        Ok(tx.commit().await?)
    }
}
