//! The answer that all strangers share.
//!
//! What somebody sees who does not belong to a broadcast is the same for everybody, and is asked for
//! again and again by all who look at its page. It is assembled once after each change.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use bytes::Bytes;
use komadai_ids::{Code, StudyId, UserId};
use komadai_store::{
    Study, StudyVisibility,
    studies::{self as study_rows, members},
};
use parking_lot::Mutex;
use tokio::time::Instant;

use super::{BroadcastError, BroadcastLook, BroadcastRefusal, Broadcasts, Result, Standing};

/// How long an answer is given at most: what other programs have changed is seen after that.
const KEPT: Duration = Duration::from_secs(1);

/// How many broadcasts have one at the same time.
const KEPT_MAX: usize = 64;

/// What was assembled for strangers.
#[derive(Debug)]
struct AssembledAnswer {
    /// The version of the study.
    version: u32,
    /// How often boards had changed.
    n_changes: u64,
    since: Instant,
    /// Those who do not share it.
    members: Vec<UserId>,
    json: Bytes,
}

/// The answers of some broadcasts.
#[derive(Debug, Default)]
pub(super) struct SharedAnswers {
    /// How often a board or what is announced of it has changed here.
    n_changes: AtomicU64,
    // A lock, because many ask at once; nothing waits while it is held.
    kept: Mutex<HashMap<StudyId, AssembledAnswer>>,
}

impl SharedAnswers {
    /// What was assembled does not count any more.
    pub(super) fn has_changed(&self) {
        self.n_changes.fetch_add(1, Ordering::AcqRel);
    }
}

/// What somebody is answered who asks for a broadcast.
#[derive(Clone, Debug)]
pub struct BroadcastAnswer {
    pub json: Bytes,
    /// Whether everybody who does not belong to it is answered the same.
    pub is_shared: bool,
}

impl Broadcasts {
    /// A broadcast as `written` for somebody.
    ///
    /// # Errors
    /// When there is none that they can see, or it cannot be written.
    pub async fn answer<E: From<BroadcastError>>(
        &self,
        code: Code,
        reader: Option<UserId>,
        written: impl FnOnce(BroadcastLook) -> Result<Bytes, E>,
    ) -> Result<BroadcastAnswer, E> {
        // What is assembled from here on has at least these changes.
        let n_changes = self.shared.n_changes.load(Ordering::Acquire);
        let study = self.asked(code).await?;
        let is_public = study.visibility != StudyVisibility::Private;
        if is_public {
            let kept = self.shared.kept.lock();
            if let Some(it) = kept.get(&study.id)
                && (it.version, it.n_changes) == (study.version, n_changes)
                && it.since.elapsed() < KEPT
                && reader.is_none_or(|reader| !it.members.contains(&reader))
            {
                return Ok(BroadcastAnswer { json: it.json.clone(), is_shared: true });
            }
        }
        let since = Instant::now();
        let look = self.look(code, reader).await?;
        let is_shared = is_public && look.study.standing == Standing::Stranger;
        let json = written(look)?;
        if is_shared {
            let members = self.insiders(&study).await?;
            let mut kept = self.shared.kept.lock();
            if kept.len() >= KEPT_MAX && !kept.contains_key(&study.id) {
                kept.clear();
            }
            let version = study.version;
            let it = AssembledAnswer { version, n_changes, since, members, json: json.clone() };
            kept.insert(study.id, it);
        }
        Ok(BroadcastAnswer { json, is_shared })
    }

    async fn asked(&self, code: Code) -> Result<Study> {
        let found = study_rows::find_by_code(&mut self.store.read().await?, code).await?;
        Ok(found.filter(|it| it.is_broadcast).ok_or(BroadcastRefusal::Unknown)?)
    }

    /// Those who see more than strangers.
    async fn insiders(&self, study: &Study) -> Result<Vec<UserId>> {
        let found = members::of(&mut self.store.read().await?, study.id).await?;
        Ok(found.into_iter().map(|it| it.user).chain([study.owner]).collect())
    }
}
