//! Which quiet moves have done well, in this search and in those before it.

use komadai_rules::{Move, Piece, Position, Side, Square, Variant};

/// Scores stay between this and its negative.
const MOST: i32 = 8_192;

/// Pairs of moves are counted in so many rows, one for the earlier move, of so many places, both
/// found by mixing: moves that are compared lie in one row, which is small.
const ROWS: usize = 256;
const ROW: usize = 4_096;

/// A move as the histories know it: what goes where. A drop is a kind of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Doing(u32);

impl Doing {
    /// A move that is made from this position.
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let (kind, is_drop) = match (mv.dropped(), mv.from()) {
            (Some(kind), _) => (kind.index(), 1),
            (None, Some(from)) => {
                let piece: Option<Piece> = position.piece_at(from);
                (piece.map_or(0, |piece| piece.kind.index()), 0)
            }
            (None, None) => (0, 0),
        };
        let what = (kind * 2 + is_drop) * 2 + usize::from(position.turn() == Side::Gote);
        Self((what * Square::COUNT + mv.to().index()) as u32 + 1)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is remembered of quiet moves.
#[derive(Debug)]
pub(crate) struct History {
    /// By what goes where.
    plain: Vec<i16>,
    /// The same in answer to a move, and as a continuation of one's own.
    pairs: Vec<i16>,
    /// The quiet move that last refuted each.
    counters: Vec<Option<Move>>,
}

impl History {
    pub(crate) fn new(variant: Variant) -> Self {
        let n = variant.kinds().len() * 4 * Square::COUNT + 1;
        Self { plain: vec![0; n], pairs: vec![0; ROWS * ROW], counters: vec![None; n] }
    }

    pub(crate) fn clear(&mut self) {
        self.plain.fill(0);
        self.pairs.fill(0);
        self.counters.fill(None);
    }

    fn pair(before: Doing, doing: Doing, salt: u32) -> usize {
        let row = (before.0 * 2 + salt).wrapping_mul(0x9E37_79B1) >> 16;
        let place = doing.0 ^ doing.0 >> 12;
        (row as usize & (ROWS - 1)) * ROW + (place as usize & (ROW - 1))
    }

    /// How well a quiet move has done, after the moves one and two plies ago.
    pub(crate) fn score(&self, doing: Doing, before: [Doing; 2]) -> i32 {
        let plain = i32::from(self.plain.get(doing.index()).copied().unwrap_or(0));
        let pairs = (0..).zip(before).map(|(salt, before)| {
            if before == Doing::default() {
                return 0;
            }
            i32::from(self.pairs[Self::pair(before, doing, salt)])
        });
        plain + pairs.sum::<i32>()
    }

    /// A quiet move was better than what was tried before it, or worse than what came after.
    pub(crate) fn learn(&mut self, doing: Doing, before: [Doing; 2], bonus: i32) {
        if let Some(score) = self.plain.get_mut(doing.index()) {
            move_towards(score, bonus);
        }
        for (salt, before) in (0..).zip(before) {
            if before != Doing::default() {
                move_towards(&mut self.pairs[Self::pair(before, doing, salt)], bonus);
            }
        }
    }

    /// The move that last refuted another.
    pub(crate) fn counter(&self, to: Doing) -> Option<Move> {
        self.counters.get(to.index()).copied().flatten()
    }

    pub(crate) fn set_counter(&mut self, to: Doing, mv: Move) {
        if let Some(counter) = self.counters.get_mut(to.index()) {
            *counter = Some(mv);
        }
    }
}

/// The farther a score has gone, the less it goes on.
fn move_towards(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / MOST).clamp(-MOST, MOST) as i16;
}
