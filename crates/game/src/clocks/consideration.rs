//! Byoyomi with periods of consideration, 考慮時間, as in the NHK Cup (§4).

use serde::{Deserialize, Serialize};

use super::{Control, EXTRA_MS_MAX, MAIN_MS_MAX, PERIODS_MAX, Time, clock_ms};

/// §4: after the main time each move has its byoyomi, which costs nothing; a move that takes longer
/// uses up periods of consideration, each of which begins where the byoyomi, or the period before
/// it, ends, and is gone once it has begun. With none left the flag falls at the end of the byoyomi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consideration {
    /// Main time in milliseconds, possibly 0.
    pub main_ms: u32,
    /// What each move has after it, in milliseconds.
    pub byoyomi_ms: u32,
    /// Number of periods of consideration, at least 1.
    pub periods: u8,
    /// Length of one of them in milliseconds.
    pub period_ms: u32,
}

impl Control for Consideration {
    fn start(&self) -> Time {
        Time { main_ms: self.main_ms, periods: self.periods }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        let [main_ms, byoyomi_ms] = [time.main_ms, self.byoyomi_ms].map(u64::from);
        main_ms + byoyomi_ms + u64::from(time.periods) * u64::from(self.period_ms)
    }

    fn spend(&self, time: Time, charged_ms: u64) -> Time {
        let main_ms = u64::from(time.main_ms);
        let Some(over_ms) = charged_ms.checked_sub(main_ms) else {
            return Time { main_ms: clock_ms(main_ms - charged_ms), ..time };
        };
        let begun = match over_ms.checked_sub(self.byoyomi_ms.into()) {
            None => 0,
            Some(considered_ms) => 1 + considered_ms / u64::from(self.period_ms.max(1)),
        };
        let begun = u8::try_from(begun).unwrap_or(u8::MAX);
        Time { main_ms: 0, periods: time.periods.saturating_sub(begun) }
    }

    fn carry_over(&self, time: Time) -> Time {
        time
    }

    fn problem(&self) -> Option<&'static str> {
        let is_extra = |ms| (1_000..=EXTRA_MS_MAX).contains(&ms);
        if self.main_ms > MAIN_MS_MAX {
            Some("main time is a day at most")
        } else if !is_extra(self.byoyomi_ms) || !is_extra(self.period_ms) {
            Some("byoyomi and periods of consideration are between a second and an hour")
        } else if !(1..=PERIODS_MAX).contains(&self.periods) {
            Some("there are 1 to 30 periods of consideration")
        } else {
            None
        }
    }
}
