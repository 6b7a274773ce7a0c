//! What the defender answers to a move that does not mate in time, so that it can be seen why.

use super::{
    GaveUp, Solver, Tsume,
    interpositions::taken_with_mate,
    same::{mirrored_move, problem_to_answer},
    solver::after,
};
use crate::{Move, Position};

/// Why a move does not mate in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refutation {
    /// It gives no check.
    NoCheck,
    /// The defender plays this, which leads to this position.
    Defence(Move, Box<Position>),
}

/// Why the last of a solver's moves [fails](super::Answer::Failed): a defence after which there is no
/// mate in the plies that are left, one that can be seen at a glance before the others. `None` where
/// the moves are no line, or the last one does not fail. Of a problem and its mirror image the same
/// is said, mirrored.
///
/// ```
/// use komadai_rules::{Move, Variant, tsume::{self, Refutation}};
///
/// let variant = Variant::standard();
/// let problem = tsume::find(1).expect("the first of the collection");
/// let away = problem.start.legal_moves().iter().copied().find(|&mv| {
///     let mut next = problem.start.clone();
///     next.play(mv);
///     !next.is_check()
/// });
/// let told = tsume::refutation(problem, &[away.expect("a quiet move")], 10_000);
/// assert_eq!(told, Ok(Some(Refutation::NoCheck)));
/// ```
///
/// # Errors
/// When the solver has looked at as many positions as it may.
pub fn refutation(
    problem: &Tsume,
    moves: &[Move],
    nodes_max: u64,
) -> Result<Option<Refutation>, GaveUp> {
    let Some(position) = played(&problem.start, moves) else { return Ok(None) };
    if !position.is_check() {
        return Ok(Some(Refutation::NoCheck));
    }
    let left = problem.plies.saturating_sub(u32::try_from(moves.len()).unwrap_or(u32::MAX));
    let mut solver = Solver::new(nodes_max);
    let found = match problem_to_answer(problem) {
        None => defence(&mut solver, &position, left)?,
        Some(image) => {
            let variant = problem.start.variant();
            let mirrored: Vec<_> = moves.iter().map(|&mv| mirrored_move(variant, mv)).collect();
            let Some(image) = played(&image.start, &mirrored) else { return Ok(None) };
            defence(&mut solver, &image, left)?.map(|mv| mirrored_move(variant, mv))
        }
    };
    Ok(found.map(|mv| Refutation::Defence(mv, Box::new(after(&position, mv)))))
}

/// The position after these moves, if all are legal.
fn played(start: &Position, moves: &[Move]) -> Option<Position> {
    let mut position = start.clone();
    for &mv in moves {
        position.judge(mv).ok()?;
        position.play(mv);
    }
    (!moves.is_empty()).then_some(position)
}

/// A move after which the side in check is not mated within what is left of so many plies.
fn defence(solver: &mut Solver, position: &Position, left: u32) -> Result<Option<Move>, GaveUp> {
    let mut moves = position.legal_moves().to_vec();
    let checkers = position.checkers();
    let king = position.king(position.turn());
    // What takes the piece that checks is seen first, then where the king goes, and last what is
    // put between, of which much is useless.
    moves.sort_by_key(|mv| {
        let takes = checkers.contains(&mv.to());
        let walks = mv.from().is_some() && mv.from() == king;
        (mv.dropped().is_some(), !takes, !walks, *mv)
    });
    let mut first = None;
    for mv in moves {
        let next = after(position, mv);
        let is_drop = mv.dropped().is_some();
        if is_drop
            && (solver.is_taken_for_nothing(position, mv, left)?
                || taken_with_mate(&next, mv.to()).is_some())
        {
            continue;
        }
        if left >= 2 && solver.mates(&next, left - 1)? {
            continue;
        }
        // One after which there is no mate a move later either is the better answer.
        match solver.mates(&next, left + 1) {
            Ok(false) => return Ok(Some(mv)),
            Ok(true) => first = first.or(Some(mv)),
            Err(GaveUp) => return Ok(first.or(Some(mv))),
        }
    }
    Ok(first)
}
