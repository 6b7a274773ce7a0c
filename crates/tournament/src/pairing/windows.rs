//! Fields too large for one exact matching: time grows with the third power, memory with the
//! second.
//!
//! The field stands in a row in which the ideal opponents are neighbours. From its top a window is
//! matched exactly; the pairs whose both players stand in its upper part are kept, and everybody
//! else goes into the next window. So each pair that counts was chosen among all that lie within a
//! hundred places below it.

use crate::pairing::{Draw, Within, matching::Matrix};

/// The largest field that is matched as a whole.
pub(super) const WHOLE_MAX: usize = 600;

/// How many are matched at once, and how many of them stand in the upper part.
const WINDOW: usize = 400;
const KEPT: usize = 300;

/// The mate of each of the free ones; the vertex behind the last is the bye, if they are odd.
pub(super) fn solve(draw: &Draw<'_>, within: Within) -> Vec<usize> {
    let n = draw.free.len();
    let mut mates: Vec<usize> = (0..n + n % 2).collect();
    let mut pair = |a: usize, b: usize| {
        mates[a] = b;
        mates[b] = a;
    };
    let mut row = neighbours(draw, within);
    if n % 2 == 1
        && let Some(at) = (0..row.len()).min_by_key(|&at| draw.costs.bye(draw.free[row[at]]))
    {
        pair(row.remove(at), n);
    }
    // The last window has them all, so that nobody is left to whom nobody is near.
    while row.len() > WHOLE_MAX {
        let window: Vec<usize> = row.drain(..WINDOW).collect();
        let found = matched(draw, &window);
        let mut carried = Vec::new();
        for (i, &j) in found.iter().enumerate() {
            match (i < KEPT, j < KEPT) {
                (true, true) if i < j => pair(window[i], window[j]),
                (true, true) => {}
                _ => carried.push(window[i]),
            }
        }
        row.splice(..0, carried);
    }
    for (i, &j) in matched(draw, &row).iter().enumerate().filter(|(i, j)| i < *j) {
        pair(row[i], row[j]);
    }
    mates
}

/// The cheapest matching of these.
fn matched(draw: &Draw<'_>, row: &[usize]) -> Vec<usize> {
    Matrix::new(row.len(), |i, j| draw.costs.pair(draw.free[row[i]], draw.free[row[j]])).solve()
}

/// Places in `free`, the highest score first, and within a score so that those who should meet stand
/// beside each other.
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
