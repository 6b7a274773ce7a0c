//! Which reviews are open, and how much of memory they may hold.

use std::{collections::HashMap, sync::Arc};

use komadai_ids::Code;
use komadai_live::{
    Limit,
    pool::{Claimant, Loss, Pool, PoolSize},
};
use parking_lot::Mutex;

use super::{ReviewRefusal, open::OpenReview};

/// How many bytes the open reviews may have, in JSON; in memory they are some three times as large.
const OPEN: PoolSize = PoolSize {
    whole: 16 << 20,
    visitors_of_address: 2 << 20,
    of_address: 6 << 20,
    of_account: 6 << 20,
};

/// An open review, for the task that has something to do with it next.
pub(super) type Open = tokio::sync::Mutex<OpenReview>;

/// All open reviews. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct OpenReviews {
    // A lock, because every session comes here; it is held for a look-up only.
    by_code: Arc<Mutex<HashMap<Code, Arc<Open>>>>,
    /// How much memory they hold, by who has opened them.
    memory: Pool,
}

impl OpenReviews {
    pub(super) fn new() -> Self {
        Self { by_code: Arc::default(), memory: Pool::new(Limit::Reviews, OPEN) }
    }

    pub(super) fn find(&self, code: Code) -> Option<Arc<Open>> {
        self.by_code.lock().get(&code).cloned()
    }

    /// All of them. Whoever asks closes each again.
    pub(super) fn all(&self) -> Vec<(Code, Arc<Open>)> {
        self.by_code.lock().iter().map(|(code, open)| (*code, open.clone())).collect()
    }

    /// Opens a review. Somebody else may have been faster; then theirs counts.
    pub(super) fn open(&self, code: Code, review: OpenReview) -> Arc<Open> {
        self.by_code.lock().entry(code).or_insert_with(|| Arc::new(Open::new(review))).clone()
    }

    /// Closes a review that nobody follows.
    pub(super) fn close(&self, code: Code, open: &Arc<Open>) {
        let mut all = self.by_code.lock();
        // Others come to it through the map only, which is locked: it has this one and its own.
        let is_last = Arc::strong_count(open) <= 2;
        if is_last && open.try_lock().is_ok_and(|it| it.n_followers() == 0) {
            all.remove(&code);
        }
    }

    /// Finds memory for a review that somebody wants to follow, if nobody has before. What is
    /// returned comes when somebody else gets it.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn hold(
        &self,
        review: &mut OpenReview,
        follower: Claimant,
    ) -> Result<Option<Loss>, ReviewRefusal> {
        if review.is_held() {
            return Ok(None);
        }
        // A chapter is its owner's, however many come from however many places.
        let by = review.review().study.as_ref().and_then(|study| study.owner());
        let by = by.map_or(follower, Claimant::owner);
        let claim = self.memory.claim(by, review.review().n_bytes);
        let mut claim = claim.map_err(|_| ReviewRefusal::TooManyOpen)?;
        let loss = claim.loss();
        review.hold(claim);
        Ok(loss)
    }
}
