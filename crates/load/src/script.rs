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

/// What kind of games is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Games {
    /// Random moves with few drops: the hands are as full as in games of people.
    #[default]
    Lifelike,
    /// Any legal move, drops as often as any other.
    Random,
    /// Games of professionals and of programs; the next moves are lifelike.
    Real,
}

/// Games that were played.
const RECORDS: [&str; 3] = [
    include_str!("../../../web/test/games/championship-2005.usi"),
    include_str!("../../../web/test/games/floodgate-2010.usi"),
    include_str!("../../../web/test/games/ryuou-2014.usi"),
];

impl Games {
    /// Some games, none of which is over after `n_plies`.
    pub(crate) fn scripts(self, n_plies: usize) -> Vec<Script> {
        (0..64).map(|seed| self.script(seed, n_plies)).collect()
    }

    fn script(self, seed: u64, n_plies: usize) -> Script {
        let record = match self {
            Self::Lifelike | Self::Random => "",
            Self::Real => RECORDS[seed as usize % RECORDS.len()],
        };
        let mut lot = Lot::new(seed);
        let attempts = std::iter::repeat_with(|| self.attempt(&mut lot, record, n_plies));
        let moves = attempts.take(ATTEMPTS_MAX as usize).flatten().next().unwrap_or_default();
        Script { moves }
    }

    fn attempt(self, lot: &mut Lot, record: &str, n_plies: usize) -> Option<Vec<Box<str>>> {
        let variant = Variant::from_name("standard")?;
        let rules = RuleSet { max_moves: None, ..RuleSet::casual() };
        let mut line = Line::new(Position::start(variant), rules);
        let mut record = record.split_whitespace();
        let mut moves = Vec::with_capacity(n_plies);
        while moves.len() < n_plies {
            let mv = match record.next() {
                Some(usi) => Move::from_usi(variant, usi).ok()?,
                None => self.choose(lot, &line)?,
            };
            moves.push(mv.usi(variant).to_string().into_boxed_str());
            if line.play(mv).ok()?.is_some() {
                return None;
            }
        }
        Some(moves)
    }

    /// Any legal move. In lifelike games drops are chosen less often than there are drops: random
    /// players would else have all pieces on the board soon.
    fn choose(self, lot: &mut Lot, line: &Line) -> Option<Move> {
        let legal = line.position().legal_moves();
        let on_board: Vec<_> = legal.iter().copied().filter(|mv| mv.dropped().is_none()).collect();
        let any = self == Self::Random || on_board.is_empty() || lot.below(8) == 0;
        let moves: &[Move] = if any { &legal } else { &on_board };
        (!moves.is_empty()).then(|| moves[lot.below(moves.len())])
    }
}

impl Script {
    /// A lifelike game that is not over after `n_plies`.
    pub(crate) fn random(seed: u64, n_plies: usize) -> Self {
        Games::Lifelike.script(seed, n_plies)
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn scripts_are_legal_and_repeatable() {
        let variant = Variant::from_name("standard").unwrap();
        for games in Games::value_variants() {
            let script = games.script(7, 300);
            assert_eq!(script.moves, games.script(7, 300).moves);
            assert_ne!(script.moves, games.script(8, 300).moves);
            let mut line = Line::new(Position::start(variant), RuleSet::casual());
            for usi in &script.moves {
                let mv = Move::from_usi(variant, usi).unwrap();
                assert_eq!(line.play(mv), Ok(None), "{games:?}: {usi}");
            }
            assert_eq!(script.moves.len(), 300);
        }
    }
}
