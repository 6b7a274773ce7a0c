//! Whose games players want to see.

use komadai_community::bell::BellItem;
use komadai_ids::UserId;
use komadai_live::Timebase;
use komadai_store::{FollowedPlayer, Result, Store, follows as stored};

use crate::bell::ring;

/// Who follows whom. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Follows {
    store: Store,
    timebase: Timebase,
}

/// Why somebody cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// Nobody follows themselves.
    #[error("you cannot do that to yourself")]
    Yourself,
    /// As many are followed as can be.
    #[error("you follow as many players as are allowed")]
    TooMany,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl Follows {
    pub(crate) fn new(store: Store, timebase: Timebase) -> Self {
        Self { store, timebase }
    }

    /// Whom a player follows, by name.
    pub async fn of(&self, user: UserId) -> Result<Vec<FollowedPlayer>> {
        stored::of(&mut self.store.read().await?, user).await
    }

    /// Follows somebody, or no longer.
    ///
    /// # Errors
    /// When they cannot be followed.
    pub async fn set(&self, user: UserId, other: UserId, follows: bool) -> Result<(), FollowError> {
        if other == user {
            return Err(FollowError::Yourself);
        }
        let now_ms = self.timebase.now_ms() as i64;
        let mut tx = self.store.write().await?;
        let known = stored::of(&mut tx, user).await?;
        if follows && known.len() >= stored::FOLLOWS_MAX as usize {
            return Err(FollowError::TooMany);
        }
        stored::set(&mut tx, user, other, follows, now_ms).await?;
        if follows && !known.iter().any(|it| it.user == other) {
            ring(&mut tx, other, Some(user), now_ms, &BellItem::Followed).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
