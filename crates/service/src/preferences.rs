//! What players have set, kept for all their devices. What is in it is the client's to know.

use std::collections::HashMap;

use komadai_ids::UserId;
use komadai_live::Timebase;
use komadai_store::{Result, Store, preferences as stored};
use serde_json::{Map, Value};

use crate::read_json;

/// What players have set. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Preferences {
    store: Store,
    timebase: Timebase,
}

/// Why settings are not kept.
#[derive(Debug, thiserror::Error)]
pub enum PreferencesError {
    /// There is more in them than plain values.
    #[error("settings are plain values by their names")]
    Nested,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl Preferences {
    pub(crate) fn new(store: Store, timebase: Timebase) -> Self {
        Self { store, timebase }
    }

    /// What somebody has set, if they ever have.
    pub async fn of(&self, user: UserId) -> Result<Option<Map<String, Value>>> {
        let kept = stored::find(&mut self.store.read().await?, user).await?;
        let read = |text: String| read_json(&text, "preferences", "settings", user.uuid());
        kept.map(read).transpose()
    }

    /// What those of these people have set who ever have.
    pub async fn of_all(&self, users: &[UserId]) -> Result<HashMap<UserId, Map<String, Value>>> {
        let kept = stored::of_all(&mut self.store.read().await?, users).await?;
        let read = |(user, text): (UserId, String)| {
            Ok((user, read_json(&text, "preferences", "settings", user.uuid())?))
        };
        kept.into_iter().map(read).collect()
    }

    /// Keeps what somebody has set, instead of what they had.
    ///
    /// # Errors
    /// When it cannot be kept.
    pub async fn set(
        &self,
        user: UserId,
        settings: Map<String, Value>,
    ) -> Result<(), PreferencesError> {
        if settings.values().any(|value| value.is_object() || value.is_array()) {
            return Err(PreferencesError::Nested);
        }
        let now_ms = self.timebase.now_ms() as i64;
        let text = Value::Object(settings).to_string();
        let mut tx = self.store.write().await?;
        stored::set(&mut tx, user, &text, now_ms).await?;
        tx.commit().await?;
        Ok(())
    }
}
