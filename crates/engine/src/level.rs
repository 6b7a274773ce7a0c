//! How strong an opponent is, and where its mistakes come from.

/// How strong: 1 for somebody who has just learned how the pieces move, up to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level may do.
struct Strength {
    /// Plies looked ahead in full.
    depth: u32,
    /// Positions looked at.
    nodes: u64,
    /// By how much a move may seem better or worse than it is, in hundredths of a pawn.
    noise: i32,
    /// How many of 100 moves are made without a thought.
    careless_percent: u32,
}

const STRENGTHS: [Strength; Level::COUNT as usize] = [
    Strength { depth: 1, nodes: 2_000, noise: 500, careless_percent: 30 },
    Strength { depth: 1, nodes: 4_000, noise: 250, careless_percent: 10 },
    Strength { depth: 1, nodes: 20_000, noise: 110, careless_percent: 4 },
    Strength { depth: 2, nodes: 40_000, noise: 30, careless_percent: 0 },
    Strength { depth: 3, nodes: 12_000, noise: 0, careless_percent: 0 },
    Strength { depth: 5, nodes: 40_000, noise: 0, careless_percent: 0 },
    Strength { depth: 8, nodes: 140_000, noise: 0, careless_percent: 0 },
    Strength { depth: 24, nodes: 500_000, noise: 0, careless_percent: 0 },
];

impl Level {
    /// How many there are.
    pub const COUNT: u8 = 8;

    /// Every level, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).map(Self)
    }

    /// The level with that number, from 1.
    pub fn new(number: u8) -> Option<Self> {
        (1..=Self::COUNT).contains(&number).then_some(Self(number))
    }

    /// Its number, from 1.
    pub fn number(self) -> u8 {
        self.0
    }

    fn strength(self) -> &'static Strength {
        &STRENGTHS[usize::from(self.0 - 1)]
    }

    pub(crate) fn depth(self) -> u32 {
        self.strength().depth
    }

    pub(crate) fn nodes(self) -> u64 {
        self.strength().nodes
    }

    pub(crate) fn noise(self) -> i32 {
        self.strength().noise
    }

    pub(crate) fn careless_percent(self) -> u32 {
        self.strength().careless_percent
    }
}

/// Numbers from a seed, by SplitMix64.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `n`; 0 when there is none.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A number below 100.
    pub(crate) fn percent(&mut self) -> u32 {
        (self.next() % 100) as u32
    }

    /// A number between `-reach` and `reach`; small ones come more often.
    pub(crate) fn around_zero(&mut self, reach: i32) -> i32 {
        let half = |dice: &mut Self| (dice.next() % (reach.max(0) as u64 + 1)) as i32;
        half(self) - half(self)
    }
}
