//! Clocks as people choose and see them.

use komadai_game::{
    TimeControl,
    clocks::{
        Byoyomi, Consideration, Correspondence, Fischer, Stopwatch, SuddenDeath, Time, Untimed,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "Clock")]
pub enum ClockSetup {
    /// Main time, then a fixed time for each move.
    Byoyomi {
        /// Main time in milliseconds.
        main_ms: u32,
        /// The length of a period in milliseconds.
        byoyomi_ms: u32,
        /// The number of periods.
        #[serde(default = "one")]
        periods: u8,
    },
    /// Main time, then a fixed time for each move, and periods of consideration for moves that need
    /// longer, as in the NHK Cup.
    Consideration {
        /// Main time in milliseconds.
        main_ms: u32,
        /// What each move has after it, in milliseconds.
        byoyomi_ms: u32,
        /// The number of periods of consideration.
        periods: u8,
        /// The length of one of them in milliseconds.
        period_ms: u32,
    },
    /// Main time only.
    SuddenDeath {
        /// Main time in milliseconds.
        main_ms: u32,
    },
    /// Main time that grows with each move.
    Fischer {
        /// Main time in milliseconds.
        main_ms: u32,
        /// The increment per move, in milliseconds.
        increment_ms: u32,
    },
    /// Time counted in whole minutes, as at professional games.
    Stopwatch {
        /// Main time in minutes.
        main_minutes: u16,
    },
    /// No clock: one day for each move, after which the game is lost.
    Untimed {},
    /// Days for each move, after which the game is lost; neither player need be there. For accounts
    /// only, and for both sides alike.
    Correspondence {
        /// Days for each move: 1, 2, 3, 5, 7 or 14.
        days: u8,
        /// Whether Saturdays and Sundays (UTC) do not count.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        weekends_off: bool,
    },
}

fn one() -> u8 {
    1
}

impl From<ClockSetup> for TimeControl {
    fn from(clock: ClockSetup) -> Self {
        match clock {
            ClockSetup::Byoyomi { main_ms, byoyomi_ms, periods } => {
                Self::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods })
            }
            ClockSetup::Consideration { main_ms, byoyomi_ms, periods, period_ms } => {
                Self::Consideration(Consideration { main_ms, byoyomi_ms, periods, period_ms })
            }
            ClockSetup::SuddenDeath { main_ms } => Self::SuddenDeath(SuddenDeath { main_ms }),
            ClockSetup::Fischer { main_ms, increment_ms } => {
                Self::Fischer(Fischer { main_ms, increment_ms })
            }
            ClockSetup::Stopwatch { main_minutes } => Self::Stopwatch(Stopwatch { main_minutes }),
            ClockSetup::Untimed {} => Self::Untimed(Untimed {}),
            ClockSetup::Correspondence { days, weekends_off } => {
                Self::Correspondence(Correspondence { days, weekends_off })
            }
        }
    }
}

impl From<TimeControl> for ClockSetup {
    fn from(control: TimeControl) -> Self {
        match control {
            TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods }) => {
                Self::Byoyomi { main_ms, byoyomi_ms, periods }
            }
            TimeControl::Consideration(it) => {
                let Consideration { main_ms, byoyomi_ms, periods, period_ms } = it;
                Self::Consideration { main_ms, byoyomi_ms, periods, period_ms }
            }
            TimeControl::SuddenDeath(SuddenDeath { main_ms }) => Self::SuddenDeath { main_ms },
            TimeControl::Fischer(Fischer { main_ms, increment_ms }) => {
                Self::Fischer { main_ms, increment_ms }
            }
            TimeControl::Stopwatch(Stopwatch { main_minutes }) => Self::Stopwatch { main_minutes },
            TimeControl::Untimed(Untimed {}) => Self::Untimed {},
            TimeControl::Correspondence(Correspondence { days, weekends_off }) => {
                Self::Correspondence { days, weekends_off }
            }
        }
    }
}

/// The time on a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SideClock")]
pub struct TimeView {
    /// Main time left, in milliseconds.
    pub main_ms: u32,
    /// Periods left, of byoyomi or of consideration.
    #[serde(default)]
    pub periods: u8,
}

impl From<Time> for TimeView {
    fn from(time: Time) -> Self {
        Self { main_ms: time.main_ms, periods: time.periods }
    }
}

impl From<TimeView> for Time {
    fn from(time: TimeView) -> Self {
        Self { main_ms: time.main_ms, periods: time.periods }
    }
}
