//! Whether the database answers.

use std::{sync::Arc, time::Duration};

use komadai_store::Reader;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

/// How long the database may take to say that it is there.
const DATABASE_WITHIN: Duration = Duration::from_secs(2);

/// For how long what the database has said holds.
const FRESH: Duration = Duration::from_secs(1);

/// Whether the database answers, as it was found last. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readiness {
    // Held while the database is asked: others who want to know wait for the same answer.
    found: Arc<Mutex<Option<(Instant, bool)>>>,
}

impl Readiness {
    pub(super) async fn of_database(&self, store: &Reader) -> bool {
        let mut found = self.found.lock().await;
        if let Some((at, answers)) = *found
            && at.elapsed() < FRESH
        {
            return answers;
        }
        let answers = timeout(DATABASE_WITHIN, store.ping()).await;
        let answers = matches!(answers, Ok(Ok(())));
        *found = Some((Instant::now(), answers));
        answers
    }
}
