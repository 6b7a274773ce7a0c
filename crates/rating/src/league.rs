//! The league of programs: who of those that wait should meet when the moment comes.
//!
//! The differences in rating are as small as possible overall. Programs that sat out last time do
//! not sit out again, and those that have just met do not meet again, where that can be avoided.

use std::collections::BTreeMap;

/// How many of those next in rating may be met, on each side.
const NEIGHBOURS: usize = 8;

/// What meeting the last opponent again is worth, in rating points: more than any difference.
const REMATCH: f64 = 1e6;

/// What sitting out once more is worth: more than any meetings.
const SITS_OUT: f64 = 1e10;

/// A program that waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The rating in its pool.
    pub rating: f64,
    /// How often it has sat out since its last game.
    pub sat_out: u32,
}

/// Who meets whom, by their places among those that wait.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The games, those of the lowest in rating first.
    pub games: Vec<(usize, usize)>,
    /// Who continues waiting.
    pub out: Vec<usize>,
}

/// What becomes of one in the order of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Becomes {
    /// It meets somebody before it, and so needs nothing more.
    Met,
    /// It meets who is so many places behind it.
    Meets(usize),
    SitsOut,
}

/// Which of the next in order have met somebody, a bit each from the present one on, and whether
/// somebody sits out.
type State = (u32, bool);

/// The cheapest way to a state.
#[derive(Clone, Copy, Debug)]
struct Way {
    cost: f64,
    from: State,
    becomes: Becomes,
}

/// Pairs those that wait, for so many games at most. `have_met` says of two whether each other's
/// last opponent was the other.
pub fn pair(
    waiting: &[Candidate],
    games_max: usize,
    have_met: impl Fn(usize, usize) -> bool,
) -> Pairing {
    let mut order: Vec<(usize, Candidate)> = waiting.iter().copied().enumerate().collect();
    // Where not all can play, who has sat out longest does.
    let seats = games_max.saturating_mul(2);
    let mut out = Vec::new();
    if seats < order.len() {
        order.sort_by_key(|(place, it)| (std::cmp::Reverse(it.sat_out), *place));
        out.extend(order.split_off(seats).into_iter().map(|(place, _)| place));
    }
    order.sort_by(|(a, one), (b, other)| one.rating.total_cmp(&other.rating).then(a.cmp(b)));
    let mut pairing = cheapest(&order, have_met);
    pairing.out.extend(out);
    pairing.out.sort_unstable();
    pairing
}

/// The pairing of all of these that costs least; of an odd number one sits out.
fn cheapest(order: &[(usize, Candidate)], have_met: impl Fn(usize, usize) -> bool) -> Pairing {
    let is_odd = !order.len().is_multiple_of(2);
    let mut levels: Vec<BTreeMap<State, Way>> = Vec::with_capacity(order.len());
    let mut reached: BTreeMap<State, f64> = BTreeMap::from([((0, false), 0.0)]);
    for (n, (place, own)) in order.iter().enumerate() {
        let mut next: BTreeMap<State, Way> = BTreeMap::new();
        for (&from, &cost) in &reached {
            let (mask, sits_out) = from;
            let mut go = |to: State, more: f64, becomes: Becomes| {
                let way = Way { cost: cost + more, from, becomes };
                let known = next.entry(to).or_insert(way);
                if way.cost < known.cost {
                    *known = way;
                }
            };
            if mask & 1 != 0 {
                go((mask >> 1, sits_out), 0.0, Becomes::Met);
                continue;
            }
            for distance in 1..=NEIGHBOURS {
                let bit = 1 << distance;
                let Some((other_place, other)) = order.get(n + distance) else { break };
                if mask & bit != 0 {
                    continue;
                }
                let rematch = if have_met(*place, *other_place) { REMATCH } else { 0.0 };
                let gap = (own.rating - other.rating).abs();
                go(((mask | bit) >> 1, sits_out), gap + rematch, Becomes::Meets(distance));
            }
            if is_odd && !sits_out {
                go((mask >> 1, true), SITS_OUT * f64::from(own.sat_out), Becomes::SitsOut);
            }
        }
        reached = next.iter().map(|(state, way)| (*state, way.cost)).collect();
        levels.push(next);
    }
    let mut pairing = Pairing::default();
    let mut state = (0, is_odd);
    for (n, level) in levels.iter().enumerate().rev() {
        // Neighbours can always meet, so the end is always reached.
        let Some(way) = level.get(&state) else { break };
        state = way.from;
        let place = |n: usize| order.get(n).map_or(n, |(place, _)| *place);
        match way.becomes {
            Becomes::Met => {}
            Becomes::Meets(distance) => pairing.games.push((place(n), place(n + distance))),
            Becomes::SitsOut => pairing.out.push(place(n)),
        }
    }
    pairing.games.reverse();
    pairing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those that wait as `1500` or, with how often they sat out, `1500/2`; who has just met, as
    /// `0-1`; and the games and who sits out.
    fn check(waiting: &str, met: &str, games_max: usize, games: &str, out: &[usize]) {
        let candidate = |text: &str| {
            let (rating, sat_out) = text.split_once('/').unwrap_or((text, "0"));
            Candidate { rating: rating.parse().unwrap(), sat_out: sat_out.parse().unwrap() }
        };
        let places = |text: &str| -> Vec<(usize, usize)> {
            let pair = |text: &str| {
                let (one, other) = text.split_once('-').unwrap();
                (one.parse().unwrap(), other.parse().unwrap())
            };
            text.split_whitespace().map(pair).collect()
        };
        let candidates: Vec<_> = waiting.split_whitespace().map(candidate).collect();
        let met = places(met);
        let have_met = |a, b| met.contains(&(a, b)) || met.contains(&(b, a));
        let found = pair(&candidates, games_max, have_met);
        assert_eq!(found, Pairing { games: places(games), out: out.to_vec() }, "{waiting}");
    }

    #[test]
    fn the_nearest_meet_and_nobody_meets_the_same_twice_or_waits_twice() {
        check("", "", 9, "", &[]);
        check("1500", "", 9, "", &[0]);
        check("1500 2900", "", 9, "0-1", &[]);
        check("1500 2500 1510 2400", "", 9, "0-2 3-1", &[]);
        // The gaps are the smallest in all, not one by one.
        check("1000 1100 1150 1250", "", 9, "0-1 2-3", &[]);
        // Programs that have just met meet others, however far away, unless only two wait.
        check("1000 1001 2000 2001", "0-1 2-3", 9, "0-2 1-3", &[]);
        check("1000 1001 2000 2001", "0-1", 9, "0-2 1-3", &[]);
        check("1000 1001", "0-1", 9, "0-1", &[]);
        // Of three the one sits out who is farthest away, unless it did so last time.
        check("1000 1001 2000", "", 9, "0-1", &[2]);
        check("1000 1001 2000/1", "", 9, "1-2", &[0]);
        check("1000/1 1001/1 2000/2", "", 9, "1-2", &[0]);
        check("1000 1001/1 2000/1", "1-2", 9, "1-2", &[0]);
        // Where not all can play, who has waited longest does.
        check("1000 1001 1002/3 1003/3", "", 1, "2-3", &[0, 1]);
        check("1000 1001 1002", "", 0, "", &[0, 1, 2]);
    }

    #[test]
    fn many_are_paired_completely() {
        let mut seed = 20_261_123_u64;
        for n in [7, 64, 301] {
            let candidates: Vec<_> = (0..n)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    Candidate { rating: (seed >> 52) as f64, sat_out: 0 }
                })
                .collect();
            let found = pair(&candidates, n, |a, b| a / 2 == b / 2);
            let mut seen: Vec<_> = found.games.iter().flat_map(|&(a, b)| [a, b]).collect();
            seen.extend(&found.out);
            seen.sort_unstable();
            assert_eq!(seen, (0..n).collect::<Vec<_>>());
            assert!(found.games.iter().all(|&(a, b)| a / 2 != b / 2), "{found:?}");
        }
    }
}
