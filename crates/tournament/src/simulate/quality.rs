//! Figures about the pairings of an event that has been played.

use std::collections::HashMap;

use komadai_rules::Side;
use serde::{Deserialize, Serialize};

use crate::{
    Event, Points, Standings, Table,
    table::{Cell, Contestant},
};

/// What the pairings were like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Rounds published.
    pub rounds: u32,
    /// Games paired.
    pub games: usize,
    /// Pairings of two who had met.
    pub repeats: usize,
    /// Byes for somebody who had had one.
    pub second_byes: usize,
    /// Pairings of different scores.
    pub uneven: usize,
    /// The sum of their differences.
    pub uneven_points: Points,
    /// The largest of them.
    pub uneven_max: Points,
    /// Pairings in which one floated the same way as in the round before.
    pub floats_again: usize,
    /// The largest difference between games as sente and as gote.
    pub colour_difference_max: usize,
    /// Players whose difference is above two.
    pub colour_difference_above_two: usize,
    /// Times that somebody had the same side for the third time in a row.
    pub colour_rows: usize,
    /// Pairings within a club.
    pub same_club: usize,
    /// Spearman's correlation of the places with the ratings: 1 is perfect order.
    pub order: f64,
}

/// The figures of an event; `standings` are its standings.
pub fn quality(event: &Event, standings: &Standings) -> Quality {
    let start: HashMap<&str, Points> = standings
        .rankings
        .iter()
        .flat_map(|ranking| &ranking.rows)
        .map(|row| (row.entry.as_str(), row.start))
        .collect();
    let table = Table::new(
        event,
        crate::TableRules {
            start: &|entry| start.get(entry.id.as_str()).copied().unwrap_or_default(),
            forfeits_are_games: false,
        },
    );
    let mut quality =
        Quality { rounds: table.n_rounds, order: order(event, standings), ..Quality::default() };
    for (index, one) in table.contestants.iter().enumerate() {
        pairings(&table, index, one, &mut quality);
        sides(one, &mut quality);
    }
    quality
}

/// Counts each pairing at the one of the two with the lower index.
fn pairings(table: &Table, index: usize, one: &Contestant, quality: &mut Quality) {
    let mut met = Vec::new();
    let mut byes = 0;
    for (round, cell) in one.cells.iter().enumerate() {
        match cell {
            Cell::Bye => {
                byes += 1;
                quality.second_byes += usize::from(byes > 1);
            }
            Cell::Game(meeting) if meeting.opponent > index => {
                let Some(other) = table.contestants.get(meeting.opponent) else { continue };
                quality.games += 1;
                quality.repeats += usize::from(met.contains(&meeting.opponent));
                met.push(meeting.opponent);
                let (a, b) = (one.score_before(round), other.score_before(round));
                let difference = if a > b { a - b } else { b - a };
                quality.uneven += usize::from(a != b);
                quality.uneven_points += difference;
                quality.uneven_max = quality.uneven_max.max(difference);
                let again = floated(table, one, round) || floated(table, other, round);
                quality.floats_again += usize::from(again);
                quality.same_club += usize::from(one.club.is_some() && one.club == other.club);
            }
            _ => {}
        }
    }
}

/// Whether somebody floats in this round as in the one before.
fn floated(table: &Table, one: &Contestant, round: usize) -> bool {
    let float = |round: usize| {
        let Some(Cell::Game(meeting)) = one.cells.get(round) else { return None };
        let other = table.contestants.get(meeting.opponent)?;
        Some(one.score_before(round).cmp(&other.score_before(round)))
    };
    let now = float(round).filter(|float| float.is_ne());
    now.is_some() && round.checked_sub(1).and_then(float) == now
}

fn sides(one: &Contestant, quality: &mut Quality) {
    let sides: Vec<Side> = one
        .cells
        .iter()
        .filter_map(Cell::decided)
        .filter(|(meeting, verdict)| verdict.was_played() && !meeting.handicap)
        .map(|(meeting, _)| meeting.side)
        .collect();
    let sente = sides.iter().filter(|side| **side == Side::Sente).count();
    let difference = sente.abs_diff(sides.len() - sente);
    quality.colour_difference_max = quality.colour_difference_max.max(difference);
    quality.colour_difference_above_two += usize::from(difference > 2);
    quality.colour_rows += sides.windows(3).filter(|w| w[0] == w[1] && w[1] == w[2]).count();
}

/// Spearman's rank correlation, ties at their mean rank.
fn order(event: &Event, standings: &Standings) -> f64 {
    let rating: HashMap<&str, i32> =
        event.entries.iter().filter_map(|entry| Some((entry.id.as_str(), entry.rating?))).collect();
    let Some(ranking) = standings.rankings.first() else { return 0.0 };
    let rows: Vec<(f64, f64)> = ranking
        .rows
        .iter()
        .filter_map(|row| Some((row.place as f64, -f64::from(*rating.get(row.entry.as_str())?))))
        .collect();
    let places = ranks(rows.iter().map(|row| row.0).collect());
    let ratings = ranks(rows.iter().map(|row| row.1).collect());
    correlation(&places, &ratings)
}

fn ranks(values: Vec<f64>) -> Vec<f64> {
    let rank = |value: &f64| {
        let lower = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        lower as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| {
        a.iter().zip(b).map(|(x, y)| f(x - mean_a, y - mean_b)).sum::<f64>()
    };
    let spread = (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt();
    if spread == 0.0 { 0.0 } else { sum(&|x, y| x * y) / spread }
}
