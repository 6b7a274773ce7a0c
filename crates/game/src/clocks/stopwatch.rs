//! The professionals' stopwatch (§4).

use serde::{Deserialize, Serialize};

use super::{Control, MAIN_MS_MAX, Time, clock_ms};

const MINUTE_MS: u32 = 60_000;

/// §4: each move's time is rounded down to the whole minute before it is deducted; with m whole
/// minutes left the flag falls when the move has taken m × 60.000 s, so that with one minute
/// left every move has 60 s without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopwatch {
    /// Main time in minutes.
    pub main_minutes: u16,
}

impl Control for Stopwatch {
    fn start(&self) -> Time {
        Time { main_ms: u32::from(self.main_minutes) * MINUTE_MS, periods: 0 }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms)
    }

    fn spend(&self, time: Time, charged_ms: u64) -> Time {
        let deducted_ms = charged_ms - charged_ms % u64::from(MINUTE_MS);
        Time { main_ms: clock_ms(u64::from(time.main_ms).saturating_sub(deducted_ms)), ..time }
    }

    fn carry_over(&self, time: Time) -> Time {
        time
    }

    fn problem(&self) -> Option<&'static str> {
        (!(1..=MAIN_MS_MAX / MINUTE_MS).contains(&u32::from(self.main_minutes)))
            .then_some("main time is between a minute and a day")
    }
}
