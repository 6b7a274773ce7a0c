//! How the server was in the last hour, for the page of those who run it.
//!
//! A reading every few seconds, in memory: metrics that an operator wants to keep are collected
//! elsewhere, from the same figures (see [`super`]).

use std::{collections::VecDeque, sync::Arc};

use komadai_protocol::http::site::Reading;
use parking_lot::Mutex;

/// How many readings are kept: an hour.
pub const READINGS_MAX: usize = 720;

/// The readings of the last hour. Clones share them.
///
/// A lock, because one task writes and requests read; it is held for a copy only.
#[derive(Clone, Debug, Default)]
pub struct History(Arc<Mutex<VecDeque<Reading>>>);

impl History {
    /// What was read after a moment, in order.
    pub fn after(&self, at_ms: u64) -> Vec<Reading> {
        self.0.lock().iter().filter(|reading| reading.at_ms > at_ms).copied().collect()
    }

    pub(super) fn push(&self, reading: Reading) {
        let mut readings = self.0.lock();
        if readings.len() >= READINGS_MAX {
            readings.pop_front();
        }
        readings.push_back(reading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_kept() {
        let history = History::default();
        for at_ms in 1..=READINGS_MAX as u64 + 5 {
            history.push(Reading { at_ms, ..Reading::default() });
        }
        let all = history.after(0);
        assert_eq!((all.len(), all[0].at_ms), (READINGS_MAX, 6));
        assert_eq!(history.after(READINGS_MAX as u64 + 3).len(), 2);
    }
}
