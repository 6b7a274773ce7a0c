//! Players who have just been paired, or have called a game off, and are paired again only if nobody
//! else is there.

use std::collections::HashMap;

use komadai_ids::UserId;
use parking_lot::Mutex;

/// Two have just met for so long, in milliseconds.
const AGAIN_AFTER_MS: u64 = 120_000;

/// How many pairs are remembered before those whose time is over are forgotten.
const PAIRS_MAX: usize = 10_000;

/// Since when pairs have met. Only this process knows it: after a restart anybody may meet.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    // A lock, because rooms and the lobby come here; it is held for a look-up only.
    at_ms: Mutex<HashMap<[UserId; 2], u64>>,
}

impl Meetings {
    /// These two have met, or their game was called off.
    pub(crate) fn note(&self, one: UserId, other: UserId, now_ms: u64) {
        let mut at_ms = self.at_ms.lock();
        if at_ms.len() >= PAIRS_MAX {
            at_ms.retain(|_, at_ms| *at_ms + AGAIN_AFTER_MS > now_ms);
        }
        // More than that within two minutes are not remembered.
        if at_ms.len() < PAIRS_MAX {
            at_ms.insert(pair(one, other), now_ms);
        }
    }

    /// Whether they have met recently.
    pub(crate) fn have_just_met(&self, one: UserId, other: UserId, now_ms: u64) -> bool {
        self.at_ms
            .lock()
            .get(&pair(one, other))
            .is_some_and(|at_ms| at_ms + AGAIN_AFTER_MS > now_ms)
    }
}

/// The same, in whichever order they are named.
pub(crate) fn pair(one: UserId, other: UserId) -> [UserId; 2] {
    if one < other { [one, other] } else { [other, one] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meeting_is_forgotten_after_two_minutes() {
        let [a, b, c] = [1, 2, 3].map(|n| UserId::new(n, [0; 10]));
        let meetings = Meetings::default();
        meetings.note(b, a, 1_000);
        assert!(meetings.have_just_met(a, b, 120_999) && meetings.have_just_met(b, a, 1_000));
        assert!(!meetings.have_just_met(a, b, 121_000));
        assert!(!meetings.have_just_met(a, c, 1_000));
        // What they call off later counts from then.
        meetings.note(a, b, 100_000);
        assert!(meetings.have_just_met(a, b, 219_999));
    }

    #[test]
    fn so_many_are_remembered_and_no_more() {
        let meetings = Meetings::default();
        let user = |n| UserId::new(n, [0; 10]);
        for n in 0..PAIRS_MAX as u64 + 5 {
            meetings.note(user(2 * n), user(2 * n + 1), 1_000);
        }
        assert_eq!(meetings.at_ms.lock().len(), PAIRS_MAX);
        meetings.note(user(0), user(3), 500_000);
        assert_eq!(meetings.at_ms.lock().len(), 1);
    }
}
