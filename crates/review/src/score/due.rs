//! What the public may see of a score at an instant.

use komadai_rules::{BySide, Move, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ended, Played, Score};

/// How far the public is behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// So many moves must have been played after a move before it is shown, unless the game is
    /// over.
    pub plies: u32,
    /// So long must it have been in the score, in milliseconds.
    pub ms: u64,
}

/// What may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The moves.
    pub played: Vec<Played>,
    /// How the game has ended.
    pub ended: Option<Ended>,
    /// What is shown of it in a list.
    pub shown: Shown,
    /// When time alone makes more of it due, in Unix milliseconds.
    pub next_ms: Option<u64>,
}

/// A clock as the public sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownClock {
    /// What was left when it was read last, in milliseconds, if anybody has read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_ms: Option<u64>,
    /// How long the side has thought for its moves, as far as that was noted.
    #[serde(default)]
    pub spent_ms: u64,
}

/// A board as the public sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardShown")]
pub struct Shown {
    /// The position as SFEN.
    pub sfen: String,
    /// The number of moves.
    pub plies: u32,
    /// The last move as USI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Why the game is over, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Who has won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The illegal move that ended the game, as it was written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// Whether the next move is sealed.
    #[serde(default)]
    pub is_sealed: bool,
    /// The clocks.
    #[serde(default)]
    pub clocks: BySide<ShownClock>,
    /// Since when the side to move has been thinking, in Unix milliseconds, where its clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
}

impl Score {
    /// What may be shown at `now_ms`, and when time alone makes more of it due.
    pub fn due(&self, delay: Delay, now_ms: u64) -> Due {
        let mut next_ms: Option<u64> = None;
        let mut is_due = |at_ms: u64| {
            let due_ms = at_ms.saturating_add(delay.ms);
            let is_due = due_ms <= now_ms;
            if !is_due {
                next_ms = Some(next_ms.map_or(due_ms, |known| known.min(due_ms)));
            }
            is_due
        };
        let ended = self.ended.as_ref().filter(|ended| is_due(ended.at_ms)).cloned();
        let n_behind = match ended {
            Some(_) => 0,
            None => delay.plies as usize,
        };
        let n_max = self.played.len().saturating_sub(n_behind);
        let played: Vec<Played> =
            self.played.iter().take(n_max).take_while(|it| is_due(it.at_ms)).cloned().collect();
        let are_all = played.len() == self.played.len();
        let is_sealed = are_all
            && self.ended.is_none()
            && self.seal.as_ref().is_some_and(|seal| is_due(seal.at_ms));
        let mut clocks = BySide::<ShownClock>::default();
        for clock in &self.clocks {
            if clock.plies <= played.len() && is_due(clock.at_ms) {
                clocks[clock.side].remaining_ms = Some(clock.remaining_ms);
            }
        }
        let mut position = self.start.clone();
        for it in &played {
            clocks[position.turn()].spent_ms += it.spent_ms.unwrap_or_default();
            if let Ok(mv) = Move::from_usi(position.variant(), &it.usi) {
                position.play(mv);
            }
        }
        // What is not due has no effect either, so that nobody sees that there is more. Behind by
        // moves, a clock would have to run until a move of which nothing is known.
        let is_running = delay.plies == 0 && !is_sealed && ended.is_none();
        let since_ms = played.last().map(|it| it.at_ms.saturating_add(delay.ms));
        let shown = Shown {
            sfen: position.sfen(),
            plies: played.len() as u32,
            last: played.last().map(|it| it.usi.clone()),
            end: ended.as_ref().map(|it| it.cause.as_str().to_owned()),
            winner: ended.as_ref().and_then(|it| it.winner),
            illegal: ended.as_ref().and_then(|it| it.illegal.clone()),
            is_sealed,
            clocks,
            since_ms: since_ms.filter(|_| is_running),
        };
        Due { played, ended, shown, next_ms }
    }
}
