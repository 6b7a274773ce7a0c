//! A season of players whose strength is known.

use komadai_rules::{Grade, Odds};

use super::{
    Dice,
    people::{Agreement, Kind, Person, people},
};
use crate::{
    DeclaredStrength, GradeTable, GradedGame, History, Points, Rating, grades_given, rate,
};

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
    /// The share of players who do not play honestly, of each such [`Kind`] alike.
    pub dishonest: f64,
    /// The share of players who are in a club, half of them in closed ones.
    pub clubs: f64,
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
            dishonest: 0.05,
            clubs: 0.04,
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
    /// Spearman's correlation between rating and true strength, of honest players.
    pub rank_correlation: f64,
    /// How far ratings of honest players are from the true strength, on the average.
    pub mean_error: f64,
    /// How far they are above it, on the average: a scale drifts when people begin lower or higher
    /// than they are, which no award can know.
    pub drift: f64,
    /// How many awards there were of each grade to honest players, the lowest first.
    pub awards: Vec<(Grade, usize)>,
    /// How many times somebody held a lower grade than before.
    pub n_lowered: usize,
    /// How many awards to honest players named a grade whose floor lies above the true strength.
    pub n_above_strength: usize,
    /// How many of those were more than one grade above.
    pub n_far_above: usize,
    /// How many grades honest players hold at the end below the one of their true strength, with
    /// the drift of the scale, on the average; without a grade it is one below the lowest.
    pub mean_behind_on_scale: f64,
    /// What came of each kind of players.
    pub kinds: Vec<(Kind, KindReport)>,
}

/// What came of one kind of players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KindReport {
    /// How many there were.
    pub n_players: usize,
    /// How many grades they were awarded.
    pub n_awards: usize,
    /// How many of those were unearned: more than one grade above the true strength.
    pub n_unearned: usize,
    /// How many players have no grade at the end.
    pub n_without: usize,
    /// How many grades they hold at the end below the one of their true strength, on the average;
    /// without a grade it is one below the lowest.
    pub mean_behind: f64,
}

impl SeasonReport {
    /// How many grades were awarded to honest players.
    pub fn n_awards(&self) -> usize {
        self.awards.iter().map(|(_, n)| n).sum()
    }
}

/// Somebody during the season.
pub(super) struct Player {
    pub(super) person: Person,
    pub(super) rating: Rating,
    pub(super) rated_ms: u64,
    pub(super) history: History,
    pub(super) held: Option<Grade>,
}

impl Player {
    /// Before the first game.
    pub(super) fn new(person: Person, table: &GradeTable) -> Self {
        let declared = person.declared.map(DeclaredStrength::Grade);
        Self {
            rating: declared
                .map_or_else(|| Rating::starting_at(table.start()), |it| it.begin(table)),
            person,
            rated_ms: 0,
            history: History::default(),
            held: None,
        }
    }

    /// How many grades the one that is held is below that of the true strength, on a scale that
    /// has drifted.
    fn behind(&self, drift: f64, table: &GradeTable) -> f64 {
        let held = self.held.map_or(-1.0, |held| held.index() as f64);
        table.band(self.person.strength + drift).index() as f64 - held
    }
}

/// Plays the season.
pub fn season(season: &Season, table: &GradeTable) -> SeasonReport {
    let mut dice = Dice(season.seed);
    let mut players: Vec<Player> = people(&mut dice, season, table)
        .into_iter()
        .map(|person| Player::new(person, table))
        .collect();
    let mut report = SeasonReport {
        awards: Grade::all().map(|grade| (grade, 0)).collect(),
        kinds: Kind::ALL.into_iter().map(|kind| (kind, KindReport::default())).collect(),
        ..SeasonReport::default()
    };
    for player in &players {
        kind_report(&mut report, player.person.kind).n_players += 1;
    }
    let n_games = season.n_players * season.games_each / 2;
    for n in 0..n_games {
        let now_ms = season.days * DAY_MS * n as u64 / n_games as u64;
        let (a, b, agreed) = opponents(&mut dice, &players, 2 * n < n_games);
        let meeting = Meeting { pair: (a, b), agreed, handicaps: season.handicaps, now_ms };
        let Some(played) = play(&mut dice, table, &mut players, &meeting) else { continue };
        report.n_games += 1;
        report.n_handicaps += usize::from(played.has_handicap);
        for n in [a, b] {
            let Some(before) = players.get(n).filter(|_| played.counts) else { continue };
            let (person, held) = (before.person, before.held);
            if let Some(earned) = award(table, &mut players, n) {
                report_award(&mut report, table, &person, (held, earned));
            }
        }
    }
    let honest = || players.iter().filter(|player| player.person.kind == Kind::Honest);
    let strengths: Vec<f64> = honest().map(|player| player.person.strength).collect();
    let ratings: Vec<f64> = honest().map(|player| player.rating.rating).collect();
    report.rank_correlation = rank_correlation(&strengths, &ratings);
    let errors = strengths.iter().zip(&ratings).map(|(it, rated)| (it - rated).abs());
    let drifts = strengths.iter().zip(&ratings).map(|(it, rated)| rated - it);
    report.drift = mean(drifts);
    let drift = report.drift;
    report.mean_behind_on_scale = mean(honest().map(|player| player.behind(drift, table)));
    for (kind, of_kind) in &mut report.kinds {
        let all = || players.iter().filter(|player| player.person.kind == *kind);
        of_kind.n_without = all().filter(|player| player.held.is_none()).count();
        of_kind.mean_behind = mean(all().map(|player| player.behind(0.0, table)));
    }
    report.mean_error = mean(errors);
    report
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (n, sum) = values.fold((0_usize, 0.0), |(n, sum), value| (n + 1, sum + value));
    sum / n.max(1) as f64
}

fn kind_report(report: &mut SeasonReport, kind: Kind) -> &mut KindReport {
    let place = Kind::ALL.iter().position(|it| *it == kind).unwrap_or_default();
    &mut report.kinds[place].1
}

/// Who plays next, and what they have agreed on. Among those who play with everybody it is
/// somebody, and the nearest in rating of some who are there just then.
fn opponents(
    dice: &mut Dice,
    players: &[Player],
    is_first_half: bool,
) -> (usize, usize, Option<Agreement>) {
    let a = dice.below(players.len());
    let Some(one) = players.get(a) else { return (0, 0, None) };
    if one.person.plays_in_group(dice) {
        let (from, n) = one.person.group;
        let b = from + (a - from + 1 + dice.below(n - 1)) % n;
        return (a, b, one.person.agreed(dice, a, b));
    }
    let rating = |n: usize| players.get(n).map_or(0.0, |player| player.rating.rating);
    let others: Vec<usize> = (0..6).map(|_| dice.below(players.len())).collect();
    let is_there = |b: usize| players.get(b).is_some_and(|it| !it.person.kind.is_closed());
    let b = others
        .into_iter()
        .filter(|&b| b != a && is_there(b))
        .min_by(|&b, &c| (rating(a) - rating(b)).abs().total_cmp(&(rating(a) - rating(c)).abs()));
    let Some(b) = b else { return (a, a, None) };
    // In the first half of the season sandbaggers throw away what they can.
    let throws = |n: usize| {
        players.get(n).is_some_and(|it| it.person.kind == Kind::Sandbagger) && is_first_half
    };
    let agreed = match (throws(a), throws(b)) {
        (true, false) if dice.unit() < 0.7 => Some(Agreement { winner: b, plies: 40 }),
        (false, true) if dice.unit() < 0.7 => Some(Agreement { winner: a, plies: 40 }),
        _ => None,
    };
    (a, b, agreed)
}

/// How a game is set up.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) pair: (usize, usize),
    pub(super) agreed: Option<Agreement>,
    /// How likely it has the handicap that §3.3 suggests.
    pub(super) handicaps: f64,
    pub(super) now_ms: u64,
}

/// What a game was.
pub(super) struct PlayedGame {
    pub(super) has_handicap: bool,
    /// Whether it was long enough for grades.
    pub(super) counts: bool,
}

/// Two play and are rated.
pub(super) fn play(
    dice: &mut Dice,
    table: &GradeTable,
    players: &mut [Player],
    meeting: &Meeting,
) -> Option<PlayedGame> {
    let Meeting { pair: (a, b), agreed, handicaps, now_ms } = *meeting;
    let Ok([one, other]) = players.get_disjoint_mut([a, b]) else { return None };
    let shown = |player: &Player| player.held.unwrap_or_else(|| table.band(player.rating.rating));
    let one_gives = shown(one) >= shown(other);
    let (giver, taker) = if one_gives { (one, other) } else { (other, one) };
    let (giver_n, taker_n) = if one_gives { (a, b) } else { (b, a) };
    let odds = Odds::suggested(shown(giver).apart(shown(taker))).filter(|odds| {
        agreed.is_none() && dice.unit() < handicaps && grades_given(*odds).is_some()
    });
    // What the handicap is truly worth is what the table says, for want of better.
    let worth = odds.and_then(grades_given).unwrap_or(0.0);
    let gap = table.lowered(giver.person.strength, worth) - taker.person.strength;
    let expected = 1.0 / (1.0 + 10_f64.powf(-gap / 400.0));
    let points = match &agreed {
        Some(agreed) if agreed.winner == giver_n => Points::Win,
        Some(_) => Points::Loss,
        None => match dice.unit() {
            draw if draw < 0.015 => Points::Draw,
            _ if dice.unit() < expected => Points::Win,
            _ => Points::Loss,
        },
    };
    // One game in twenty is over early: somebody blunders, or has to go.
    let plies = agreed.map_or_else(
        || if dice.unit() < 0.05 { 20 } else { 60 + dice.below(90) as u32 },
        |agreed| agreed.plies,
    );
    let idle = |player: &Player| player.rating.after_idle(now_ms - player.rated_ms);
    let before = (idle(giver), idle(taker));
    let after = rate(before.0, before.1, points, odds, table)?;
    let grades = (giver.held, taker.held);
    for (player, rating, points, opponent, (opponent_rating, opponent_grade), gave) in [
        (&mut *giver, after.0, points, taker_n, (before.1, grades.1), odds.is_some()),
        (&mut *taker, after.1, points.other(), giver_n, (before.0, grades.0), false),
    ] {
        player.rating = rating;
        player.rated_ms = now_ms;
        let game = GradedGame {
            after: rating.rating,
            plies,
            points,
            opponent: opponent as u128,
            opponent_rating: opponent_rating.rating,
            opponent_deviation: opponent_rating.deviation,
            opponent_grade,
            odds,
            gave,
        };
        player.history.add(game, table);
    }
    Some(PlayedGame { has_handicap: odds.is_some(), counts: plies >= table.evidence().plies })
}

/// Awards what the games of a player earn.
pub(super) fn award(table: &GradeTable, players: &mut [Player], n: usize) -> Option<Grade> {
    let player = players.get(n)?;
    let held = player.held;
    // Nothing is earned below the floor; most games end here.
    if held.is_some_and(|held| table.band(player.rating.rating) <= held) {
        return None;
    }
    let mut history = player.history.clone();
    history.settle(table, |opponent| players.get(opponent as usize).map(|it| it.rating));
    let earned = history.earns(held, &player.rating, table)?.grade;
    players.get_mut(n)?.held = Some(earned);
    Some(earned)
}

/// Writes down that somebody who held one grade was awarded another.
fn report_award(
    report: &mut SeasonReport,
    table: &GradeTable,
    person: &Person,
    (held, earned): (Option<Grade>, Grade),
) {
    report.n_lowered += usize::from(held.is_some_and(|held| earned < held));
    let above = earned.index() as f64 - table.position(person.strength);
    let of_kind = kind_report(report, person.kind);
    of_kind.n_awards += 1;
    of_kind.n_unearned += usize::from(above > 1.0);
    if person.kind != Kind::Honest {
        return;
    }
    if let Some((_, n)) = report.awards.get_mut(earned.index()) {
        *n += 1;
    }
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
