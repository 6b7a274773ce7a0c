//! Accounts of programs.

use komadai_ids::UserId;
use komadai_store::{TokenHash, accounts, bots};

use super::{AccountError, Accounts};
use crate::people;

impl Accounts {
    /// Makes an account that of a program: for good, and only before its first game, so that
    /// nobody's opponents were a program without their knowing it.
    ///
    /// # Errors
    /// When it has played, there are as many as may be, or the database fails.
    pub async fn become_bot(&self, user: UserId) -> Result<(), AccountError> {
        let mut tx = self.store.write().await?;
        let found = accounts::find(&mut tx, user).await?;
        let account = found.ok_or(AccountError::NotSignedIn)?;
        if account.user.bot {
            return Ok(());
        }
        let plays = !self.directory.all_playing(user).await?.is_empty();
        if plays || !bots::make(&mut tx, user).await? {
            return Err(AccountError::HasPlayed);
        }
        people::index(&mut tx, user, &account.handle, &account.user.name).await?;
        tx.commit().await?;
        self.presence.rename(user);
        Ok(())
    }

    /// The same for the account whose session this is.
    ///
    /// # Errors
    /// When nobody is signed in, or as above.
    pub async fn make_bot_of(&self, session: TokenHash) -> Result<(), AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        self.become_bot(account.user.id).await
    }
}
