//! Quick pairing: who of those that wait for the same kind of game should meet.

/// How far apart two may be who have just come, in rating points.
const WINDOW: f64 = 80.0;

/// By how much the window grows with each second of waiting.
const WIDENS_PER_S: f64 = 12.0;

/// From then on anybody will do, in milliseconds of waiting.
const ANYBODY_AFTER_MS: u64 = 60_000;

/// How many of those next in rating are looked at, on each side.
const NEIGHBOURS: usize = 8;

/// Somebody who waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WaitingPlayer {
    /// The rating.
    pub rating: f64,
    /// Its deviation: somebody who is hardly known may meet anybody.
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
}

/// Who meets whom, by their places in `waiting`; players in no pair continue waiting. Those who may
/// not meet (one has blocked the other, or has just called off a game with them) never do.
///
/// The nearest in rating meet first. Each must lie in the window of the one who has waited longer,
/// which widens until after a minute anybody will do.
pub fn pair(
    waiting: &[WaitingPlayer],
    may_meet: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..waiting.len()).collect();
    let rating = |place: usize| waiting.get(place).map_or(0.0, |it| it.rating);
    order.sort_by(|&a, &b| rating(a).total_cmp(&rating(b)).then(a.cmp(&b)));

    let mut candidates = Vec::new();
    for (n, &a) in order.iter().enumerate() {
        for &b in order.iter().skip(n + 1).take(NEIGHBOURS) {
            let (Some(one), Some(other)) = (waiting.get(a), waiting.get(b)) else { continue };
            let gap = (one.rating - other.rating).abs();
            if gap <= one.window().max(other.window()) && may_meet(a, b) {
                let waited_ms = one.waited_ms.max(other.waited_ms);
                candidates.push((gap, std::cmp::Reverse(waited_ms), a.min(b), a.max(b)));
            }
        }
    }
    candidates
        .sort_by(|x, y| x.0.total_cmp(&y.0).then_with(|| (x.1, x.2, x.3).cmp(&(y.1, y.2, y.3))));

    let mut taken = vec![false; waiting.len()];
    let mut pairs = Vec::new();
    for (_, _, a, b) in candidates {
        let is_taken = |place: usize| taken.get(place).copied().unwrap_or(true);
        if is_taken(a) || is_taken(b) {
            continue;
        }
        for place in [a, b] {
            if let Some(slot) = taken.get_mut(place) {
                *slot = true;
            }
        }
        pairs.push((a, b));
    }
    pairs
}
