//! Lines of sight: what can be seen from a square in each of eight directions.

use crate::{Square, Variant, betza::UNLIMITED, bits::Bits, square::SIZE_MAX};

/// The eight directions as (files to the left, ranks down), and so that the first four go up in
/// [`Square::index`] and each one's opposite is four further on.
pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];

/// No direction leads from one square to the other.
pub(crate) const NO_DIRECTION: u8 = 8;

/// Indices of squares are below this in every width.
const CELLS_MAX: usize = 256;

/// The lines of a board.
#[derive(Debug)]
pub(crate) struct Lines<B: Bits> {
    /// By direction × CELLS + square: what lies that way on an empty board.
    rays: Vec<B>,
    /// By square × 256 + square: the direction from the first to the second.
    directions: Vec<u8>,
}

impl<B: Bits> Lines<B> {
    /// Those between these squares, which are all that the variant has.
    pub(super) fn new(variant: Variant, squares: &[Square]) -> Self {
        let mut rays = vec![B::EMPTY; 8 * B::CELLS];
        let mut directions = vec![NO_DIRECTION; B::CELLS * CELLS_MAX];
        for (direction, &(files, ranks)) in DIRECTIONS.iter().enumerate() {
            for &from in squares {
                for n in 1..SIZE_MAX as i8 {
                    let Some(to) = from.offset(files * n, ranks * n) else { break };
                    if !variant.has(to) {
                        break;
                    }
                    rays[direction * B::CELLS + from.index()] |= B::one(to.index() as u8);
                    directions[from.index() * CELLS_MAX + to.index()] = direction as u8;
                }
            }
        }
        Self { rays, directions }
    }

    /// What lies in a direction on an empty board.
    #[inline(always)]
    pub(crate) fn ray(&self, direction: u8, from: u8) -> B {
        self.rays[direction as usize * B::CELLS + from as usize]
    }

    /// The direction from one square to another.
    #[inline(always)]
    pub(crate) fn direction(&self, from: u8, to: u8) -> u8 {
        self.directions[from as usize * CELLS_MAX + to as usize]
    }

    /// The squares strictly between two that share a line, otherwise none.
    #[inline(always)]
    pub(crate) fn between(&self, a: u8, b: u8) -> B {
        let direction = self.direction(a, b);
        if direction == NO_DIRECTION {
            return B::EMPTY;
        }
        self.ray(direction, a) & self.ray(direction ^ 4, b)
    }

    /// The squares in a direction, so many at most.
    pub(super) fn within(&self, direction: u8, from: u8, range: u8) -> B {
        let ray = self.ray(direction, from);
        if range >= UNLIMITED {
            return ray;
        }
        // Up from a square the nearest comes first, down from it last.
        let mut rest = ray;
        for _ in 0..range {
            let nearest = if direction < 4 { rest.first() } else { rest.last() };
            if rest.is_empty() {
                break;
            }
            rest = rest.but(B::one(nearest));
        }
        ray.but(rest)
    }

    /// Where slides in these directions lead.
    #[inline(always)]
    pub(crate) fn slides(&self, directions: u8, from: u8, occupied: B) -> B {
        let mut to = B::EMPTY;
        let mut rest = directions;
        while rest != 0 {
            let direction = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let ray = self.ray(direction, from);
            let blockers = ray & occupied;
            // Up to and with the first blocker. Going down, the empty set has bit 0 as its last,
            // from which on everything is.
            let open =
                if direction < 4 { blockers.through_first() } else { B::from(blockers.last()) };
            to |= ray & open;
        }
        to
    }
}
