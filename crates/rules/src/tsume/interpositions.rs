//! What is put between a king and a distant piece that gives check, and what is useless of it (無駄合).

use super::solver::after;
use crate::{Move, MoveList, Position, Square};

/// Whether the side to move is mated, useless interpositions not counted as moves.
pub fn is_mated(position: &Position) -> bool {
    position.is_check() && is_mated_with(position, &position.legal_moves())
}

/// The same of a side that is in check and has these legal moves.
pub(super) fn is_mated_with(position: &Position, legal: &MoveList) -> bool {
    if legal.iter().any(|mv| mv.dropped().is_none()) {
        return false;
    }
    // What takes with mate although the piece is given back does so whatever the piece is.
    let mut takes_any: Vec<Move> = Vec::new();
    legal.iter().all(|&mv| {
        let next = after(position, mv);
        let mut known = takes_any.iter().filter(|taking| taking.to() == mv.to());
        if known.any(|&taking| next.judge(taking).is_ok()) {
            return true;
        }
        let mut nearer = captures_coming_nearer(position, mv);
        if let Some(taking) = nearer.find(|&it| is_mated(&given_back(position, it))) {
            takes_any.push(taking);
            return true;
        }
        taken_with_mate(&next, mv.to()).is_some()
    })
}

/// The move that takes what was put on a square and mates, if there is one.
pub(super) fn taken_with_mate(position: &Position, between: Square) -> Option<Move> {
    let moves = position.legal_moves();
    let mut taking = moves.iter().filter(|mv| mv.to() == between && mv.from().is_some());
    taking.find(|&&mv| is_mated(&after(position, mv))).copied()
}

/// What comes of a drop between a king and the piece that checks it, once that piece has taken what
/// was dropped and given it back: one position for each way to take it.
pub(super) fn taken_and_given_back(
    position: &Position,
    drop: Move,
) -> impl Iterator<Item = Position> {
    let checkers = position.checkers();
    let taking = captures_coming_nearer(position, drop);
    let by_checker = taking.filter(move |it| it.from().is_some_and(|at| checkers.contains(&at)));
    by_checker.map(|taking| given_back(position, taking))
}

/// The captures of what is dropped between with which a piece comes nearer to the king, so that this
/// ends although the defender is left with as many pieces.
fn captures_coming_nearer(position: &Position, drop: Move) -> impl Iterator<Item = Move> {
    let king = position.king(position.turn());
    let is_nearer = move |from: Square| {
        king.is_some_and(|king| distance(drop.to(), king) < distance(from, king))
    };
    let moves = after(position, drop).legal_moves().to_vec();
    let taking = moves.into_iter().filter(move |mv| mv.to() == drop.to());
    taking.filter(move |mv| mv.from().is_some_and(is_nearer))
}

/// The position after a capture of what was just dropped, the piece in its owner's hand again.
fn given_back(before_drop: &Position, taking: Move) -> Position {
    let mut position = before_drop.clone();
    position.pass();
    position.play(taking);
    position
}

/// How many steps a king takes from the one square to the other.
fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}
