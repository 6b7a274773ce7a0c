//! Whole seconds, of clocks that count milliseconds.
//!
//! A program adds up the seconds it receives and knows nothing finer. They are chosen so that its
//! clock is never ahead of the server's, and less than a second behind: it does not lose by
//! believing that it has time.

use komadai_protocol::MoveTold;
use komadai_rules::{BySide, Side};

use super::terms::Terms;

/// What programs believe to stand on both clocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seconds {
    believed_ms: BySide<u64>,
    increment_ms: u64,
}

/// What a move cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) side: Side,
    /// How long was thought, less what the network took, in milliseconds.
    pub(super) charged_ms: u64,
    /// The main time after it, in milliseconds.
    pub(super) main_ms: u64,
    /// Whether it is the side's first move, which may be free.
    pub(super) is_first: bool,
}

impl Cost {
    pub(super) fn of(told: MoveTold<'_>, side: Side, is_first_free: bool) -> Self {
        Self {
            side,
            charged_ms: told.charged_ms.into(),
            main_ms: told.time.main_ms.into(),
            is_first: is_first_free && told.ply <= 2,
        }
    }
}

impl Seconds {
    pub(super) fn new(terms: &Terms) -> Self {
        let main_ms = u64::from(terms.total_s) * 1_000;
        Self {
            believed_ms: BySide { sente: main_ms, gote: main_ms },
            increment_ms: u64::from(terms.increment_s) * 1_000,
        }
    }

    /// The seconds of a move.
    pub(super) fn spend(&mut self, cost: Cost) -> u64 {
        let Cost { side, charged_ms, main_ms, is_first } = cost;
        let believed_ms = self.believed_ms[side] + self.increment_ms;
        let from_main = believed_ms.saturating_sub(main_ms).div_ceil(1_000);
        // In byoyomi the main time does not tell; what is free costs nothing.
        let in_byoyomi = if main_ms == 0 && !is_first { charged_ms / 1_000 } else { 0 };
        let seconds = from_main.max(in_byoyomi);
        self.believed_ms[side] = believed_ms.saturating_sub(seconds * 1_000);
        seconds
    }

    /// The seconds by which a side must be told that it is behind, if so much of its main time is
    /// left.
    pub(super) fn catch_up(&mut self, side: Side, main_ms: u64) -> u64 {
        let seconds = self.believed_ms[side].saturating_sub(main_ms).div_ceil(1_000);
        self.believed_ms[side] = self.believed_ms[side].saturating_sub(seconds * 1_000);
        seconds
    }

    /// Begins anew with so much main time, which is all that a program knows of either clock; the
    /// whole seconds of it.
    pub(super) fn start_at(&mut self, main_ms: u64) -> u32 {
        let total_s = u32::try_from(main_ms / 1_000).unwrap_or(u32::MAX);
        let main_ms = u64::from(total_s) * 1_000;
        self.believed_ms = BySide { sente: main_ms, gote: main_ms };
        total_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(total_s: u32, increment_s: u32, moves: &[(u64, u64)], expected: &[u64]) {
        let terms = Terms { total_s, increment_s, byoyomi_s: 0, max_moves: None };
        let mut seconds = Seconds::new(&terms);
        let mut told = Vec::new();
        for (n, &(charged_ms, main_ms)) in moves.iter().enumerate() {
            let is_first = n == 0;
            told.push(seconds.spend(Cost { side: Side::Gote, charged_ms, main_ms, is_first }));
            if main_ms > 0 {
                let believed_ms = seconds.believed_ms[Side::Gote];
                assert!(believed_ms <= main_ms && main_ms < believed_ms + 1_000, "{moves:?}");
            }
        }
        assert_eq!(told, expected, "{moves:?}");
    }

    #[test]
    fn a_program_is_never_ahead() {
        // The first is free; then 1.9 s each.
        check(
            10,
            0,
            &[(1_900, 10_000), (1_900, 8_100), (1_900, 6_200), (1_900, 4_300)],
            &[0, 2, 2, 2],
        );
        check(
            10,
            0,
            &[(0, 10_000), (300, 9_700), (300, 9_400), (300, 9_100), (300, 8_800)],
            &[0, 1, 0, 0, 1],
        );
        // Ten seconds more with each move.
        check(5, 10, &[(0, 15_000), (3_500, 21_500), (500, 31_000)], &[0, 4, 0]);
        // Into byoyomi, and in it.
        check(3, 0, &[(0, 3_000), (5_400, 0), (4_999, 0), (999, 0)], &[0, 5, 4, 0]);
        check(0, 0, &[(4_999, 0), (4_999, 0)], &[0, 4]);
    }

    #[test]
    fn who_comes_back_is_told_what_is_left() {
        for (total_s, increment_s, left_ms, late_s, cost) in [
            // Nothing was thought yet.
            (60, 0, 60_000, 0, (500, 59_500, 1)),
            (60, 0, 57_000, 3, (3_400, 56_600, 1)),
            (60, 0, 56_999, 4, (3_400, 56_600, 0)),
            (60, 10, 57_000, 3, (3_400, 66_600, 1)),
            // Less than all that it has: what is told never becomes less than nothing.
            (60, 0, 0, 60, (65_000, 0, 65)),
        ] {
            let terms = Terms { total_s, increment_s, byoyomi_s: 10, max_moves: None };
            let mut seconds = Seconds::new(&terms);
            let what = format!("{total_s} {increment_s} {left_ms}");
            assert_eq!(seconds.catch_up(Side::Sente, left_ms), late_s, "{what}");
            let (charged_ms, main_ms, expected) = cost;
            let cost = Cost { side: Side::Sente, charged_ms, main_ms, is_first: false };
            assert_eq!(seconds.spend(cost), expected, "{what}");
        }
    }

    #[test]
    fn a_new_start_is_the_same_for_both() {
        let terms = Terms { total_s: 60, increment_s: 0, byoyomi_s: 0, max_moves: None };
        let mut seconds = Seconds::new(&terms);
        assert_eq!(seconds.start_at(20_900), 20);
        let of = |side, main_ms| Cost { side, charged_ms: 5_000, main_ms, is_first: false };
        assert_eq!(seconds.spend(of(Side::Sente, 15_900)), 5);
        // The other side has more than a program can know.
        assert_eq!(seconds.spend(of(Side::Gote, 50_000)), 0);
        assert_eq!(seconds.spend(of(Side::Gote, 18_000)), 2);
    }
}
