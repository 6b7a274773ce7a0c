//! A list of moves that needs no heap, unless a position is beyond belief.

use std::{fmt, ops::Deref};

use crate::Move;

/// How many moves a list holds without the heap.
///
/// The most in a position with shogi's pieces is 593. A position that was only read may have more
/// pieces than a set, and lions between pieces that they can take have dozens of moves each.
pub const MOVES_MAX: usize = 2432;

/// Moves in no particular order. Derefs to a slice.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MOVES_MAX],
    n_moves: usize,
    /// All of them, once they are more than there is room for.
    more: Vec<Move>,
}

impl MoveList {
    /// An empty list.
    pub fn new() -> Self {
        Self { moves: [Move::packed(0); MOVES_MAX], n_moves: 0, more: Vec::new() }
    }

    /// Takes everything out.
    #[inline]
    pub fn clear(&mut self) {
        self.n_moves = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        match self.moves.get_mut(self.n_moves) {
            Some(place) => *place = mv,
            None => self.spill(mv),
        }
        self.n_moves += 1;
    }

    /// Adds one to those for which there is no room.
    #[cold]
    #[inline(never)]
    fn spill(&mut self, mv: Move) {
        if self.n_moves == MOVES_MAX {
            self.more.clear();
            self.more.extend_from_slice(&self.moves);
        }
        self.more.push(mv);
    }

    /// Adds the first `n` of eight moves, each with `to` put in.
    #[inline(always)]
    pub(crate) fn push_eight(&mut self, bases: &[u32; 8], n: usize, to: u8) {
        debug_assert!(n <= 8);
        match self.moves.get_mut(self.n_moves..).and_then(|rest| rest.first_chunk_mut::<8>()) {
            // All eight are written, which is one or two stores, and those beyond `n` overwritten.
            Some(places) => {
                for (place, base) in places.iter_mut().zip(bases) {
                    *place = Move::packed(base | u32::from(to));
                }
                self.n_moves += n;
            }
            None => {
                bases[..n].iter().for_each(|base| self.push(Move::packed(base | u32::from(to))))
            }
        }
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.moves.get(..self.n_moves).unwrap_or(&self.more)
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
