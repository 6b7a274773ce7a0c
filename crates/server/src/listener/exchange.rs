//! What a connection and the answer that is being sent on it know of one another.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    task::Context,
};

use komadai_live::pool::Claim;
use parking_lot::Mutex;

/// The requests and answers of one connection. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exchange(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// An even number while a request may come, an odd one while it is being answered and more
    /// bytes are of its body.
    turns: AtomicU32,
    // A lock, because the connection's task and the one that answers both come here; it is held for
    // a look.
    answer: Mutex<Option<Answer>>,
}

/// The memory of the answer that is being sent.
#[derive(Debug)]
struct Answer {
    claim: Claim,
    serial: u32,
}

impl Exchange {
    pub(super) fn turns(&self) {
        self.0.turns.fetch_add(1, Relaxed);
    }

    /// How far the connection is.
    pub(super) fn now(&self) -> u32 {
        self.0.turns.load(Relaxed)
    }

    /// An answer that has claimed its memory is sent now: until what is returned is dropped, or
    /// somebody else gets the memory, in which case the connection ends.
    pub(crate) fn sends(&self, claim: Claim) -> AnswerMemory {
        let mut answer = self.0.answer.lock();
        let serial = answer.as_ref().map_or(0, |it| it.serial.wrapping_add(1));
        *answer = Some(Answer { claim, serial });
        AnswerMemory { exchange: self.clone(), serial }
    }

    /// Something of the answer was taken.
    pub(super) fn moved(&self) {
        if let Some(answer) = &*self.0.answer.lock() {
            answer.claim.moved();
        }
    }

    /// Whether somebody else has got the memory of the answer; if not, the task is woken when they
    /// do.
    pub(super) fn is_lost(&self, context: &mut Context<'_>) -> bool {
        let mut answer = self.0.answer.lock();
        answer.as_mut().is_some_and(|it| it.claim.poll_lost(context).is_ready())
    }
}

/// An answer that is in memory until this is dropped.
#[derive(Debug)]
pub(crate) struct AnswerMemory {
    exchange: Exchange,
    serial: u32,
}

impl Drop for AnswerMemory {
    fn drop(&mut self) {
        let mut answer = self.exchange.0.answer.lock();
        // The next answer may have begun.
        if answer.as_ref().is_some_and(|it| it.serial == self.serial) {
            *answer = None;
        }
    }
}
