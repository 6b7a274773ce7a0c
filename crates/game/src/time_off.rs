//! Time that does not count (§4): while a player is on vacation, and at weekends where a game
//! is not played on them.
//!
//! All of it is arithmetic on instants: whether time counts at an instant follows from what was
//! agreed and what has been said, so nothing has to happen when a vacation ends.

use serde::{Deserialize, Serialize};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const WEEK_MS: u64 = 7 * DAY_MS;
const WEEKEND_MS: u64 = 2 * DAY_MS;

/// The first Saturday after the beginning of Unix time, which was a Thursday.
const FIRST_SATURDAY_MS: u64 = 2 * DAY_MS;

/// A stretch of time during which a clock stands: from its first instant up to, and without, its
/// last, in Unix milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// Its first instant.
    pub from_ms: u64,
    /// The first instant after it.
    pub until_ms: u64,
}

impl Stretch {
    /// Whether this instant is in it.
    pub fn contains(self, at_ms: u64) -> bool {
        (self.from_ms..self.until_ms).contains(&at_ms)
    }
}

/// When the clock of one side stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeOff {
    /// While its player is on vacation.
    pub vacation: Option<Stretch>,
    /// On Saturdays and Sundays, UTC.
    pub weekends: bool,
}

impl TimeOff {
    /// Whether every instant counts.
    pub fn is_none(self) -> bool {
        self.vacation.is_none() && !self.weekends
    }

    /// How much of the time between two instants counts, in milliseconds.
    pub fn counted_ms(self, from_ms: u64, to_ms: u64) -> u64 {
        let Some(all_ms) = to_ms.checked_sub(from_ms) else { return 0 };
        let on_vacation_ms = self.vacation.map_or(0, |it| {
            let (from_ms, until_ms) = (it.from_ms.max(from_ms), it.until_ms.min(to_ms));
            // Weekends on vacation are taken away once.
            until_ms.saturating_sub(from_ms).saturating_sub(self.at_weekends_ms(from_ms, until_ms))
        });
        all_ms - on_vacation_ms - self.at_weekends_ms(from_ms, to_ms)
    }

    fn at_weekends_ms(self, from_ms: u64, to_ms: u64) -> u64 {
        if !self.weekends || to_ms <= from_ms {
            return 0;
        }
        weekends_before_ms(to_ms) - weekends_before_ms(from_ms)
    }

    /// The first instant at which so much time after `from_ms` has counted.
    pub fn after_ms(self, from_ms: u64, counted_ms: u64) -> u64 {
        let (mut at_ms, mut left_ms) = (from_ms, counted_ms);
        while left_ms > 0 {
            at_ms = self.end_ms(at_ms);
            let stretch_ms = self.next_ms(at_ms).map_or(left_ms, |next_ms| next_ms - at_ms);
            let now_ms = stretch_ms.min(left_ms);
            if now_ms == 0 {
                // There is no later instant.
                break;
            }
            at_ms = at_ms.saturating_add(now_ms);
            left_ms -= now_ms;
        }
        at_ms
    }

    /// The stretches between two instants in which no time counts, in order.
    pub fn stretches(self, from_ms: u64, to_ms: u64) -> impl Iterator<Item = Stretch> {
        let mut at_ms = from_ms;
        std::iter::from_fn(move || {
            let from_ms = if self.is_off(at_ms) { at_ms } else { self.next_ms(at_ms)? };
            let until_ms = self.end_ms(from_ms);
            at_ms = until_ms;
            Some(Stretch { from_ms, until_ms })
        })
        .take_while(move |it| it.from_ms < to_ms && it.from_ms < it.until_ms)
    }

    fn is_off(self, at_ms: u64) -> bool {
        self.end_ms(at_ms) > at_ms
    }

    /// From when on time counts again; the same instant where it does.
    fn end_ms(self, at_ms: u64) -> u64 {
        let mut end_ms = at_ms;
        loop {
            let before_ms = end_ms;
            if let Some(vacation) = self.vacation.filter(|it| it.contains(end_ms)) {
                end_ms = vacation.until_ms;
            }
            if self.weekends {
                let into_ms = (end_ms % WEEK_MS + WEEK_MS - FIRST_SATURDAY_MS) % WEEK_MS;
                end_ms = end_ms.saturating_add(WEEKEND_MS.saturating_sub(into_ms));
            }
            if end_ms == before_ms {
                return end_ms;
            }
        }
    }

    /// When time stops counting next, where it counts at this instant.
    fn next_ms(self, at_ms: u64) -> Option<u64> {
        let vacation = self.vacation.filter(|it| it.from_ms < it.until_ms);
        let vacation_ms = vacation.map(|it| it.from_ms).filter(|&from_ms| from_ms > at_ms);
        let saturday_ms = self.weekends.then(|| {
            let into_ms = (at_ms % WEEK_MS + WEEK_MS - FIRST_SATURDAY_MS) % WEEK_MS;
            at_ms.saturating_add(WEEK_MS - into_ms)
        });
        vacation_ms.into_iter().chain(saturday_ms).min()
    }
}

/// How much of all time before this instant was Saturday or Sunday.
fn weekends_before_ms(at_ms: u64) -> u64 {
    let since_ms = at_ms.saturating_sub(FIRST_SATURDAY_MS);
    since_ms / WEEK_MS * WEEKEND_MS + (since_ms % WEEK_MS).min(WEEKEND_MS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MINUTE_MS: u64 = 60_000;

    /// Thursday, 26 November 2026, 00:00 UTC.
    const THURSDAY_MS: u64 = 1_795_651_200_000;

    /// The same, minute by minute.
    fn counts(off: TimeOff, at_ms: u64) -> bool {
        let weekday = (at_ms / DAY_MS + 3) % 7;
        let is_weekend = off.weekends && weekday >= 5;
        !is_weekend && !off.vacation.is_some_and(|it| it.contains(at_ms))
    }

    fn days(from: u64, until: u64) -> Option<Stretch> {
        let at_ms = |day: u64| THURSDAY_MS + day * DAY_MS;
        Some(Stretch { from_ms: at_ms(from), until_ms: at_ms(until) })
    }

    #[test]
    fn a_stretch_that_does_not_count_moves_the_end_by_its_length() {
        let from = |off: TimeOff, n: u64| {
            (off.after_ms(THURSDAY_MS, n * DAY_MS) - THURSDAY_MS) as f64 / DAY_MS as f64
        };
        let vacation = |vacation| TimeOff { vacation, weekends: false };
        let weekends = |vacation| TimeOff { vacation, weekends: true };
        for (off, n, expected) in [
            (TimeOff::default(), 3, 3.0),
            (vacation(days(1, 8)), 3, 10.0),
            (vacation(days(3, 8)), 3, 3.0),
            (vacation(days(5, 5)), 14, 14.0),
            // Friday evening is the end of two days; Monday counts again.
            (weekends(None), 2, 2.0),
            (weekends(None), 3, 5.0),
            (weekends(None), 14, 20.0),
            // From Friday to Sunday: the weekend is not given twice.
            (weekends(days(1, 4)), 3, 6.0),
            (weekends(days(1, 3)), 3, 6.0),
        ] {
            assert_eq!(from(off, n), expected, "{n} days with {off:?}");
        }
    }

    #[test]
    fn adjoining_stretches_are_one() {
        let off = TimeOff { vacation: days(4, 6), weekends: true };
        let found: Vec<_> = off
            .stretches(THURSDAY_MS, THURSDAY_MS + 10 * DAY_MS)
            .map(|it| [it.from_ms, it.until_ms].map(|ms| (ms - THURSDAY_MS) / DAY_MS))
            .collect();
        assert_eq!(found, [[2, 6], [9, 11]]);
        assert_eq!(TimeOff::default().stretches(0, u64::MAX).count(), 0);
    }

    #[test]
    fn no_instant_is_too_large() {
        let vacation = Some(Stretch { from_ms: 0, until_ms: u64::MAX });
        for weekends in [false, true] {
            let off = TimeOff { vacation, weekends };
            assert_eq!(off.counted_ms(0, u64::MAX), 0);
            assert_eq!(off.after_ms(5, 1), u64::MAX);
            assert!(TimeOff { weekends, ..off }.stretches(0, u64::MAX).take(3).count() < 4);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn it_is_what_counting_minutes_gives(
            start in 0u64..7 * 24 * 60,
            length in 0u64..20 * 24 * 60,
            vacation in proptest::option::of((0u64..20 * 24 * 60, 0u64..10 * 24 * 60)),
            weekends in any::<bool>(),
        ) {
            let minute = |n: u64| THURSDAY_MS + n * MINUTE_MS;
            let vacation = vacation.map(|(from, length)| Stretch {
                from_ms: minute(from),
                until_ms: minute(from + length),
            });
            let off = TimeOff { vacation, weekends };
            let (from_ms, to_ms) = (minute(start), minute(start + length));
            let n = (start..start + length).filter(|&n| counts(off, minute(n))).count() as u64;
            prop_assert_eq!(off.counted_ms(from_ms, to_ms), n * MINUTE_MS);
            // The end is the first instant at which so much has counted.
            let end_ms = off.after_ms(from_ms, n * MINUTE_MS);
            prop_assert!(end_ms <= to_ms);
            prop_assert_eq!(off.counted_ms(from_ms, end_ms), n * MINUTE_MS);
            prop_assert!(end_ms == from_ms || off.counted_ms(from_ms, end_ms - 1) < n * MINUTE_MS);
            // And the stretches are all the rest.
            let off_ms: u64 = off
                .stretches(from_ms, to_ms)
                .map(|it| it.until_ms.min(to_ms) - it.from_ms)
                .sum();
            prop_assert_eq!(off_ms + n * MINUTE_MS, to_ms - from_ms);
        }
    }
}
