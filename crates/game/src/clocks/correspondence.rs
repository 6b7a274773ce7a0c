//! Days for each move (§4).

use serde::{Deserialize, Serialize};

use super::{Control, Time};

/// A day, in milliseconds.
const DAY_MS: u32 = 24 * 60 * 60 * 1000;

/// §4: each move, including the first, has the same number of days; nothing is kept of what is
/// left of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correspondence {
    /// Days for each move.
    pub days: u8,
    /// Whether Saturdays and Sundays (UTC) do not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weekends_off: bool,
}

impl Correspondence {
    /// The numbers of days that can be chosen.
    pub const DAYS: [u8; 6] = [1, 2, 3, 5, 7, 14];

    /// So many days, weekends among them.
    pub fn of_days(days: u8) -> Self {
        Self { days, weekends_off: false }
    }
}

impl Control for Correspondence {
    fn start(&self) -> Time {
        Time { main_ms: u32::from(self.days).saturating_mul(DAY_MS), periods: 0 }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms)
    }

    fn spend(&self, _time: Time, _charged_ms: u64) -> Time {
        self.start()
    }

    fn carry_over(&self, _time: Time) -> Time {
        self.start()
    }

    fn problem(&self) -> Option<&'static str> {
        (!Self::DAYS.contains(&self.days)).then_some("a move has 1, 2, 3, 5, 7 or 14 days")
    }
}
