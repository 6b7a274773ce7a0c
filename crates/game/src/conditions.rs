//! Conditional moves: what a player has decided to answer before the other side has moved.
//!
//! They are lines of moves from the present position, as USI, the sides taking turns. A line
//! begins with a move of the side to move and ends with one of the player's own. Lines may share
//! their beginning, so together they are a tree; to any move of the other side there is one
//! answer. With every move that is made they become shorter, or fall away.

use komadai_rules::{Illegal, Line, Move, Side};

use crate::Refusal;

/// The most lines that may be kept at once.
pub const CONDITION_LINES_MAX: usize = 32;

/// The most moves that a line may have.
pub const CONDITION_PLIES_MAX: usize = 40;

/// The most moves that all lines together may have.
pub const CONDITION_MOVES_MAX: usize = 240;

/// What is wrong with conditional moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConditionsProblem {
    /// More than may be kept.
    #[error(
        "conditional moves have at most {CONDITION_LINES_MAX} lines of at most {CONDITION_PLIES_MAX} moves, and {CONDITION_MOVES_MAX} moves in all"
    )]
    TooMany,
    /// A line has to end with an answer.
    #[error("a line of conditional moves ends with a move of one's own")]
    NoAnswer,
    /// Two lines answer the same move differently.
    #[error("line {0} answers a move in another way than a line before it")]
    TwoAnswers(usize),
    /// The game is over before the line is.
    #[error("line {0} goes on after the end of the game")]
    AfterEnd(usize),
    /// A move against the rules.
    #[error("illegal move in line {line}: {illegal}")]
    Illegal {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with the move.
        illegal: Illegal,
    },
}

/// One player's conditional moves, each line in the normal spelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conditions(Vec<Vec<Move>>);

impl Conditions {
    /// Conditional moves that were judged before they were kept.
    pub(crate) fn kept(line: &Line, lines: &[String]) -> Self {
        let variant = line.position().variant();
        let read = |text: &String| {
            text.split(' ').map(|usi| Move::from_usi(variant, usi).ok()).collect::<Option<Vec<_>>>()
        };
        Self(lines.iter().filter_map(read).collect())
    }

    /// Them as text.
    pub(crate) fn lines(&self, line: &Line) -> Vec<String> {
        let variant = line.position().variant();
        let text = |moves: &Vec<Move>| {
            let moves: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
            moves.join(" ")
        };
        self.0.iter().map(text).collect()
    }

    /// What is answered now.
    pub(crate) fn answer(&self) -> Option<Move> {
        self.0.first()?.first().copied()
    }

    /// A move was made: what goes on from there is left.
    pub(crate) fn follow(&mut self, mv: Move) {
        self.0.retain_mut(|moves| {
            let fits = moves.first() == Some(&mv) && moves.len() > 1;
            if fits {
                moves.remove(0);
            }
            fits
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Judges `side`'s lines from the end of `line` on; gives them back in their normal spelling,
/// without those that are the beginning of another.
pub(crate) fn judge(line: &Line, side: Side, lines: &[String]) -> Result<Vec<String>, Refusal> {
    let n_moves = |text: &String| text.split_whitespace().count();
    let is_too_much = lines.len() > CONDITION_LINES_MAX
        || lines.iter().any(|text| n_moves(text) > CONDITION_PLIES_MAX)
        || lines.iter().map(n_moves).sum::<usize>() > CONDITION_MOVES_MAX;
    if is_too_much {
        return Err(ConditionsProblem::TooMany.into());
    }
    let mut judged: Vec<Vec<Move>> = Vec::with_capacity(lines.len());
    for (n, text) in lines.iter().enumerate() {
        let moves = judge_line(line, side, n + 1, text)?;
        for other in &judged {
            let shared = other.iter().zip(&moves).take_while(|(a, b)| a == b).count();
            let mover = if shared.is_multiple_of(2) {
                line.position().turn()
            } else {
                line.position().turn().other()
            };
            let parts = shared < other.len() && shared < moves.len();
            // Before one's own next move nothing is answered yet.
            if parts && shared > 0 && mover == side {
                return Err(ConditionsProblem::TwoAnswers(n + 1).into());
            }
        }
        let contained = judged.iter().any(|other| other.starts_with(&moves));
        if !contained {
            judged.retain(|other| !moves.starts_with(other));
            judged.push(moves);
        }
    }
    Ok(Conditions(judged).lines(line))
}

fn judge_line(line: &Line, side: Side, n: usize, text: &str) -> Result<Vec<Move>, Refusal> {
    let mut ahead = line.clone();
    let variant = line.position().variant();
    let mut moves = Vec::new();
    let mut is_over = false;
    for usi in text.split_whitespace() {
        if is_over {
            return Err(ConditionsProblem::AfterEnd(n).into());
        }
        let mv = Move::from_usi(variant, usi).map_err(|_| Refusal::BadMove)?;
        let ending =
            ahead.judge(mv).map_err(|illegal| ConditionsProblem::Illegal { line: n, illegal })?;
        let mv = ahead.position().plain(mv);
        if let Some(illegal) = ending.and_then(|ending| ending.illegal) {
            return Err(ConditionsProblem::Illegal { line: n, illegal }.into());
        }
        is_over = ending.is_some();
        moves.push(mv);
        ahead.replay(mv);
    }
    // After the last move it is the other side's turn; a single move of one's own answers nothing.
    let begins_with_own = line.position().turn() == side;
    let n_needed = if begins_with_own { 3 } else { 2 };
    if moves.len() < n_needed || ahead.position().turn() == side {
        return Err(ConditionsProblem::NoAnswer.into());
    }
    Ok(moves)
}
