//! No clock (§4).

use serde::{Deserialize, Serialize};

use super::{Control, MAIN_MS_MAX, Time};

/// §4: each move may take a day, so that a game that nobody continues with ends at last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Untimed {}

impl Control for Untimed {
    fn start(&self) -> Time {
        Time { main_ms: MAIN_MS_MAX, periods: 0 }
    }

    fn allowance_ms(&self, time: Time) -> u64 {
        u64::from(time.main_ms)
    }

    fn spend(&self, time: Time, _charged_ms: u64) -> Time {
        time
    }

    fn carry_over(&self, time: Time) -> Time {
        time
    }

    fn problem(&self) -> Option<&'static str> {
        None
    }
}
