//! How many rated games two accounts have played from one address within a day.

use std::collections::HashMap;

use komadai_ids::UserId;
use parking_lot::Mutex;

use crate::meetings::pair;

/// How long a game is counted, in milliseconds: a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How many pairs are counted before those of more than a day ago are forgotten.
const PAIRS_MAX: usize = 10_000;

/// When pairs from one address have played. Only this process knows it: a restart counts from zero.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    // A lock, because rooms come here; it is held for a look-up only.
    ended_ms: Mutex<HashMap<[UserId; 2], Vec<u64>>>,
}

impl Neighbours {
    /// Counts one more rated game of these two; `false` when they have had `limit` of them.
    pub(crate) fn take(&self, one: UserId, other: UserId, limit: usize, now_ms: u64) -> bool {
        let mut all = self.ended_ms.lock();
        let is_counted = |at_ms: &u64| at_ms + DAY_MS > now_ms;
        if all.len() >= PAIRS_MAX {
            all.retain(|_, ended_ms| ended_ms.iter().any(is_counted));
        }
        let pair = pair(one, other);
        // So many pairs of neighbours in one day are nobody's club evening.
        if all.len() >= PAIRS_MAX && !all.contains_key(&pair) {
            return false;
        }
        let ended_ms = all.entry(pair).or_default();
        ended_ms.retain(is_counted);
        let has_room = ended_ms.len() < limit;
        if has_room {
            ended_ms.push(now_ms);
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_plays_so_many_a_day_and_others_as_many() {
        let [a, b, c] = [1, 2, 3].map(|n| UserId::new(n, [0; 10]));
        let neighbours = Neighbours::default();
        let played = |one, other, at_ms| neighbours.take(one, other, 2, at_ms);
        assert!(played(a, b, 1_000) && played(b, a, 2_000));
        assert!(!played(a, b, 3_000) && !played(b, a, 3_000));
        assert!(played(a, c, 3_000) && played(b, c, 3_000));
        // The first is a day ago, the second not yet.
        assert!(played(a, b, 1_000 + DAY_MS));
        assert!(!played(a, b, 1_001 + DAY_MS));
    }
}
