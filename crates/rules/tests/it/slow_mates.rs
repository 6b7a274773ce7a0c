//! Lengths of mates by the words of docs/rules.md §17.2 and nothing else: every move is tried, nothing
//! is remembered, sorted or left out. On small positions the solver has to say the same.

use std::collections::BTreeSet;

use komadai_rules::{Move, Position, Side, Square, Variant, tsume::Solver};

use crate::{
    dice::{Dice, is_slow},
    examinations::NO_MATE_IN_ONE,
};

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

/// The position, one piece of a kind having gone from sente's hand to gote's.
fn given_back(position: &Position, letter: &str) -> Position {
    let variant = position.variant();
    let sfen = position.sfen();
    let board = sfen.split(' ').next().expect("a board");
    let mut hands = String::new();
    for kind in variant.kinds() {
        let moved = u8::from(variant.piece(kind).letter == letter);
        let held = position.hand_count(Side::Sente, kind) - moved;
        let of_gote = position.hand_count(Side::Gote, kind) + moved;
        hands += &variant.piece(kind).letter.repeat(held.into());
        hands += &variant.piece(kind).letter.to_lowercase().repeat(of_gote.into());
    }
    Position::from_sfen(variant, &format!("{board} w {hands} 1")).expect("it stood there")
}

/// A search by rules that say what may be played and what is check.
pub(crate) struct Search {
    legal: fn(&Position) -> Vec<Move>,
    is_check: fn(&Position) -> bool,
    /// How often something was put between that is useless without being taken with mate.
    n_useless: u32,
}

impl Search {
    pub(crate) fn new(legal: fn(&Position) -> Vec<Move>, is_check: fn(&Position) -> bool) -> Self {
        Self { legal, is_check, n_useless: 0 }
    }

    fn by_the_rules() -> Self {
        Self::new(|position| position.legal_moves().to_vec(), Position::is_check)
    }

    /// In how many plies the side to move mates, if in no more than that.
    fn mate(&mut self, position: &Position, plies_max: u32) -> Option<u32> {
        let found = self.mating(position, plies_max);
        found.into_iter().map(|(_, plies)| plies).min()
    }

    /// The moves that mate in so many plies, and in how many they do.
    pub(crate) fn mating(&mut self, position: &Position, plies_max: u32) -> Vec<(Move, u32)> {
        let Some(left) = plies_max.checked_sub(1) else { return Vec::new() };
        let mut found = Vec::new();
        for mv in (self.legal)(position) {
            let next = after(position, mv);
            if (self.is_check)(&next)
                && let Some(resistance) = self.resistance(&next, left)
            {
                found.push((mv, resistance.plies + 1));
            }
        }
        found
    }

    /// How long the side in check holds out and with what, if no longer than so many plies.
    fn resistance(&mut self, position: &Position, plies_max: u32) -> Option<Resistance> {
        if self.is_mated(position) {
            return Some(Resistance::default());
        }
        let left = plies_max.checked_sub(1)?;
        let (mut drops, mut others) = (Vec::new(), Vec::new());
        for mv in (self.legal)(position) {
            let lasts = self.mate(&after(position, mv), left).map(|plies| plies + 1);
            if mv.dropped().is_some() {
                drops.push((mv, lasts));
            } else {
                others.push((mv, Some(lasts?)));
            }
        }
        // Nothing is put between.
        let mut plies = others.iter().filter_map(|it| it.1).max().unwrap_or(0);
        let mut longest: Vec<_> = of_length(&others, plies).collect();
        loop {
            let mut not_useless = drops.clone();
            not_useless.retain(|&(mv, _)| !self.is_useless(position, mv, plies));
            longest.extend(of_length(&not_useless, plies));
            not_useless.retain(|(_, lasts)| lasts.is_none_or(|lasts| lasts > plies));
            if not_useless.is_empty() {
                return Some(Resistance { plies, longest: longest.into_iter().collect() });
            }
            // The shortest line of what is not useless is what the others are held against.
            plies = not_useless.iter().filter_map(|it| it.1).min()?;
            longest = of_length(&not_useless, plies).collect();
        }
    }

    fn is_mated(&self, position: &Position) -> bool {
        let is_taken = |mv: Move| {
            let next = after(position, mv);
            let mut taking = self.captures(&next, mv.to()).into_iter();
            mv.dropped().is_some() && taking.any(|it| self.is_mated(&after(&next, it)))
        };
        (self.is_check)(position) && (self.legal)(position).into_iter().all(is_taken)
    }

    /// The captures of what was just dropped on a square.
    fn captures(&self, position: &Position, on: Square) -> Vec<Move> {
        let legal = (self.legal)(position).into_iter();
        legal.filter(|mv| mv.to() == on && mv.from().is_some()).collect()
    }

    fn is_useless(&mut self, position: &Position, drop: Move, plies: u32) -> bool {
        let variant = position.variant();
        let next = after(position, drop);
        let king = position.king(position.turn()).expect("a king");
        let kind = variant.unpromoted(drop.dropped().expect("a drop"));
        for taking in self.captures(&next, drop.to()) {
            let taken = after(&next, taking);
            if self.is_mated(&taken) {
                return true;
            }
            let from = taking.from().expect("a move");
            let is_checker = position.checkers().contains(&from);
            if is_checker && distance(drop.to(), king) < distance(from, king) {
                let back = given_back(&taken, variant.piece(kind).letter);
                if self.resistance(&back, plies).is_some() {
                    self.n_useless += 1;
                    return true;
                }
            }
        }
        false
    }
}

fn of_length(moves: &[(Move, Option<u32>)], plies: u32) -> impl Iterator<Item = Move> {
    moves.iter().filter(move |it| it.1 == Some(plies)).map(|it| it.0)
}

/// How long a side in check holds out, and the moves with which it does.
#[derive(Default)]
struct Resistance {
    plies: u32,
    longest: BTreeSet<Move>,
}

/// A king near an edge, a piece far from it that moves far, some about it of both sides, and few pieces
/// of few kinds in the hands.
fn scattered(dice: &mut Dice, n_pieces: usize) -> Option<Position> {
    let mut board = [[""; 9]; 9];
    let file = dice.below(9);
    let rank = dice.below(2);
    board[rank][file] = "k";
    let far = ["R", "L", "+R", "B", "+B"][dice.below(5)];
    board[4 + dice.below(5)][if dice.below(2) == 0 { file } else { dice.below(9) }] = far;
    for _ in 0..n_pieces {
        let column = (file + dice.below(5)).saturating_sub(2).min(8);
        let at = &mut board[(rank + dice.below(4)).saturating_sub(1)][column];
        if at.is_empty() {
            *at = ["G", "S", "N", "B", "R", "+P", "p", "l", "s", "g", "n", "+P"][dice.below(12)];
        }
    }
    let mut hands = ["", "", "G", "S", "L"][dice.below(5)].to_owned();
    for _ in 0..dice.below(3) {
        hands += ["p", "l", "n", "s", "g", "b", "r"][dice.below(7)];
    }
    let row = |row: &[&str; 9]| {
        let mut text = row.map(|it| if it.is_empty() { "1" } else { it }).concat();
        for n in (2..=9).rev() {
            text = text.replace(&"1".repeat(n), &n.to_string());
        }
        text
    };
    let board: Vec<String> = board.iter().map(row).collect();
    let hands = if hands.is_empty() { "-" } else { &hands };
    let sfen = format!("{} b {hands} 1", board.join("/"));
    let position = Position::from_sfen(Variant::standard(), &sfen).ok()?;
    (!position.is_in_check(Side::Gote)).then_some(position)
}

/// Compares what is said of a position: the length, every move that mates, and after each of these
/// every longest defence.
fn confirm(position: &Position, plies_max: u32, search: &mut Search) -> bool {
    let mut solver = Solver::new(u64::MAX);
    let sfen = position.sfen();
    let mating = search.mating(position, plies_max);
    let shortest = mating.iter().map(|it| it.1).min();
    assert_eq!(solver.shortest_mate(position, plies_max), Ok(shortest), "{sfen}");
    let expected: BTreeSet<_> = mating.iter().map(|it| it.0).collect();
    let found = solver.mating_moves(position, plies_max).expect("all the nodes that it takes");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{sfen}");
    for (mv, _) in mating {
        let next = after(position, mv);
        let expected = search.resistance(&next, plies_max - 1).expect("it mates").longest;
        let found = solver.longest_defences(&next, plies_max - 1).expect("nodes enough");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{sfen} {mv:?}");
    }
    shortest.is_some()
}

#[test]
fn the_solver_counts_as_the_law_does() {
    let mut dice = Dice(20_261_129);
    let times = if is_slow() { 10 } else { 1 };
    for (plies, n_positions, n_pieces, n_mates_min) in
        [(3, 2_000, 6, 150), (5, 150, 3, 10), (7, 10, 1, 0)]
    {
        let (mut search, mut n_mates) = (Search::by_the_rules(), 0);
        for _ in 0..n_positions * times {
            let Some(position) = scattered(&mut dice, n_pieces) else { continue };
            n_mates += usize::from(confirm(&position, plies, &mut search));
        }
        assert!(n_mates >= n_mates_min, "only {n_mates} mates in {plies} plies");
        assert!(search.n_useless > 0, "nothing useless in {plies} plies");
    }
}

#[test]
fn what_saves_two_squares_away_is_not_useless() {
    for sfen in NO_MATE_IN_ONE {
        let position = Position::from_sfen(Variant::standard(), sfen).expect(sfen);
        assert_eq!(Search::by_the_rules().mate(&position, 1), None, "{sfen}");
    }
}
