//! What the public may see of a score at an instant.

use komadai_rules::{BySide, Move, Position, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnnouncedTime, Mark, MarkKind, Score, ScoreEnding, ScoreMove};

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
    pub played: Vec<ScoreMove>,
    /// How the game has ended.
    pub ended: Option<ScoreEnding>,
    /// What is shown of it in a list.
    pub shown: PublicBoard,
    /// When time alone makes more of it due, in Unix milliseconds.
    pub next_ms: Option<u64>,
}

/// A clock as the public sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownClock {
    /// What was left before the move that is thought about, in milliseconds: as it was read, or
    /// as the announced time and what was noted of the moves come to; none where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_ms: Option<u64>,
    /// How long the side has thought for its moves, as far as that was noted.
    #[serde(default)]
    pub spent_ms: u64,
}

/// A board as the public sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardShown")]
pub struct PublicBoard {
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
    /// Whether there is a break.
    #[serde(default)]
    pub is_paused: bool,
    /// Since when the clock of the side to move runs, in Unix milliseconds, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// How long the side to move had thought about its move before that, or before its clock was
    /// stopped, in milliseconds.
    #[serde(default)]
    pub thought_ms: u64,
}

/// How the side to move thinks about its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Thinking {
    is_paused: bool,
    since_ms: Option<u64>,
    thought_ms: u64,
}

impl Thinking {
    fn stop(&mut self, at_ms: u64) {
        if let Some(since_ms) = self.since_ms.take() {
            self.thought_ms += at_ms.saturating_sub(since_ms);
        }
    }

    fn mark(&mut self, mark: &Mark, turn: Side) {
        match mark.what {
            MarkKind::Read { side, .. } if side == turn => {
                self.thought_ms = 0;
                self.since_ms = self.since_ms.map(|_| mark.at_ms);
            }
            MarkKind::Read { .. } => {}
            MarkKind::Paused => {
                self.stop(mark.at_ms);
                self.is_paused = true;
            }
            MarkKind::Resumed => {
                self.since_ms = self.since_ms.or(Some(mark.at_ms));
                self.is_paused = false;
            }
        }
    }
}

impl Score {
    /// What may be shown at `now_ms` of a game with this time control, and when time alone makes
    /// more of it due.
    pub fn due(&self, time: Option<AnnouncedTime>, delay: Delay, now_ms: u64) -> Due {
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
        let played: Vec<ScoreMove> =
            self.played.iter().take(n_max).take_while(|it| is_due(it.at_ms)).cloned().collect();
        let are_all = played.len() == self.played.len();
        let seal = self.seal.as_ref().filter(|_| are_all && self.ended.is_none());
        let seal = seal.filter(|seal| is_due(seal.at_ms));
        let marks = self.marks.iter().filter(|it| it.plies <= played.len() && is_due(it.at_ms));
        let marks: Vec<&Mark> = marks.collect();
        let (position, clocks) = self.clocks(time, &played, &marks);
        // What is not due has no effect either, so that nobody sees that there is more. Behind by
        // moves, a clock would have to run until a move of which nothing is known.
        let mut thinking = Thinking::default();
        if n_behind == 0 {
            thinking.since_ms = played.last().map(|it| it.at_ms);
            for mark in marks.iter().filter(|mark| mark.plies == played.len()) {
                thinking.mark(mark, position.turn());
            }
        }
        if let Some(at_ms) = ended.as_ref().map(|it| it.at_ms).or(seal.map(|it| it.at_ms)) {
            thinking.stop(at_ms);
        }
        let shown = PublicBoard {
            sfen: position.sfen(),
            plies: played.len() as u32,
            last: played.last().map(|it| it.usi.clone()),
            end: ended.as_ref().map(|it| it.cause.as_str().to_owned()),
            winner: ended.as_ref().and_then(|it| it.winner),
            illegal: ended.as_ref().and_then(|it| it.illegal.clone()),
            is_sealed: seal.is_some(),
            clocks,
            is_paused: thinking.is_paused && ended.is_none(),
            since_ms: thinking.since_ms.map(|it| it.saturating_add(delay.ms)),
            thought_ms: thinking.thought_ms,
        };
        Due { played, ended, shown, next_ms }
    }

    /// The position after these moves, and the clocks before the next one.
    fn clocks(
        &self,
        time: Option<AnnouncedTime>,
        played: &[ScoreMove],
        marks: &[&Mark],
    ) -> (Position, BySide<ShownClock>) {
        // Where moves are entered without their times, nobody knows what is left.
        let are_noted = played.iter().all(|it| it.spent_ms.is_some());
        let main_ms = time.map(|it| u64::from(it.main_s) * 1_000).filter(|_| are_noted);
        let mut read = BySide::<Option<usize>>::default();
        let mut clocks = BySide::<ShownClock>::default();
        for side in [Side::Sente, Side::Gote] {
            clocks[side].remaining_ms = main_ms;
        }
        for mark in marks {
            if let MarkKind::Read { side, remaining_ms } = mark.what {
                clocks[side].remaining_ms = Some(remaining_ms);
                read[side] = Some(mark.plies);
            }
        }
        let mut position = self.start.clone();
        for (ply, it) in played.iter().enumerate() {
            let side = position.turn();
            let spent_ms = it.spent_ms.unwrap_or_default();
            let clock = &mut clocks[side];
            clock.spent_ms += spent_ms;
            // What was read while a move was thought about counts that move.
            if read[side].is_none_or(|plies| plies < ply) {
                clock.remaining_ms = clock.remaining_ms.map(|left_ms| match time {
                    Some(time) => time.after(left_ms, spent_ms),
                    None => left_ms.saturating_sub(spent_ms),
                });
            }
            if let Ok(mv) = Move::from_usi(position.variant(), &it.usi) {
                position.play(mv);
            }
        }
        (position, clocks)
    }
}
