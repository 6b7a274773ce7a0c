//! Games that nobody played.

use komadai_explorer::{Facts, Month, NO_SPEED, Outcome};
use komadai_rules::{Move, Position, Variant};
use proptest::test_runner::{Config, RngSeed};

/// So many cases, which are the same in every run.
pub(crate) fn cases(n: u32) -> Config {
    Config {
        cases: n,
        rng_seed: RngSeed::Fixed(27),
        failure_persistence: None,
        ..Config::default()
    }
}

/// Random numbers that are the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }
}

pub(crate) struct Game {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    pub(crate) facts: Facts,
}

/// Games that go the same ways often, and part sooner or later.
pub(crate) fn games(seed: u64, n: usize, variant: Variant) -> Vec<Game> {
    let mut dice = Dice(seed);
    (0..n)
        .map(|_| {
            let start = variant.start().clone();
            let (mut position, mut moves) = (start.clone(), Vec::new());
            for _ in 0..20 + dice.below(50) {
                let mut legal: Vec<_> = position.legal_moves().iter().copied().collect();
                legal.sort_unstable();
                let likely = [1, 2, 2, 3, legal.len() as u64][dice.below(5) as usize];
                let Some(&mv) = legal.get(dice.below(likely.min(legal.len() as u64)) as usize)
                else {
                    break;
                };
                moves.push(mv);
                position.play(mv);
            }
            Game { start, moves, facts: facts(&mut dice) }
        })
        .collect()
}

fn facts(dice: &mut Dice) -> Facts {
    let rating = (dice.below(5) > 0).then(|| 500 + dice.below(2_100) as u32);
    let speed = [0, 1, 2, 3, NO_SPEED][dice.below(5) as usize];
    let outcome = [Outcome::Sente, Outcome::Gote, Outcome::Draw][dice.below(3) as usize];
    Facts::new(rating, speed, outcome, Month::new(2024, 1 + dice.below(30) as i64))
}
