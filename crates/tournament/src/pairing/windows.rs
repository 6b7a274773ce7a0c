//! Fields too large for one exact matching: time grows with the third power, memory with the
//! second.
//!
//! The field is placed in a row in which ideal opponents are neighbours. From its top a window is
//! matched exactly; the pairs with both players in its upper part are kept, and everybody else goes
//! into the next window. So each pair that counts was chosen among all that are within a hundred
//! places below it.

use crate::pairing::{Draw, Within, matching::Matrix};

/// How a long row is matched.
#[derive(Clone, Copy)]
pub(crate) struct Windows {
    /// The longest row that is matched as a whole.
    pub(crate) whole_max: usize,
    /// How many are matched at once.
    pub(crate) size: usize,
    /// How many of them stand in the upper part.
    pub(crate) kept: usize,
}

/// Of rounds.
const ROUND: Windows = Windows { whole_max: WHOLE_MAX, size: 400, kept: 300 };

/// The largest field that is matched as a whole.
pub(super) const WHOLE_MAX: usize = 600;

impl Windows {
    /// Pairs out of a row. `matched` has the mate of each of those it is given, by their places
    /// among them.
    pub(crate) fn pairs(
        self,
        mut row: Vec<usize>,
        matched: &dyn Fn(&[usize]) -> Vec<Option<usize>>,
    ) -> Vec<(usize, usize)> {
        let mut pairs = Vec::with_capacity(row.len() / 2);
        // The last window has them all, so that nobody is left to whom nobody is near.
        while row.len() > self.whole_max {
            let window: Vec<usize> = row.drain(..self.size).collect();
            let mut carried = Vec::new();
            for (i, mate) in matched(&window).into_iter().enumerate() {
                match mate {
                    Some(j) if i < self.kept && j < self.kept => {
                        pairs.extend((i < j).then_some((window[i], window[j])));
                    }
                    _ => carried.push(window[i]),
                }
            }
            if carried.len() == window.len() {
                // None of them can meet: the others continue without them.
                continue;
            }
            row.splice(..0, carried);
        }
        let last = matched(&row);
        let last = last.into_iter().enumerate().filter_map(|(i, mate)| Some((i, mate?)));
        pairs.extend(last.filter(|(i, j)| i < j).map(|(i, j)| (row[i], row[j])));
        pairs
    }
}

/// The mate of each of the free ones; the vertex behind the last is the bye, if they are odd.
pub(super) fn solve(draw: &Draw<'_>, within: Within) -> Vec<usize> {
    let n = draw.free.len();
    let mut row = neighbours(draw, within);
    let mut pairs = Vec::with_capacity(n / 2 + 1);
    if n % 2 == 1
        && let Some(at) = (0..row.len()).min_by_key(|&at| draw.costs.bye(draw.free[row[at]]))
    {
        pairs.push((row.remove(at), n));
    }
    pairs.extend(ROUND.pairs(row, &|row| matched(draw, row)));
    let mut mates: Vec<usize> = (0..n + n % 2).collect();
    for (a, b) in pairs {
        mates[a] = b;
        mates[b] = a;
    }
    mates
}

/// The cheapest matching of these.
fn matched(draw: &Draw<'_>, row: &[usize]) -> Vec<Option<usize>> {
    let cost = |i: usize, j: usize| draw.costs.pair(draw.free[row[i]], draw.free[row[j]]);
    Matrix::new(row.len(), cost).solve().into_iter().map(Some).collect()
}

/// Places in `free`, the highest score first, and within a score so that those who should meet stand
/// next to each other.
fn neighbours(draw: &Draw<'_>, within: Within) -> Vec<usize> {
    let score = |at: &usize| draw.contender(draw.free[*at]).score;
    let places: Vec<usize> = (0..draw.free.len()).collect();
    let mut row = Vec::with_capacity(places.len());
    for group in places.chunk_by(|a, b| score(a) == score(b)) {
        let half = group.len() / 2;
        let (upper, lower) = group.split_at(half);
        match within {
            // The last of an odd group stands at its end, next to the group below.
            Within::Slide => {
                row.extend(upper.iter().zip(lower).flat_map(|(&a, &b)| [a, b]));
                row.extend(lower.get(half));
            }
            Within::Fold => {
                let (paired, last) = group.split_at(half * 2);
                let (upper, lower) = paired.split_at(half);
                row.extend(upper.iter().zip(lower.iter().rev()).flat_map(|(&a, &b)| [a, b]));
                row.extend(last);
            }
            Within::Adjacent | Within::Random => row.extend(group),
        }
    }
    row
}
