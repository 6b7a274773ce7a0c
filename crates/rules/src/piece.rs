//! Pieces.

use crate::Side;

/// A kind of piece: its place in the variant's list of pieces.
///
/// A promoted piece is a kind of its own. What a kind is called and how it moves is asked of the
/// variant: [`Variant::piece`](crate::Variant::piece).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// The place in the variant's list.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The piece as one number: twice the kind, plus one for gote.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        self.kind.0 * 2 + self.side as u8
    }

    /// The piece with that [`code`](Self::code).
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Self {
        let side = if code & 1 == 0 { Side::Sente } else { Side::Gote };
        Self { side, kind: Kind(code >> 1) }
    }
}
