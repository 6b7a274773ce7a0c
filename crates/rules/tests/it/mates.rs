//! Mate in so many plies a second time: every move tried in turn, by the rules written a second time
//! in `naive`. It sorts nothing, leaves nothing out, and has to agree with the solver.

use std::collections::BTreeSet;

use komadai_rules::{
    Move, Position,
    tsume::{Tsume, collection, mates, mating_moves, variants},
};

use crate::{
    dice::is_slow,
    naive::{is_check, legal_moves},
    slow_mates::Search,
};

fn after(position: &Position, usi: &str) -> Position {
    let mv = Move::from_usi(position.variant(), usi).expect("a legal move");
    let mut next = position.clone();
    next.play(mv);
    next
}

fn naive_moves(position: &Position) -> Vec<Move> {
    let read = |usi: &String| Move::from_usi(position.variant(), usi).expect("a legal move");
    legal_moves(position).iter().map(read).collect()
}

/// The moves that mate in at most so many plies.
fn first_moves(position: &Position, plies: u32) -> BTreeSet<String> {
    let mating = Search::new(naive_moves, is_check).mating(position, plies);
    mating.into_iter().map(|(mv, _)| mv.usi(position.variant()).to_string()).collect()
}

fn solvers(position: &Position, plies: u32) -> BTreeSet<String> {
    let moves = mating_moves(position, plies).into_iter();
    moves.map(|mv| mv.usi(position.variant()).to_string()).collect()
}

/// The solution is the only way to begin, and after every check and everything but a drop in
/// answer, good or not, both say the same of what is left. (Drops are alike, and take long.)
fn confirm(problem: &Tsume) {
    let (start, plies, n) = (&problem.start, problem.plies, problem.number);
    let solution = problem.solution[0].usi(start.variant()).to_string();
    assert_eq!(first_moves(start, plies), BTreeSet::from([solution]), "{n}");
    if plies == 1 {
        return;
    }
    assert!(first_moves(start, plies - 2).is_empty(), "{n} is shorter");
    for first in legal_moves(start) {
        let next = after(start, &first);
        if !is_check(&next) {
            continue;
        }
        for defence in legal_moves(&next).iter().filter(|usi| !usi.contains('*')) {
            let then = after(&next, defence);
            let found = solvers(&then, plies - 2);
            assert_eq!(found, first_moves(&then, plies - 2), "{n}: {first} {defence}");
            assert_eq!(mates(&then, plies - 2), !found.is_empty(), "{n}: {first} {defence}");
        }
    }
}

#[test]
fn a_search_of_all_moves_finds_the_same_mates() {
    for variant in variants() {
        for (plies, few, many) in [(1, 4, 10), (3, 1, 2)] {
            let problems = collection(variant).iter().filter(|it| it.plies == plies);
            let problems: Vec<_> = problems.collect();
            // From all over, the easy ones and the hard ones. Five plies would take hours.
            let wanted = if is_slow() { many } else { few }.min(problems.len());
            for n in 0..wanted {
                confirm(problems[n * problems.len() / wanted]);
            }
        }
    }
}
