//! The private addresses under which calendar programs read when somebody plays.

use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{Result, calendar_secrets as rows};

use super::Tournaments;

/// How long the secret in such an address is: 160 bits.
const SECRET_SIGNS: usize = 32;

impl Tournaments {
    /// Gives somebody's calendar a new secret, which is returned; an older one opens nothing any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_calendar(&self, user: UserId) -> Result<String> {
        let secret = random::signs(SECRET_SIGNS);
        let now_ms = self.inner.directory.timebase().now_ms() as i64;
        let mut tx = self.inner.store.write().await?;
        rows::renew(&mut tx, user, &secret, now_ms).await?;
        tx.commit().await?;
        Ok(secret)
    }

    /// Closes somebody's calendar.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn remove_calendar(&self, user: UserId) -> Result<()> {
        let mut tx = self.inner.store.write().await?;
        rows::remove(&mut tx, user).await?;
        tx.commit().await
    }
}
