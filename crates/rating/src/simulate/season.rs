//! A season of players whose strength is known.

use komadai_rules::{Grade, Odds};

use super::Dice;
use crate::{GradeTable, History, Points, Rating, grades_given, rate};

/// A day, in milliseconds.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Season {
    /// How many players.
    pub n_players: usize,
    /// How many games each plays, on the average.
    pub games_each: usize,
    /// How many days it lasts.
    pub days: u64,
    /// The mean of the true strengths, in rating points.
    pub mean: f64,
    /// Their spread.
    pub spread: f64,
    /// The share of players who say how strong they are, give or take two grades.
    pub declared: f64,
    /// The share of games with the handicap that §3.3 suggests, where it suggests one.
    pub handicaps: f64,
    /// What follows from everything else.
    pub seed: u64,
}

impl Default for Season {
    fn default() -> Self {
        Self {
            n_players: 2_000,
            games_each: 100,
            days: 180,
            mean: 1_250.0,
            spread: 400.0,
            declared: 0.7,
            handicaps: 0.4,
            seed: 20_260_101,
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeasonReport {
    /// How many games were played.
    pub n_games: usize,
    /// How many of them with a handicap.
    pub n_handicaps: usize,
    /// Spearman's correlation between rating and true strength.
    pub rank_correlation: f64,
    /// How far ratings are from the true strength, on the average.
    pub mean_error: f64,
    /// How many awards there were of each grade, the lowest first.
    pub awards: Vec<(Grade, usize)>,
    /// How many times somebody held a lower grade than before.
    pub n_lowered: usize,
    /// How many awards named a grade whose floor lies above the true strength.
    pub n_above_strength: usize,
    /// How many of those were more than one grade above.
    pub n_far_above: usize,
}

impl SeasonReport {
    /// How many grades were awarded.
    pub fn n_awards(&self) -> usize {
        self.awards.iter().map(|(_, n)| n).sum()
    }
}

struct Player {
    strength: f64,
    rating: Rating,
    rated_ms: u64,
    history: History,
    held: Option<Grade>,
}

/// Plays the season.
pub fn season(season: &Season, table: &GradeTable) -> SeasonReport {
    let mut dice = Dice(season.seed);
    let mut players: Vec<Player> = (0..season.n_players)
        .map(|_| {
            let strength = (season.mean + season.spread * dice.normal()).clamp(300.0, 2_900.0);
            let declared = (dice.unit() < season.declared).then(|| {
                let place = table.position(strength) + dice.normal() * 2.0;
                let place = (place.max(0.0) as usize).min(Grade::DECLARED_MAX.index());
                Grade::from_index(place).unwrap_or(Grade::LOWEST)
            });
            Player {
                strength,
                rating: Rating::starting_at(table.start(declared)),
                rated_ms: 0,
                history: History::default(),
                held: None,
            }
        })
        .collect();
    let mut report = SeasonReport {
        awards: Grade::all().map(|grade| (grade, 0)).collect(),
        ..SeasonReport::default()
    };
    let n_games = season.n_players * season.games_each / 2;
    for n in 0..n_games {
        let now_ms = season.days * DAY_MS * n as u64 / n_games as u64;
        let (a, b) = opponents(&mut dice, &players);
        play(&mut dice, season, table, &mut players, (a, b), now_ms, &mut report);
    }
    let strengths: Vec<f64> = players.iter().map(|player| player.strength).collect();
    let ratings: Vec<f64> = players.iter().map(|player| player.rating.rating).collect();
    report.rank_correlation = rank_correlation(&strengths, &ratings);
    let errors = strengths.iter().zip(&ratings).map(|(it, rated)| (it - rated).abs());
    report.mean_error = errors.sum::<f64>() / players.len().max(1) as f64;
    report
}

/// Somebody, and the nearest in rating of some who are there just then.
fn opponents(dice: &mut Dice, players: &[Player]) -> (usize, usize) {
    let a = dice.below(players.len());
    let rating = |n: usize| players.get(n).map_or(0.0, |player| player.rating.rating);
    let others: Vec<usize> = (0..6).map(|_| dice.below(players.len())).collect();
    let b = others
        .into_iter()
        .filter(|&b| b != a)
        .min_by(|&b, &c| (rating(a) - rating(b)).abs().total_cmp(&(rating(a) - rating(c)).abs()));
    (a, b.unwrap_or((a + 1) % players.len().max(1)))
}

fn play(
    dice: &mut Dice,
    season: &Season,
    table: &GradeTable,
    players: &mut [Player],
    (a, b): (usize, usize),
    now_ms: u64,
    report: &mut SeasonReport,
) {
    let Ok([one, other]) = players.get_disjoint_mut([a, b]) else { return };
    let shown = |player: &Player| player.held.unwrap_or_else(|| table.band(player.rating.rating));
    let (giver, taker) = if shown(one) >= shown(other) { (one, other) } else { (other, one) };
    let odds = Odds::suggested(shown(giver).apart(shown(taker)))
        .filter(|odds| dice.unit() < season.handicaps && grades_given(*odds).is_some());
    // What the handicap is truly worth is what the table says, for want of better.
    let worth = odds.and_then(grades_given).unwrap_or(0.0);
    let gap = table.lowered(giver.strength, worth) - taker.strength;
    let expected = 1.0 / (1.0 + 10_f64.powf(-gap / 400.0));
    let points = match dice.unit() {
        draw if draw < 0.015 => Points::Draw,
        _ if dice.unit() < expected => Points::Win,
        _ => Points::Loss,
    };
    let idle = |player: &Player| player.rating.after_idle(now_ms - player.rated_ms);
    let Some(after) = rate(idle(giver), idle(taker), points, odds, table) else { return };
    report.n_games += 1;
    report.n_handicaps += usize::from(odds.is_some());
    for (player, rating) in [(giver, after.0), (taker, after.1)] {
        player.rating = rating;
        player.rated_ms = now_ms;
        player.history.add(rating.rating, table);
        let before = player.held;
        if let Some((grade, _)) = player.history.earns(&rating, table)
            && player.held.is_none_or(|held| held < grade)
        {
            player.held = Some(grade);
            note(table, player, grade, report);
        }
        report.n_lowered += usize::from(player.held < before);
    }
}

/// Counts an award.
fn note(table: &GradeTable, player: &Player, grade: Grade, report: &mut SeasonReport) {
    if let Some((_, n)) = report.awards.get_mut(grade.index()) {
        *n += 1;
    }
    let above = grade.index() as f64 - table.position(player.strength);
    report.n_above_strength += usize::from(above > 0.0);
    report.n_far_above += usize::from(above > 1.0);
}

/// Spearman's: how far two orders of the same things agree, 1 when they are the same.
fn rank_correlation(xs: &[f64], ys: &[f64]) -> f64 {
    let ranks = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        let value = |n: usize| values.get(n).copied().unwrap_or_default();
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let mut ranks = vec![0.0; values.len()];
        for (rank, n) in order.into_iter().enumerate() {
            if let Some(slot) = ranks.get_mut(n) {
                *slot = rank as f64;
            }
        }
        ranks
    };
    let (xs, ys) = (ranks(xs), ranks(ys));
    let n = xs.len() as f64;
    let squares: f64 = xs.iter().zip(&ys).map(|(x, y)| (x - y).powi(2)).sum();
    1.0 - 6.0 * squares / (n * (n * n - 1.0)).max(1.0)
}
