//! Positions as keys, and the positions of a game.

use std::collections::HashSet;

use komadai_rules::{Move, Position};

/// So many moves of each game are counted. Later positions are reached by one game alone, but for
/// a few, and would be most of what there is to keep.
pub const PLIES_MAX: usize = 50;

/// A position: the upper 48 bits of its [stable key](Position::stable_key). Equal for the same
/// pieces on the same squares and in the same hands with the same side to move, by whatever moves
/// they came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Key {
    /// More than any key.
    pub const END: u64 = 1 << 48;

    /// Of this position.
    pub fn of(position: &Position) -> Self {
        Self(position.stable_key() >> 16)
    }

    /// The key with this number, which is less than [`Key::END`].
    pub fn from_number(number: u64) -> Option<Self> {
        (number < Self::END).then_some(Self(number))
    }

    /// Its number, less than [`Key::END`].
    pub fn number(self) -> u64 {
        self.0
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
