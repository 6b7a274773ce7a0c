//! Quick pairing: who of those that search for a game should meet, and whose clock they play on
//! (§6.6).

use std::cmp::Reverse;

use crate::pools::MOVES;

/// How far apart two may be who have just come, in rating points.
const WINDOW: f64 = 80.0;

/// By how much the window grows with each second of waiting.
const WIDENS_PER_S: f64 = 12.0;

/// From then on anybody will do, in milliseconds of waiting.
const ANYBODY_AFTER_MS: u64 = 60_000;

/// From then on a clock next to one's own will do too, and whoever one has just met, in
/// milliseconds of waiting.
pub const NEXT_CLOCK_AFTER_MS: u64 = 20_000;

/// By what clocks may differ that are next to each other: so many times as long a game.
const NEXT_CLOCK_RATIO: u64 = 2;

/// How many of those next in rating are looked at, on each side.
const NEIGHBOURS: usize = 8;

/// Somebody who waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaitingPlayer {
    /// The rating.
    pub rating: f64,
    /// Its deviation: somebody who is hardly known may meet anybody. Infinite where nothing is
    /// known at all.
    pub deviation: f64,
    /// For how long, in milliseconds.
    pub waited_ms: u64,
}

impl WaitingPlayer {
    /// How far away an opponent may be, in rating points.
    fn window(&self) -> f64 {
        if self.waited_ms >= ANYBODY_AFTER_MS {
            return f64::INFINITY;
        }
        let certain = crate::PROVISIONAL_DEVIATION;
        let unknown = (self.deviation - certain).max(0.0);
        WINDOW + unknown + WIDENS_PER_S * self.waited_ms as f64 / 1000.0
    }

    fn is_known(&self) -> bool {
        self.deviation.is_finite()
    }
}

/// What the games are to each other that two players search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The same game.
    SameGame,
    /// The same game on a clock that is next to the other's: [`are_next`].
    NextClock,
    /// Either, but they have just been paired with each other: others go before.
    JustMet,
    /// They may not meet: the games differ, or one has blocked the other.
    Never,
}

/// How long a side is expected to think in a game, in milliseconds: all of its main time and of
/// what is added with each move, and half of each byoyomi.
pub fn expected_ms(main_ms: u64, added_ms: u64, byoyomi_ms: u64) -> u64 {
    main_ms + MOVES * (added_ms + byoyomi_ms / 2)
}

/// Whether two clocks are next to each other, by how long a side is expected to think on each: on
/// neither more than twice as long as on the other.
pub fn are_next(one_ms: u64, other_ms: u64) -> bool {
    one_ms.max(other_ms) <= NEXT_CLOCK_RATIO * one_ms.min(other_ms)
}

/// Who meets whom, by their places in `waiting`, in each pair first the one who has waited longer,
/// on whose clock they play. Players in no pair continue waiting.
///
/// The same game goes before one on another clock, and that before an opponent whom one has just
/// met; for these both must have waited. Then two of whom something is known go before others, and
/// the nearest in rating meet first. Each must lie in the window of the one who has waited longer,
/// which widens until after a minute anybody will do.
pub fn pair(waiting: &[WaitingPlayer], fit: impl Fn(usize, usize) -> Fit) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    let rating = |place: usize| waiting.get(place).map_or(0.0, |it| it.rating);
    order.sort_by(|&a, &b| rating(a).total_cmp(&rating(b)).then(a.cmp(&b)));

    let mut candidates = Vec::new();
    for (n, &a) in order.iter().enumerate() {
        let Some(one) = waiting.get(a) else { continue };
        let others = order.iter().skip(n + 1).filter_map(|&b| {
            let other = waiting.get(b)?;
            let fit = fit(a, b);
            let have_waited = one.waited_ms.min(other.waited_ms) >= NEXT_CLOCK_AFTER_MS;
            let fits = match fit {
                Fit::SameGame => true,
                Fit::NextClock | Fit::JustMet => have_waited,
                Fit::Never => false,
            };
            fits.then_some((b, other, fit))
        });
        for (b, other, fit) in others.take(NEIGHBOURS) {
            let gap = (one.rating - other.rating).abs();
            if gap > one.window().max(other.window()) {
                continue;
            }
            let is_guess = !(one.is_known() && other.is_known());
            let waited_ms = Reverse(one.waited_ms.max(other.waited_ms));
            // Numbers that are not negative are ordered as their bits are.
            let rank = (fit, is_guess, gap.to_bits(), waited_ms, a.min(b), a.max(b));
            candidates.push(rank);
        }
    }
    candidates.sort_unstable();

    let mut taken = vec![false; waiting.len()];
    let mut pairs = Vec::new();
    for (.., a, b) in candidates {
        let is_taken = |place: usize| taken.get(place).copied().unwrap_or(true);
        if is_taken(a) || is_taken(b) {
            continue;
        }
        for place in [a, b] {
            if let Some(slot) = taken.get_mut(place) {
                *slot = true;
            }
        }
        let waited_ms = |place: usize| waiting.get(place).map_or(0, |it| it.waited_ms);
        pairs.push(if waited_ms(a) >= waited_ms(b) { (a, b) } else { (b, a) });
    }
    pairs
}
