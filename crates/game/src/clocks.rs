//! Time controls and the clock of one side (§4).
//!
//! A control says how charged time changes what stands on a clock; it is told how long a move
//! took and never what time it is.
//! To add one:
//! 1. write `clocks/NAME.rs` with a struct of its settings that implements [`Control`];
//! 2. give [`TimeControl`] a variant for it and name it in [`TimeControl::control`];
//! 3. add an example to [`ALL`], from which the table tests take it.
//!
//! Where else it is known is in CONTRIBUTING.md.

mod byoyomi;
mod consideration;
mod correspondence;
mod fischer;
mod stopwatch;
mod sudden_death;
mod untimed;

use serde::{Deserialize, Serialize};

pub use self::{
    byoyomi::Byoyomi, consideration::Consideration, correspondence::Correspondence,
    fischer::Fischer, stopwatch::Stopwatch, sudden_death::SuddenDeath, untimed::Untimed,
};

/// The longest main time that can be set: a day, in milliseconds.
pub const MAIN_MS_MAX: u32 = 24 * 60 * 60 * 1000;

/// The longest byoyomi period or increment that can be set: an hour, in milliseconds.
pub const EXTRA_MS_MAX: u32 = 60 * 60 * 1000;

/// The most periods, of byoyomi or of consideration, that can be set.
pub const PERIODS_MAX: u8 = 30;

/// What stands on one side's clock between two of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time {
    /// Main time left, in milliseconds.
    pub main_ms: u32,
    /// Periods left, of byoyomi or of consideration; 0 under controls that know none.
    #[serde(default)]
    pub periods: u8,
}

/// What every time control answers.
pub trait Control {
    /// The clock before the first move.
    fn start(&self) -> Time;

    /// Charged milliseconds of this move at which the flag falls: a move that takes less is in
    /// time, one that takes exactly this long is not.
    fn allowance_ms(&self, time: Time) -> u64;

    /// The clock after a move that was charged `charged_ms`, which is below the allowance.
    fn spend(&self, time: Time, charged_ms: u64) -> Time;

    /// The clock with which a replayed game continues (§2.2): what was left, without byoyomi at
    /// least 60 s.
    fn carry_over(&self, time: Time) -> Time;

    /// What is wrong with the settings, in one clause.
    fn problem(&self) -> Option<&'static str>;
}

/// The settings of one side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// Main time, then a fixed time for each move.
    Byoyomi(Byoyomi),
    /// The same, with periods of another length for moves that need longer (考慮時間).
    Consideration(Consideration),
    /// Main time only (切れ負け).
    SuddenDeath(SuddenDeath),
    /// Main time that grows with each move.
    Fischer(Fischer),
    /// Whole minutes, as at professional games.
    Stopwatch(Stopwatch),
    /// No clock: a day for each move.
    Untimed(Untimed),
    /// Days for each move: neither player need be there.
    Correspondence(Correspondence),
}

/// What a clock gives a side to think, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkingTime {
    /// For the whole game.
    pub main_ms: u64,
    /// Added with each move.
    pub added_ms: u64,
    /// For each move when nothing else is left.
    pub byoyomi_ms: u64,
}

/// One example of each kind.
pub const ALL: [TimeControl; 7] = [
    TimeControl::Byoyomi(Byoyomi { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 }),
    TimeControl::Consideration(Consideration {
        main_ms: 600_000,
        byoyomi_ms: 30_000,
        periods: 10,
        period_ms: 60_000,
    }),
    TimeControl::SuddenDeath(SuddenDeath { main_ms: 600_000 }),
    TimeControl::Fischer(Fischer { main_ms: 300_000, increment_ms: 5_000 }),
    TimeControl::Stopwatch(Stopwatch { main_minutes: 60 }),
    TimeControl::Untimed(Untimed {}),
    TimeControl::Correspondence(Correspondence { days: 3, weekends_off: true }),
];

impl TimeControl {
    fn control(&self) -> &dyn Control {
        match self {
            Self::Byoyomi(control) => control,
            Self::Consideration(control) => control,
            Self::SuddenDeath(control) => control,
            Self::Fischer(control) => control,
            Self::Stopwatch(control) => control,
            Self::Untimed(control) => control,
            Self::Correspondence(control) => control,
        }
    }

    /// Whether a clock is seen to run at all.
    pub fn is_timed(&self) -> bool {
        !matches!(self, Self::Untimed(_))
    }

    /// Whether the players need not be there at the same time, so that somebody who is away has
    /// not left.
    pub fn is_correspondence(&self) -> bool {
        matches!(self, Self::Correspondence(_))
    }

    /// Whether Saturdays and Sundays (UTC) do not count.
    pub fn has_weekends_off(&self) -> bool {
        matches!(self, Self::Correspondence(it) if it.weekends_off)
    }

    /// Whether a first move has as long as any other.
    pub(crate) fn is_charged_at_once(&self) -> bool {
        self.is_correspondence() || !self.is_timed()
    }

    /// What it gives a side to think; `None` without a clock, and by correspondence.
    pub fn thinking_time(&self) -> Option<ThinkingTime> {
        let (main_ms, added_ms, byoyomi_ms) = match self {
            Self::Byoyomi(it) => (it.main_ms, 0, it.byoyomi_ms),
            Self::Consideration(it) => {
                let considered_ms = u32::from(it.periods).saturating_mul(it.period_ms);
                (it.main_ms.saturating_add(considered_ms), 0, it.byoyomi_ms)
            }
            Self::SuddenDeath(it) => (it.main_ms, 0, 0),
            Self::Fischer(it) => (it.main_ms, it.increment_ms, 0),
            Self::Stopwatch(it) => (u32::from(it.main_minutes) * 60_000, 0, 60_000),
            Self::Untimed(_) | Self::Correspondence(_) => return None,
        };
        let [main_ms, added_ms, byoyomi_ms] = [main_ms, added_ms, byoyomi_ms].map(u64::from);
        Some(ThinkingTime { main_ms, added_ms, byoyomi_ms })
    }

    /// The clock before the first move.
    pub fn start(&self) -> Time {
        self.control().start()
    }

    /// Charged milliseconds of this move at which the flag falls.
    pub fn allowance_ms(&self, time: Time) -> u64 {
        self.control().allowance_ms(time)
    }

    /// The clock after a move that was charged `charged_ms`, or `None` when the flag fell first.
    pub fn spend(&self, time: Time, charged_ms: u64) -> Option<Time> {
        (charged_ms < self.allowance_ms(time)).then(|| self.control().spend(time, charged_ms))
    }

    /// The clock with which a replayed game continues (§2.2).
    pub fn carry_over(&self, time: Time) -> Time {
        self.control().carry_over(time)
    }

    /// The same with more main time, as far as a clock can have it; nothing else changes where there
    /// is no main time.
    #[must_use]
    pub fn with_more_main(mut self, more_ms: u64) -> Self {
        let more = |main_ms: &mut u32| {
            *main_ms = clock_ms(u64::from(*main_ms).saturating_add(more_ms)).min(MAIN_MS_MAX);
        };
        match &mut self {
            Self::Byoyomi(control) => more(&mut control.main_ms),
            Self::Consideration(control) => more(&mut control.main_ms),
            Self::SuddenDeath(control) => more(&mut control.main_ms),
            Self::Fischer(control) => more(&mut control.main_ms),
            Self::Stopwatch(control) => {
                let mut main_ms = control.start().main_ms;
                more(&mut main_ms);
                control.main_minutes = u16::try_from(main_ms / 60_000).unwrap_or(u16::MAX);
            }
            Self::Untimed(_) | Self::Correspondence(_) => {}
        }
        self
    }

    /// What is wrong with the settings, in one clause.
    pub fn problem(&self) -> Option<&'static str> {
        self.control().problem()
    }
}

/// Whole milliseconds that fit a clock; larger ones are cut to the largest that fits.
fn clock_ms(ms: u64) -> u32 {
    u32::try_from(ms).unwrap_or(u32::MAX)
}

/// Raises the main time of a replayed game to the 60 s that a game without byoyomi needs (§2.2).
fn at_least_a_minute(time: Time) -> Time {
    Time { main_ms: time.main_ms.max(60_000), ..time }
}
