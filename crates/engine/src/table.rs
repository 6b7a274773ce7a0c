//! What has been searched already.

use komadai_rules::Move;

/// How many positions are remembered: 2¹⁸ of 24 bytes, about 6 MB.
const PLACES: usize = 1 << 18;

/// What the score of a remembered position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A remembered position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableEntry {
    key: u64,
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    age: u8,
}

/// Positions that were searched, by their keys.
#[derive(Debug)]
pub(crate) struct Table {
    places: Vec<Option<TableEntry>>,
    age: u8,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { places: vec![None; PLACES], age: 0 }
    }

    /// A new search begins: what is remembered may be written over.
    pub(crate) fn forget_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    fn place(key: u64) -> usize {
        key as usize % PLACES
    }

    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        self.places.get(Self::place(key)).copied().flatten().filter(|known| known.key == key)
    }

    pub(crate) fn put(&mut self, key: u64, mv: Option<Move>, score: i32, depth: i32, bound: Bound) {
        let depth = depth.clamp(-1, i32::from(i8::MAX)) as i8;
        let known = TableEntry { key, mv, score, depth, bound, age: self.age };
        if let Some(place) = self.places.get_mut(Self::place(key)) {
            let keep = place.is_some_and(|old| old.age == known.age && old.depth > known.depth);
            if !keep {
                *place = Some(known);
            }
        }
    }
}
