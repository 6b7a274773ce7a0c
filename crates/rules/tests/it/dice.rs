//! Numbers without pattern, the same in every run.

use komadai_rules::{Move, Position};

/// A sequence of numbers (splitmix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.roll() % n as u64) as usize
    }

    /// A legal move, if there is one; mostly a capture or a promotion where there are some, so
    /// that games come to strange positions.
    pub(crate) fn legal_move(&mut self, position: &Position) -> Option<Move> {
        let mut moves = position.legal_moves().to_vec();
        if moves.is_empty() {
            return None;
        }
        // Sorted, so that the same games are played whatever order the moves were made in.
        moves.sort();
        if self.below(3) == 0 {
            let sharp = |mv: &&Move| mv.promotes() || position.piece_at(mv.to()).is_some();
            let sharp: Vec<_> = moves.iter().filter(sharp).copied().collect();
            if !sharp.is_empty() {
                return Some(sharp[self.below(sharp.len())]);
            }
        }
        Some(moves[self.below(moves.len())])
    }
}

/// Whether the long versions of tests are asked for.
pub(crate) fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}
