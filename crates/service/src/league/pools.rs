//! What a pool is.

use komadai_game::TimeControl;
use serde::{Deserialize, Serialize};

/// A pool of programs.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The name under which programs wait, such as `floodgate-300-10F`.
    pub name: String,
    /// The clock of both sides.
    pub clock: TimeControl,
    /// How often those that wait are paired, in milliseconds, counted from the full hour.
    pub every_ms: u64,
    pub colours: Colours,
    /// Whether results change the pool's ratings.
    pub counts: bool,
    /// How many games may be played at once.
    pub games: usize,
}

/// How it is decided who is sente in the games of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// The one who has been sente less often, of as many games; a lot between equals.
    #[default]
    Even,
    /// A lot.
    Random,
}

impl Pool {
    /// The first moment after this one at which those that wait are paired.
    pub fn after(&self, now_ms: u64) -> u64 {
        let every_ms = self.every_ms.max(1);
        (now_ms / every_ms).saturating_add(1).saturating_mul(every_ms)
    }
}

#[cfg(test)]
mod tests {
    use komadai_game::clocks::SuddenDeath;

    use super::*;

    #[test]
    fn moments_are_counted_from_the_full_hour() {
        const MINUTE_MS: u64 = 60_000;
        let pool = |every_ms| Pool {
            name: "floodgate-300-0".to_owned(),
            clock: TimeControl::SuddenDeath(SuddenDeath { main_ms: 300_000 }),
            every_ms,
            colours: Colours::Even,
            counts: true,
            games: 1,
        };
        let hour_ms = 497_000 * 60 * MINUTE_MS;
        for (minutes, now_ms, expected_ms) in [
            (30, hour_ms, hour_ms + 30 * MINUTE_MS),
            (30, hour_ms - 1, hour_ms),
            (30, hour_ms + 30 * MINUTE_MS, hour_ms + 60 * MINUTE_MS),
            (10, hour_ms + 61_000, hour_ms + 10 * MINUTE_MS),
        ] {
            assert_eq!(pool(minutes * MINUTE_MS).after(now_ms), expected_ms);
        }
    }
}
