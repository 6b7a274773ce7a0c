//! Legal moves by where they begin, for those who show them.

use crate::{Kind, Move, Square, bits::Bits, board::Board, generate::Sink};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(pub(crate) [u64; 3]);

impl Squares {
    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    /// Whether that square is one of them.
    #[inline]
    pub fn has(self, square: Square) -> bool {
        let index = square.index();
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// The squares of both.
    #[inline]
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([a | x, b | y, c | z])
    }

    /// Each of them, file by file.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let bases = (0..).step_by(64).zip(self.0);
        bases.flat_map(|(base, mut word)| {
            std::iter::from_fn(move || {
                let square = (word != 0).then(|| Square::at(base + word.trailing_zeros() as u8));
                word &= word.wrapping_sub(1);
                square
            })
        })
    }

    /// Does something with each of them, file by file.
    #[inline]
    pub fn for_each(self, mut act: impl FnMut(Square)) {
        for (base, mut word) in (0..).step_by(64).zip(self.0) {
            while word != 0 {
                act(Square::at(base + word.trailing_zeros() as u8));
                word &= word - 1;
            }
        }
    }
}

/// What takes the legal moves of a position, one origin after the other. No origin comes twice,
/// and each with a square at least.
pub trait ByOrigin {
    /// The piece on `from` may go to these squares with promotion, and to those without.
    fn piece(&mut self, from: Square, promoting: Squares, plain: Squares);

    /// §9.3: the same piece may go to these squares by way of that one: on from what it takes there,
    /// or where nothing stands there back to where it comes from, which passes. Nobody need know of
    /// it where no piece has lion power.
    fn way(&mut self, _from: Square, _via: Square, _to: Squares) {}

    /// §9.4: the same piece may not go to these squares, to which it moves, for the sake of lions.
    fn spared(&mut self, _from: Square, _lions: Squares) {}

    /// A piece of that kind may be dropped on these squares.
    fn drop(&mut self, kind: Kind, on: Squares);
}

/// Hands every legal move of a position over.
pub(crate) fn by_origin<B: Bits>(board: &Board<B>, to: &mut impl ByOrigin) {
    board.generate(&mut Origins(to));
    if B::VARIED {
        for from in board.of_side(board.turn).each() {
            let class = board.class_at(from);
            let reached = board.tables.attacks(class, board.turn, from, board.occupied());
            let lions = board.spared(class, from, None, reached);
            if !lions.is_empty() {
                to.spared(Square::at(from), Squares(lions.words()));
            }
        }
    }
}

struct Origins<'a, T>(&'a mut T);

impl<B: Bits, T: ByOrigin> Sink<B> for Origins<'_, T> {
    #[inline(always)]
    fn piece(&mut self, from: u8, promoting: B, plain: B) -> bool {
        if !(promoting | plain).is_empty() {
            self.0.piece(Square::at(from), Squares(promoting.words()), Squares(plain.words()));
        }
        false
    }

    #[inline(always)]
    fn step(&mut self, delta: i8, promoting: B, plain: B) -> bool {
        (promoting | plain).for_each(|to| {
            let one = B::one(to);
            let from = to.wrapping_sub_signed(delta);
            <Self as Sink<B>>::piece(self, from, promoting & one, plain & one);
        });
        false
    }

    fn way(&mut self, from: u8, via: u8, to: B) -> bool {
        if !to.is_empty() {
            self.0.way(Square::at(from), Square::at(via), Squares(to.words()));
        }
        false
    }

    #[inline(always)]
    fn drops(&mut self, bases: &[u32; 8], sets: &mut [B; 8], n: usize) -> bool {
        for (&base, set) in bases.iter().zip(sets).take(n) {
            if let Some(kind) = Move::packed(base).dropped()
                && !set.is_empty()
            {
                self.0.drop(kind, Squares(set.words()));
            }
        }
        false
    }
}
