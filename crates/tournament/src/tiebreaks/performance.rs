//! The ratings of a player's opponents, and what the results against them are worth as a rating.

use crate::{
    Points, Table,
    table::{Cell, Contestant, Verdict},
    tiebreaks::TieBreak,
};

/// `aro`: the mean rating of the opponents one has played.
#[derive(Debug)]
pub(super) struct OpponentsRating;

impl TieBreak for OpponentsRating {
    fn name(&self) -> &'static str {
        "aro"
    }

    fn label(&self) -> &'static str {
        "ARO"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| Some(Points::whole(Against::of(table, one)?.mean())))
    }
}

/// `performance`: that mean, and what FIDE's table gives for the share of points.
#[derive(Debug)]
pub(super) struct Performance;

impl TieBreak for Performance {
    fn name(&self) -> &'static str {
        "performance"
    }

    fn label(&self) -> &'static str {
        "TPR"
    }

    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>> {
        super::each(table, tied, |one| {
            let against = Against::of(table, one)?;
            Some(Points::whole(against.mean() + against.difference()))
        })
    }
}

/// The games one has played against opponents with a rating.
struct Against {
    /// Their sum.
    ratings: i64,
    /// One at least.
    games: i64,
    /// A win is two.
    halves: i64,
}

impl Against {
    /// Nothing if nobody one has played has a rating.
    fn of(table: &Table, one: &Contestant) -> Option<Self> {
        let mut against = Self { ratings: 0, games: 0, halves: 0 };
        for (meeting, verdict) in one.cells.iter().filter_map(Cell::decided) {
            let opponent = table.contestants.get(meeting.opponent);
            let Some(rating) = opponent.and_then(|opponent| opponent.rating) else { continue };
            against.halves += match verdict {
                Verdict::Win => 2,
                Verdict::Draw => 1,
                Verdict::Loss => 0,
                Verdict::WinByNoShow | Verdict::NoShow => continue,
            };
            against.games += 1;
            against.ratings += i64::from(rating);
        }
        (against.games > 0).then_some(against)
    }

    /// Rounded to a whole number, halves up.
    fn mean(&self) -> i64 {
        (self.ratings * 2 + self.games).div_euclid(self.games * 2)
    }

    /// By how much the results say one is above the opponents.
    fn difference(&self) -> i64 {
        let percent = (self.halves * 100 + self.games) / (self.games * 2);
        match percent - 50 {
            above @ 0.. => at(above),
            below => -at(-below),
        }
    }
}

fn at(percent_above_half: i64) -> i64 {
    usize::try_from(percent_above_half)
        .ok()
        .and_then(|percent| DIFFERENCES.get(percent).copied())
        .unwrap_or(800)
}

/// The rating difference that FIDE's rating regulations (B.02, 8.1.1) give for 50, 51, … 100 per
/// cent of the points.
const DIFFERENCES: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];
