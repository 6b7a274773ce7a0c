//! The Zobrist numbers of a position, whose sum is its key.

use std::marker::PhantomData;

use super::CODES;
use crate::{Kind, Piece, Side, Square, bits::Bits};

/// The numbers of a board of a width.
#[derive(Debug)]
pub(crate) struct Zobrist<B: Bits> {
    /// By piece code × CELLS + square.
    pieces: Vec<u64>,
    /// By piece code, added once for each piece in hand.
    hands: [u64; CODES],
    /// Added when gote is to move.
    pub(crate) gote: u64,
    /// By square, added where a lion has just been struck.
    struck: Vec<u64>,
    width: PhantomData<B>,
}

impl<B: Bits> Zobrist<B> {
    pub(super) fn new() -> Self {
        Self {
            pieces: (0..(CODES * B::CELLS) as u64).map(random).collect(),
            hands: std::array::from_fn(|code| random(1 << 32 | code as u64)),
            gote: random(1 << 33),
            struck: (0..Square::COUNT as u64).map(|square| random(1 << 34 | square)).collect(),
            width: PhantomData,
        }
    }

    /// That of a piece on a square.
    #[inline(always)]
    pub(crate) fn piece(&self, code: u8, square: u8) -> u64 {
        self.pieces[code as usize * B::CELLS + square as usize]
    }

    /// That of the square on which a lion has just been struck.
    #[inline]
    pub(crate) fn struck(&self, square: u8) -> u64 {
        self.struck.get(usize::from(square)).copied().unwrap_or(0)
    }

    /// That of one piece in hand.
    #[inline(always)]
    pub(crate) fn hand(&self, side: Side, kind: u8) -> u64 {
        self.hands[Piece { side, kind: Kind(kind & 63) }.code() as usize]
    }
}

/// The n-th of a fixed sequence of numbers without pattern (splitmix64).
fn random(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
