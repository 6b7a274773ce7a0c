//! What a game is played on, as far as CSA can say it.

use komadai_game::{
    Setup, TimeControl,
    clocks::{Byoyomi, Fischer, SuddenDeath},
};
use komadai_protocol::{ClockSetup, Clocks, Rules, RulesSetup, SetupRequest, SideWish, StartSetup};
use komadai_rules::{DrawPolicy, Side};
use komadai_service::league::RULES;

use super::game_name::Beginning;

/// The clock, in seconds, and the move limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) total_s: u32,
    pub(super) byoyomi_s: u32,
    pub(super) increment_s: u32,
    pub(super) max_moves: Option<u32>,
}

/// Why a game cannot be played over CSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CannotSay {
    #[error("CSA knows the one variant of shogi")]
    Variant,
    #[error("CSA cannot say that a draw is played again")]
    Replay,
    #[error("CSA knows one clock for both, of main time with byoyomi or an increment, in seconds")]
    Clock,
}

impl Terms {
    /// The terms of a game.
    pub(super) fn of(setup: &Setup) -> Result<Self, CannotSay> {
        if setup.variant != "standard" {
            return Err(CannotSay::Variant);
        }
        if [setup.rules.repetition, setup.rules.impasse_draw].contains(&DrawPolicy::Replay) {
            return Err(CannotSay::Replay);
        }
        let clock = setup.clocks[Side::Sente];
        if clock != setup.clocks[Side::Gote] || setup.times.is_some() {
            return Err(CannotSay::Clock);
        }
        let (total_ms, byoyomi_ms, increment_ms) = match clock {
            TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods: 1 }) => {
                (main_ms, byoyomi_ms, 0)
            }
            TimeControl::SuddenDeath(SuddenDeath { main_ms }) => (main_ms, 0, 0),
            TimeControl::Fischer(Fischer { main_ms, increment_ms }) => (main_ms, 0, increment_ms),
            TimeControl::Byoyomi(_)
            | TimeControl::Consideration(_)
            | TimeControl::Stopwatch(_)
            | TimeControl::Untimed(_)
            | TimeControl::Correspondence(_) => return Err(CannotSay::Clock),
        };
        let is_whole = [total_ms, byoyomi_ms, increment_ms].iter().all(|ms| ms % 1_000 == 0);
        if !is_whole {
            return Err(CannotSay::Clock);
        }
        Ok(Self {
            total_s: total_ms / 1_000,
            byoyomi_s: byoyomi_ms / 1_000,
            increment_s: increment_ms / 1_000,
            max_moves: setup.rules.max_moves,
        })
    }
}

/// Where a game begins that a program looks for; a buoy is a position.
pub(super) fn start(beginning: Beginning, buoy: Option<String>) -> StartSetup {
    match (beginning, buoy) {
        (Beginning::Handicap(handicap), _) => StartSetup::Named(handicap.name().to_owned()),
        (Beginning::Buoy, Some(sfen)) => StartSetup::Position { sfen },
        (Beginning::Even | Beginning::Buoy, _) => StartSetup::default(),
    }
}

/// A game that a program looks for.
pub(super) fn request(clock: ClockSetup, side: SideWish, start: StartSetup) -> SetupRequest {
    SetupRequest {
        variant: "standard".to_owned(),
        start,
        rules: RulesSetup::Each(Rules::from(RULES)),
        clock: Clocks::Both(clock),
        side,
        rated: false,
    }
}
