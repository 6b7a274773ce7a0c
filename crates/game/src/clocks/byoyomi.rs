//! Byoyomi on a chess clock (§4).

use serde::{Deserialize, Serialize};

use super::{Control, EXTRA_MS_MAX, MAIN_MS_MAX, PERIODS_MAX, Time, clock_ms};

/// §4: main time to the millisecond; the move on which it ends goes on into a full period, each
/// later move has a period of its own, nothing of it is kept; a period is lost at exactly its
/// length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Byoyomi {
    /// Main time in milliseconds, possibly 0.
    pub main_ms: u32,
    /// Length of one period in milliseconds.
    pub byoyomi_ms: u32,
    /// Number of periods, at least 1.
    #[serde(default = "one")]
    pub periods: u8,
}

fn one() -> u8 {
    1
}

impl Control for Byoyomi {
    fn start(&self) -> Time {
        Time { main_ms: self.main_ms, periods: self.periods }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms) + u64::from(time.periods) * u64::from(self.byoyomi_ms)
    }

    fn spend(&self, time: Time, charged_ms: u64) -> Time {
        let main_ms = u64::from(time.main_ms);
        match charged_ms.checked_sub(main_ms) {
            None => Time { main_ms: clock_ms(main_ms - charged_ms), ..time },
            Some(over_ms) => {
                let lost = over_ms / u64::from(self.byoyomi_ms.max(1));
                let lost = u8::try_from(lost).unwrap_or(u8::MAX);
                Time { main_ms: 0, periods: time.periods.saturating_sub(lost) }
            }
        }
    }

    fn carry_over(&self, time: Time) -> Time {
        time
    }

    fn problem(&self) -> Option<&'static str> {
        if self.main_ms > MAIN_MS_MAX {
            Some("main time is a day at most")
        } else if !(1_000..=EXTRA_MS_MAX).contains(&self.byoyomi_ms) {
            Some("byoyomi is between a second and an hour")
        } else if !(1..=PERIODS_MAX).contains(&self.periods) {
            Some("there are 1 to 30 byoyomi periods")
        } else {
            None
        }
    }
}
