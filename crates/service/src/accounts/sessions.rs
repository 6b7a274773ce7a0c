//! Where somebody is signed in.

use komadai_store::{SessionSummary, TokenHash, sessions};

use super::{AccountError, Accounts};

impl Accounts {
    /// The sessions of the account whose session this is, the one that was used last first.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn sessions(&self, session: TokenHash) -> Result<Vec<SessionSummary>, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        Ok(sessions::list(&mut self.store.read().await?, account.user.id).await?)
    }

    /// Ends one of the sessions of the account that this one belongs to; its sockets are closed.
    /// `false`: `is_it` is true of none of them.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn end_session(
        &self,
        session: TokenHash,
        is_it: impl Fn(TokenHash) -> bool,
    ) -> Result<bool, AccountError> {
        let account = self.account(session).await?.ok_or(AccountError::NotSignedIn)?;
        let mut tx = self.store.write().await?;
        let own = sessions::list(&mut tx, account.user.id).await?;
        let Some(ended) = own.into_iter().map(|it| it.token).find(|token| is_it(*token)) else {
            return Ok(false);
        };
        sessions::delete(&mut tx, ended).await?;
        tx.commit().await?;
        self.presence.sign_out(account.user.id, |it| it == ended);
        Ok(true)
    }

    /// Notes that a session is used, at most once a day.
    pub(super) async fn noted(&self, session: TokenHash, found: &komadai_store::Session) {
        let now_ms = self.timebase.now_ms() as i64;
        if !found.is_to_be_noted(now_ms) {
            return;
        }
        let noting = async {
            let mut tx = self.store.write().await?;
            sessions::touch(&mut tx, session, now_ms).await?;
            tx.commit().await
        };
        if let Err(cause) = noting.await {
            // What was asked for does not fail for it; the next use is noted.
            tracing::debug!("the use of a session is not noted: {cause}");
        }
    }
}
