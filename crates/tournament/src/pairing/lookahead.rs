//! Small fields with many rounds: not to pair today what leaves nobody new to meet later.
//!
//! Six players who meet as 1–2 3–4 5–6, then 1–4 3–6 5–2, then 1–6 3–2 5–4 cannot play a fourth
//! round without a repeat, because two odd triangles are left. So where the field is small, the
//! cheapest matching is only taken if the rounds to come can still be filled with new pairings;
//! otherwise the next cheapest is looked at, and so on.

use std::collections::BTreeSet;

use crate::pairing::{
    Draw, Request,
    cost::{Cost, Rule},
    matching::Matrix,
};

/// The largest field, the bye counted as one, that is looked at. Larger ones have somebody new
/// for everybody in any number of rounds that is played.
const FIELD_MAX: usize = 24;

/// So many matchings are looked at before the cheapest is taken after all.
const MATCHINGS_MAX: usize = 300;

/// So many steps are taken to see whether the rest can be filled; undecided then is yes.
const STEPS_MAX: u32 = 20_000;

/// The cheapest matching after which the rounds to come can be filled with new pairings.
pub(super) fn solve(request: &Request<'_>, draw: &Draw<'_>, matrix: &Matrix<'_>) -> Vec<usize> {
    let best = matrix.solve();
    let rounds_left = request.n_rounds.saturating_sub(request.round);
    if matrix.len() > FIELD_MAX || matrix.len() < 4 || rounds_left == 0 {
        return best;
    }
    let fresh = Fresh::new(draw, matrix);
    let repeats = repeats(&matrix.total(&best));
    // A player who has already run out of opponents cannot be helped, but the others can.
    let rounds = rounds_left.min(fresh.n_rounds_at_most().saturating_sub(1));
    if fresh.leaves(&best, rounds) {
        return best;
    }
    let mut queue = Queue::new(matrix, best.clone());
    for _ in 0..MATCHINGS_MAX {
        match queue.pop() {
            Some((cost, mates)) if self::repeats(&cost) == repeats => {
                if fresh.leaves(&mates, rounds) {
                    return mates;
                }
            }
            _ => break,
        }
    }
    best
}

/// What the look-ahead must not make worse.
fn repeats(cost: &Cost) -> [i32; 3] {
    [Rule::Forbidden, Rule::ByeAgain, Rule::Repeat].map(|rule| cost.of(rule))
}

/// Who could still meet whom for the first time, the bye being one of them.
struct Fresh {
    /// One bit for each possible opponent.
    opponents: Vec<u32>,
}

impl Fresh {
    fn new(draw: &Draw<'_>, matrix: &Matrix<'_>) -> Self {
        let n = matrix.len();
        let is_fresh = |i: usize, j: usize| match (draw.free.get(i), draw.free.get(j)) {
            (Some(&a), Some(&b)) => !draw.costs.have_met(a, b) && !draw.costs.is_forbidden(a, b),
            (Some(&one), None) | (None, Some(&one)) => draw.contender(one).without_playing == 0,
            (None, None) => false,
        };
        let opponents = (0..n).map(|i| {
            (0..n).filter(|&j| j != i && is_fresh(i, j)).fold(0u32, |bits, j| bits | 1 << j)
        });
        Self { opponents: opponents.collect() }
    }

    /// Nobody can play more rounds than there are new opponents for everybody.
    fn n_rounds_at_most(&self) -> u32 {
        self.opponents.iter().map(|bits| bits.count_ones()).min().unwrap_or(0)
    }

    /// Whether so many rounds of new pairings are left after this one.
    fn leaves(&self, mates: &[usize], rounds: u32) -> bool {
        let opponents = self.opponents.iter().zip(mates).map(|(bits, &mate)| bits & !(1 << mate));
        Fill { opponents: opponents.collect(), steps: 0 }.can_fill(rounds, 0)
    }
}

/// Looks for rounds that fill up what is left.
struct Fill {
    opponents: Vec<u32>,
    steps: u32,
}

impl Fill {
    /// Whether so many rounds can be filled. Rounds may be taken in the order of the first
    /// player's opponents, so only those from `first_from` on are looked at.
    fn can_fill(&mut self, rounds: u32, first_from: u32) -> bool {
        if rounds == 0 {
            return true;
        }
        let least = self.opponents.iter().map(|bits| bits.count_ones()).min().unwrap_or(0);
        if least < rounds {
            return false;
        }
        // Dirac: with half of the field or more to choose from, there is always a round.
        if (least - rounds + 1) as usize * 2 >= self.opponents.len() {
            return true;
        }
        let everybody = u32::MAX >> (32 - self.opponents.len() as u32);
        let first = self.opponents.first().copied().unwrap_or(0)
            & (u32::MAX.checked_shl(first_from).unwrap_or(0));
        each_bit(first).any(|mate| {
            let unpaired = everybody & !1 & !(1 << mate);
            self.without(0, mate, |fill| fill.can_pair(unpaired, rounds, mate + 1))
        })
    }

    /// Whether those can be paired, and the rounds after that filled too.
    fn can_pair(&mut self, unpaired: u32, rounds: u32, first_from: u32) -> bool {
        self.steps += 1;
        if self.steps > STEPS_MAX {
            return true;
        }
        // The one with the fewest opponents left is paired first.
        let choices = |i: u32| self.opponents.get(i as usize).map_or(0, |bits| bits & unpaired);
        let Some(hardest) = each_bit(unpaired).min_by_key(|&i| choices(i).count_ones()) else {
            return self.can_fill(rounds - 1, first_from);
        };
        each_bit(choices(hardest)).any(|mate| {
            let rest = unpaired & !(1 << hardest) & !(1 << mate);
            self.without(hardest, mate, |fill| fill.can_pair(rest, rounds, first_from))
        })
    }

    /// Asks with one pairing used up.
    fn without(&mut self, a: u32, b: u32, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let flip = |fill: &mut Self| {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(bits) = fill.opponents.get_mut(one as usize) {
                    *bits ^= 1 << other;
                }
            }
        };
        flip(self);
        let answer = ask(self);
        flip(self);
        answer
    }
}

fn each_bit(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// Matchings from the cheapest on (Murty's way: every matching but the best contains the first
/// k pairs of the best and lacks the next one, for exactly one k).
struct Queue<'m> {
    matrix: &'m Matrix<'m>,
    /// Ordered by cost; the number keeps two of the same cost apart.
    open: BTreeSet<(Cost, usize)>,
    parts: Vec<Part>,
}

/// All matchings with some pairs and without others.
#[derive(Clone, Debug)]
struct Part {
    with: Vec<(usize, usize)>,
    without: Vec<(usize, usize)>,
    /// The cheapest of them.
    mates: Vec<usize>,
}

impl<'m> Queue<'m> {
    fn new(matrix: &'m Matrix<'m>, best: Vec<usize>) -> Self {
        let mut queue = Self { matrix, open: BTreeSet::new(), parts: Vec::new() };
        queue.push(Part { with: Vec::new(), without: Vec::new(), mates: best });
        queue
    }

    fn push(&mut self, part: Part) {
        let cost = self.matrix.total(&part.mates);
        self.open.insert((cost, self.parts.len()));
        self.parts.push(part);
    }

    /// The next cheapest matching.
    fn pop(&mut self) -> Option<(Cost, Vec<usize>)> {
        let (cost, number) = self.open.pop_first()?;
        let part = self.parts.get(number)?.clone();
        let mut with = part.with.clone();
        for (i, &j) in part.mates.iter().enumerate().filter(|(i, j)| i < *j) {
            if with.contains(&(i, j)) {
                continue;
            }
            let mut without = part.without.clone();
            without.push((i, j));
            if let Some(mates) = self.cheapest(&with, &without) {
                self.push(Part { with: with.clone(), without, mates });
            }
            with.push((i, j));
        }
        Some((cost, part.mates))
    }

    fn cheapest(&self, with: &[(usize, usize)], without: &[(usize, usize)]) -> Option<Vec<usize>> {
        let mut matrix = self.matrix.clone();
        for &(i, j) in with {
            for k in 0..matrix.len() {
                if k != i && k != j {
                    matrix.strike(i, k);
                    matrix.strike(j, k);
                }
            }
        }
        for &(i, j) in without {
            matrix.strike(i, j);
        }
        let mates = matrix.solve();
        let ok = mates.iter().enumerate().all(|(i, &j)| !matrix.is_struck(i, j));
        ok.then_some(mates)
    }
}
