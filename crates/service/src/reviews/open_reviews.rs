//! Which reviews are open, and how much of memory they may hold.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use komadai_ids::Code;
use komadai_live::{Limit, byte_budget::ByteBudget};
use parking_lot::Mutex;

use super::{ReviewRefusal, open::OpenReview};

/// How many bytes all open reviews may have, in JSON; in memory they are some three times as large.
const BYTES_MAX: usize = 16 << 20;

/// How many bytes the reviews may have that one address has opened.
const BYTES_OF_ADDRESS_MAX: usize = 6 << 20;

/// An open review, for the task that has something to do with it next.
pub(super) type Open = tokio::sync::Mutex<OpenReview>;

/// All open reviews. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct OpenReviews {
    // A lock, because every session comes here; it is held for a look-up only.
    by_code: Arc<Mutex<HashMap<Code, Arc<Open>>>>,
    /// How much they hold, by who has opened them.
    budget: ByteBudget,
}

impl OpenReviews {
    pub(super) fn new() -> Self {
        let budget = ByteBudget::new(Limit::Reviews, BYTES_MAX, BYTES_OF_ADDRESS_MAX);
        Self { by_code: Arc::default(), budget }
    }

    pub(super) fn find(&self, code: Code) -> Option<Arc<Open>> {
        self.by_code.lock().get(&code).cloned()
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

    /// Finds room for a review that somebody from there wants to follow, if nobody has before.
    ///
    /// # Errors
    /// When there is none.
    pub(super) fn hold(&self, review: &mut OpenReview, from: IpAddr) -> Result<(), ReviewRefusal> {
        if !review.is_held() {
            let held = self.budget.hold(from, review.review().n_bytes);
            review.hold(held.ok_or(ReviewRefusal::TooManyOpen)?);
        }
        Ok(())
    }
}
