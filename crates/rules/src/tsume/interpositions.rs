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
        let mut by_checker = captures_by_checker(position, mv);
        if let Some(taking) = by_checker.find(|&it| is_mated(&given_back(position, it))) {
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
    captures_by_checker(position, drop).map(|taking| given_back(position, taking))
}

/// How a piece that gives check can take what is dropped between. It is nearer to the king then, so
/// that this comes to an end although the defender is left with as many pieces.
fn captures_by_checker(position: &Position, drop: Move) -> impl Iterator<Item = Move> {
    let next = after(position, drop);
    let king = position.king(position.turn());
    let checkers = position.checkers().into_iter().filter(move |&from| {
        king.is_some_and(|king| distance(drop.to(), king) < distance(from, king))
    });
    let taking =
        checkers.flat_map(move |from| [true, false].map(|it| Move::board(from, drop.to(), it)));
    taking.filter(move |&it| next.judge(it).is_ok())
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
