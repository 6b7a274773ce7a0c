//! Sudden death, 切れ負け (§4).

use serde::{Deserialize, Serialize};

use super::{Control, MAIN_MS_MAX, Time, at_least_a_minute, clock_ms};

/// §4: main time only; who has used it up loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuddenDeath {
    /// Main time in milliseconds.
    pub main_ms: u32,
}

impl Control for SuddenDeath {
    fn start(&self) -> Time {
        Time { main_ms: self.main_ms, periods: 0 }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms)
    }

    fn spend(&self, time: Time, charged_ms: u64) -> Time {
        Time { main_ms: clock_ms(u64::from(time.main_ms).saturating_sub(charged_ms)), ..time }
    }

    fn carry_over(&self, time: Time) -> Time {
        at_least_a_minute(time)
    }

    fn problem(&self) -> Option<&'static str> {
        (!(1_000..=MAIN_MS_MAX).contains(&self.main_ms))
            .then_some("main time is between a second and a day")
    }
}
