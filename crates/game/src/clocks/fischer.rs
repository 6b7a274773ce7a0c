//! Main time with an increment, after Bobby Fischer (§4).

use serde::{Deserialize, Serialize};

use super::{Control, EXTRA_MS_MAX, MAIN_MS_MAX, Time, at_least_a_minute, clock_ms};

/// §4: main time, to which the increment is added after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fischer {
    /// Main time in milliseconds.
    pub main_ms: u32,
    /// What each move adds, in milliseconds.
    pub increment_ms: u32,
}

impl Control for Fischer {
    fn start(&self) -> Time {
        Time { main_ms: self.main_ms, periods: 0 }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms)
    }

    fn spend(&self, time: Time, charged_ms: u64) -> Time {
        let left_ms = u64::from(time.main_ms).saturating_sub(charged_ms);
        Time { main_ms: clock_ms(left_ms + u64::from(self.increment_ms)), ..time }
    }

    fn carry_over(&self, time: Time) -> Time {
        at_least_a_minute(time)
    }

    fn problem(&self) -> Option<&'static str> {
        if !(1_000..=MAIN_MS_MAX).contains(&self.main_ms) {
            Some("main time is between a second and a day")
        } else if self.increment_ms > EXTRA_MS_MAX {
            Some("the increment is an hour at most")
        } else {
            None
        }
    }
}
