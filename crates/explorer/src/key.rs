//! Positions as keys, and the positions of a game.

use std::collections::HashSet;

use komadai_rules::{Move, Position, Side};

/// So many moves of each game are counted. Later positions are reached by one game alone, but for
/// a few, and would be most of what there is to keep.
pub const PLIES_MAX: usize = 50;

/// How many bits of a key tell what sente has: the upper ones.
pub(crate) const HALF_BITS: u32 = 28;

/// How many bits of a key tell the position.
const WHOLE_BITS: u32 = 30;

/// How many of these are in the key's long [head](Head).
pub(crate) const LONG_BITS: u32 = 13;

/// A position: of what [sente has](Position::stable_half) the upper bits, then of the position's
/// [stable key](Position::stable_key). Equal for the same pieces on the same squares and in the
/// same hands with the same side to move, by whatever moves they came there.
///
/// Many moves leave the upper bits as they are, so positions of a game that follow each other have
/// keys that do too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// More than any key.
    pub const END: u64 = 1 << (HALF_BITS + WHOLE_BITS);

    /// Of this position.
    pub fn of(position: &Position) -> Self {
        let half = position.stable_half(Side::Sente) >> (64 - HALF_BITS);
        Self(half << WHOLE_BITS | position.stable_key() >> (64 - WHOLE_BITS))
    }

    /// The key with this number, which is less than [`Key::END`].
    pub fn from_number(number: u64) -> Option<Self> {
        (number < Self::END).then_some(Self(number))
    }

    /// Its number, less than [`Key::END`].
    pub fn number(self) -> u64 {
        self.0
    }

    /// Its upper bits, which tell what sente has: by them positions of a single game are kept.
    pub fn head(self) -> Head {
        Head(self.0 >> WHOLE_BITS << WHOLE_BITS)
    }

    /// Some bits more, by which it is kept where others have the same head.
    pub(crate) fn long_head(self) -> Head {
        Head(self.0 >> (WHOLE_BITS - LONG_BITS) << (WHOLE_BITS - LONG_BITS))
    }
}

/// The upper bits of a key. The others are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Head(u64);

impl Head {
    /// That of a half, and if it is long of these bits more.
    pub(crate) fn new(half: u64, long: u64) -> Option<Self> {
        let is_one = half >> HALF_BITS == 0 && long >> LONG_BITS == 0;
        is_one.then_some(Self(half << WHOLE_BITS | long << (WHOLE_BITS - LONG_BITS)))
    }

    /// The first key that begins so.
    pub fn first(self) -> Key {
        Key(self.0)
    }

    /// What tells what sente has.
    pub(crate) fn half(self) -> u64 {
        self.0 >> WHOLE_BITS
    }

    /// The bits that it has more if it is long.
    pub(crate) fn long(self) -> u64 {
        self.0 >> (WHOLE_BITS - LONG_BITS) & ((1 << LONG_BITS) - 1)
    }
}

/// The positions of a game with the move that was played in each, as far as they are counted. A
/// position that comes again is told once, with the first of its moves, so that a game counts once
/// wherever it went.
pub fn walk(start: &Position, moves: impl IntoIterator<Item = Move>) -> Vec<(Key, Move)> {
    let mut position = start.clone();
    let mut seen = HashSet::new();
    let mut steps = Vec::new();
    for mv in moves.into_iter().take(PLIES_MAX) {
        let key = Key::of(&position);
        if seen.insert(key) {
            steps.push((key, mv));
        }
        position.play(mv);
    }
    steps
}

/// Which move a game played in the position with this key, if it came there.
pub fn move_at(key: Key, start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Move> {
    let mut position = start.clone();
    for mv in moves.into_iter().take(PLIES_MAX) {
        if Key::of(&position) == key {
            return Some(mv);
        }
        position.play(mv);
    }
    None
}
