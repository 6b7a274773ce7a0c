//! What the clocks of a game show while it is under way, as lines of a summary.
//!
//! CSA has no words for it. Programs skip lines of a summary whose key they do not know.

use std::fmt;

use komadai_game::Game;
use komadai_rules::BySide;

use super::terms::Terms;

/// What is left on both clocks at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockReading {
    /// Of the main time, in milliseconds.
    pub(super) main_ms: BySide<u64>,
    /// Of the byoyomi of the side to move, in milliseconds, if it counts that.
    byoyomi_ms: Option<u64>,
}

impl ClockReading {
    /// Of a game that is played on these terms.
    pub(super) fn of(game: &Game, terms: &Terms, now_ms: u64) -> Self {
        let side = game.turn();
        let time = game.times()[side];
        let elapsed_ms = game.elapsed_ms(now_ms);
        let mut main_ms = game.times().map(|time| u64::from(time.main_ms));
        main_ms[side] = main_ms[side].saturating_sub(elapsed_ms);
        let allowance_ms = game.setup().clocks[side].allowance_ms(time);
        let is_in_byoyomi = terms.byoyomi_s > 0 && main_ms[side] == 0;
        let byoyomi_ms = is_in_byoyomi.then(|| allowance_ms.saturating_sub(elapsed_ms));
        Self { main_ms, byoyomi_ms }
    }
}

/// In whole seconds, of which there are no more than are left.
impl fmt::Display for ClockReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide { sente, gote } = self.main_ms;
        writeln!(f, "Remaining_Time+:{}\nRemaining_Time-:{}", sente / 1_000, gote / 1_000)?;
        match self.byoyomi_ms {
            Some(byoyomi_ms) => writeln!(f, "Remaining_Byoyomi:{}", byoyomi_ms / 1_000),
            None => Ok(()),
        }
    }
}
