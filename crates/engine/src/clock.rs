//! How much of the time on a clock a move is worth.

use std::time::Duration;

/// What passes between a move and its arrival on the clock.
const OVERHEAD: Duration = Duration::from_millis(60);

/// However little time there is, this much is used.
const LEAST: Duration = Duration::from_millis(10);

/// So many more moves are reckoned with, early and late in a game.
const MOVES_LEFT: u32 = 36;

/// The time of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    pub(crate) main: Duration,
    pub(crate) byoyomi: Duration,
    pub(crate) increment: Duration,
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// After this no further depth is begun, unless the choice is in doubt.
    pub(crate) usual: Duration,
    /// After this it is broken off.
    pub(crate) most: Duration,
}

impl Budget {
    /// Exactly so long.
    pub(crate) fn exactly(time: Duration) -> Self {
        Self { usual: Duration::MAX, most: time }
    }

    /// What the clock allows, at that ply of the game.
    pub(crate) fn of(clock: Clock, ply: u32) -> Self {
        let Clock { main, byoyomi, increment } = clock;
        let in_hand = main.saturating_add(byoyomi).saturating_add(increment);
        let all = in_hand.saturating_sub(OVERHEAD).max(LEAST);
        // The opening is known best, and most games are decided in the middle.
        let left = if ply < 20 { MOVES_LEFT + 20 - ply } else { MOVES_LEFT };
        let share = main / left + increment * 3 / 4;
        // What byoyomi gives is lost if it is not used.
        let usual = share.saturating_add(byoyomi.mul_f64(0.9));
        let most = (share * 4).min(main.mul_f64(0.4).saturating_add(increment));
        let most = most.saturating_add(byoyomi).saturating_sub(OVERHEAD);
        let most = most.clamp(LEAST, all);
        // The next depth takes longer than all before it together.
        Self { usual: usual.mul_f64(0.65).min(most), most }
    }

    /// Whether a further depth is begun, after so much time and with the best move the same for so
    /// many depths.
    pub(crate) fn goes_on(&self, spent: Duration, steady: u32) -> bool {
        let doubt = match steady {
            0 => 1.8,
            1 => 1.3,
            2..=4 => 1.0,
            _ => 0.75,
        };
        self.usual == Duration::MAX || spent < self.usual.mul_f64(doubt).min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(main: u64, byoyomi: u64, increment: u64) -> Clock {
        let [main, byoyomi, increment] = [main, byoyomi, increment].map(Duration::from_secs);
        Clock { main, byoyomi, increment }
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for main in [0, 1, 5, 60, 3_600] {
            for byoyomi in [0, 1, 10, 60] {
                for increment in [0, 1, 10] {
                    let clock = seconds(main, byoyomi, increment);
                    for ply in [0, 10, 60, 300] {
                        let budget = Budget::of(clock, ply);
                        let all = Duration::from_secs(main + byoyomi + increment);
                        assert!(budget.most <= all.max(LEAST), "{clock:?}");
                        assert!(budget.usual <= budget.most, "{clock:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_of_ten_minutes_lasts_for_a_hundred_moves() {
        let mut main = Duration::from_secs(600);
        for n in 0..100 {
            let budget = Budget::of(Clock { main, ..Clock::default() }, 2 * n);
            main = main.saturating_sub(budget.usual);
        }
        assert!(main > Duration::from_secs(5), "{main:?}");
    }

    #[test]
    fn byoyomi_is_used() {
        let budget = Budget::of(seconds(0, 10, 0), 50);
        assert!(budget.usual > Duration::from_secs(5), "{budget:?}");
        assert!(budget.most > Duration::from_secs(9), "{budget:?}");
    }
}
