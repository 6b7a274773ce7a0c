//! Games of legal moves, played ahead of time so that sending them costs nothing.

use komadai_rules::{Line, Move, Position, RuleSet, Variant};

/// How often a game is started again because it ended too early.
const ATTEMPTS_MAX: u32 = 1_000;

/// One game: moves in USI, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) moves: Vec<Box<str>>,
}

/// Numbers that look random and are the same in every run (splitmix64).
#[derive(Clone, Debug)]
pub(crate) struct Lot(u64);

impl Lot {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A number between 0 and 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Script {
    /// A game of random moves that is not over after `n_plies`.
    pub(crate) fn random(seed: u64, n_plies: usize) -> Self {
        let mut lot = Lot::new(seed);
        for _ in 0..ATTEMPTS_MAX {
            if let Some(moves) = attempt(&mut lot, n_plies) {
                return Self { moves };
            }
        }
        Self { moves: Vec::new() }
    }
}

fn attempt(lot: &mut Lot, n_plies: usize) -> Option<Vec<Box<str>>> {
    let variant = Variant::from_name("standard")?;
    let rules = RuleSet { max_moves: None, ..RuleSet::casual() };
    let mut line = Line::new(Position::start(variant), rules);
    let mut moves = Vec::with_capacity(n_plies);
    while moves.len() < n_plies {
        let mv = choose(lot, &line)?;
        moves.push(mv.usi(variant).to_string().into_boxed_str());
        if line.play(mv).ok()?.is_some() {
            return None;
        }
    }
    Some(moves)
}

/// Any legal move, though drops less often than there are drops: random players would else have
/// all pieces on the board soon, which real games do not.
fn choose(lot: &mut Lot, line: &Line) -> Option<Move> {
    let legal = line.position().legal_moves();
    let on_board: Vec<Move> = legal.iter().copied().filter(|mv| mv.dropped().is_none()).collect();
    let moves: &[Move] = if on_board.is_empty() || lot.below(8) == 0 { &legal } else { &on_board };
    (!moves.is_empty()).then(|| moves[lot.below(moves.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_legal_and_repeatable() {
        let script = Script::random(7, 300);
        assert_eq!(script.moves, Script::random(7, 300).moves);
        assert_ne!(script.moves, Script::random(8, 300).moves);
        let variant = Variant::from_name("standard").unwrap();
        let mut line = Line::new(Position::start(variant), RuleSet::casual());
        for usi in &script.moves {
            let mv = Move::from_usi(variant, usi).unwrap();
            assert_eq!(line.play(mv), Ok(None), "{usi}");
        }
        assert_eq!(script.moves.len(), 300);
    }
}
