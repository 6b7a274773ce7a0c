//! Sets of squares.
//!
//! Two widths: 128 bits hold boards up to 9×9, 192 bits those up to 13×13. The rules are written
//! once, over [`Bits`], and compiled for each width, so small boards do not pay for large ones.

use std::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not},
};

/// A set of squares by [`Square::index`](crate::Square::index).
pub(crate) trait Bits:
    Copy
    + PartialEq
    + fmt::Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// One byte for each square, a power of two of them.
    type Cells: Copy + Send + Sync + fmt::Debug + PartialEq + AsRef<[u8]> + AsMut<[u8]>;
    /// One set for each class of pieces, a power of two of them.
    type Classes: Copy + Send + Sync + fmt::Debug + PartialEq + AsRef<[Self]> + AsMut<[Self]>;
    /// One count for each kind that can be in hand, a power of two of them.
    type Hand: Copy + Send + Sync + fmt::Debug + PartialEq + AsRef<[u8]> + AsMut<[u8]>;

    /// Length of [`Cells`](Self::Cells).
    const CELLS: usize;
    /// Length of [`Classes`](Self::Classes) and of [`Hand`](Self::Hand), and most kinds a variant
    /// of this width may have.
    const KINDS: usize;
    /// Whether boards of this width are asked for lion power (§9.3), which the others never have.
    const VARIED: bool = Self::KINDS > 32;
    /// Nothing.
    const EMPTY: Self;
    /// No piece on any square.
    const NO_CELLS: Self::Cells;
    /// No piece of any class.
    const NO_CLASSES: Self::Classes;
    /// Nothing in hand.
    const NO_HAND: Self::Hand;

    /// The set of one square.
    fn one(square: u8) -> Self;
    /// Whether nothing is in it.
    fn is_empty(self) -> bool;
    /// How many are in it.
    fn count(self) -> u32;
    /// The lowest square; of the empty set, anything.
    fn first(self) -> u8;
    /// The highest square; of the empty set, the lowest square of the board.
    fn last(self) -> u8;
    /// Every square moved up by that many bits.
    fn up(self, n: u32) -> Self;
    /// Every square moved down by that many bits.
    fn down(self, n: u32) -> Self;
    /// The lowest square taken out.
    fn without_first(self) -> Self;
    /// From the lowest square down to bit 0; of the empty set, everything.
    fn through_first(self) -> Self;
    /// Every bit from that square up.
    fn from(square: u8) -> Self;
    /// As numbers.
    fn minus(self, other: Self) -> Self;

    /// Does something with each square, from the lowest; quicker than [`each`](Self::each).
    fn for_each(self, act: impl FnMut(u8));

    /// As words, the lowest first.
    fn words(self) -> [u64; 3];

    /// Whether that square is in it.
    #[inline(always)]
    fn has(self, square: u8) -> bool {
        !(self & Self::one(square)).is_empty()
    }

    /// Whether both have a square in common.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// What is in this but not in the other.
    #[inline(always)]
    fn but(self, other: Self) -> Self {
        self & !other
    }

    /// Whether there is more than one in it.
    #[inline(always)]
    fn is_many(self) -> bool {
        !self.without_first().is_empty()
    }

    /// Each square, from the lowest.
    #[inline(always)]
    fn each(self) -> Each<Self> {
        Each(self)
    }
}

/// Iterator over a set.
pub(crate) struct Each<B>(B);

impl<B: Bits> Iterator for Each<B> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

impl Bits for u128 {
    type Cells = [u8; 128];
    type Classes = [Self; 16];
    type Hand = [u8; 16];

    const CELLS: usize = 128;
    const KINDS: usize = 16;
    const EMPTY: Self = 0;
    const NO_CELLS: Self::Cells = [u8::MAX; 128];
    const NO_CLASSES: Self::Classes = [0; 16];
    const NO_HAND: Self::Hand = [0; 16];

    #[inline(always)]
    fn one(square: u8) -> Self {
        1 << (square & 127)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        self.trailing_zeros() as u8
    }

    #[inline(always)]
    fn last(self) -> u8 {
        127 - (self | 1).leading_zeros() as u8
    }

    #[inline(always)]
    fn up(self, n: u32) -> Self {
        self << n
    }

    #[inline(always)]
    fn down(self, n: u32) -> Self {
        self >> n
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn through_first(self) -> Self {
        self ^ self.wrapping_sub(1)
    }

    #[inline(always)]
    fn from(square: u8) -> Self {
        Self::MAX << (square & 127)
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn for_each(self, mut act: impl FnMut(u8)) {
        each_bit(self as u64, 0, &mut act);
        each_bit((self >> 64) as u64, 64, &mut act);
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        [self as u64, (self >> 64) as u64, 0]
    }
}

/// Does something with each bit of a word, counted from `base`.
#[inline(always)]
fn each_bit(mut word: u64, base: u8, act: &mut impl FnMut(u8)) {
    while word != 0 {
        act(base + word.trailing_zeros() as u8);
        word &= word - 1;
    }
}

/// 192 bits, the lowest word first, on boards with up to `KINDS` kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Wide<const KINDS: usize>([u64; 3]);

impl<const KINDS: usize> fmt::Debug for Wide<KINDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.each().map(crate::Square::at)).finish()
    }
}

impl<const KINDS: usize> Wide<KINDS> {
    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([with(a, x), with(b, y), with(c, z)])
    }
}

impl<const KINDS: usize> BitAnd for Wide<KINDS> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const KINDS: usize> BitOr for Wide<KINDS> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const KINDS: usize> BitXor for Wide<KINDS> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const KINDS: usize> Not for Wide<KINDS> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let [a, b, c] = self.0;
        Self([!a, !b, !c])
    }
}

impl<const KINDS: usize> BitAndAssign for Wide<KINDS> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const KINDS: usize> BitOrAssign for Wide<KINDS> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const KINDS: usize> Bits for Wide<KINDS> {
    type Cells = [u8; 256];
    type Classes = [Self; KINDS];
    type Hand = [u8; KINDS];

    const CELLS: usize = 256;
    const KINDS: usize = KINDS;
    const EMPTY: Self = Self([0; 3]);
    const NO_CELLS: Self::Cells = [u8::MAX; 256];
    const NO_CLASSES: Self::Classes = [Self::EMPTY; KINDS];
    const NO_HAND: Self::Hand = [0; KINDS];

    #[inline(always)]
    fn one(square: u8) -> Self {
        let bit = 1 << (square & 63);
        match square >> 6 {
            0 => Self([bit, 0, 0]),
            1 => Self([0, bit, 0]),
            _ => Self([0, 0, bit]),
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let [a, b, c] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        let [a, b, c] = self.0;
        let first = if a != 0 {
            a.trailing_zeros()
        } else if b != 0 {
            64 + b.trailing_zeros()
        } else {
            128 + c.trailing_zeros()
        };
        first as u8
    }

    #[inline(always)]
    fn last(self) -> u8 {
        let [a, b, c] = self.0;
        let last = if c != 0 {
            191 - c.leading_zeros()
        } else if b != 0 {
            127 - b.leading_zeros()
        } else {
            63 - (a | 1).leading_zeros()
        };
        last as u8
    }

    #[inline(always)]
    fn up(self, n: u32) -> Self {
        debug_assert!(n < 64);
        let [a, b, c] = self.0;
        if n == 0 {
            return self;
        }
        Self([a << n, b << n | a >> (64 - n), c << n | b >> (64 - n)])
    }

    #[inline(always)]
    fn down(self, n: u32) -> Self {
        debug_assert!(n < 64);
        let [a, b, c] = self.0;
        if n == 0 {
            return self;
        }
        Self([a >> n | b << (64 - n), b >> n | c << (64 - n), c >> n])
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        let [a, b, c] = self.0;
        if a != 0 {
            Self([a & (a - 1), b, c])
        } else if b != 0 {
            Self([0, b & (b - 1), c])
        } else {
            Self([0, 0, c & c.wrapping_sub(1)])
        }
    }

    #[inline(always)]
    fn through_first(self) -> Self {
        self ^ self.minus(Self([1, 0, 0]))
    }

    #[inline(always)]
    fn from(square: u8) -> Self {
        let bits = u64::MAX << (square & 63);
        match square >> 6 {
            0 => Self([bits, u64::MAX, u64::MAX]),
            1 => Self([0, bits, u64::MAX]),
            _ => Self([0, 0, bits]),
        }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        let (a, borrow) = a.overflowing_sub(x);
        let (b, borrow1) = b.overflowing_sub(y);
        let (b, borrow2) = b.overflowing_sub(u64::from(borrow));
        let c = c.wrapping_sub(z).wrapping_sub(u64::from(borrow1 | borrow2));
        Self([a, b, c])
    }

    #[inline(always)]
    fn for_each(self, mut act: impl FnMut(u8)) {
        let [a, b, c] = self.0;
        each_bit(a, 0, &mut act);
        each_bit(b, 64, &mut act);
        each_bit(c, 128, &mut act);
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        self.0
    }
}
