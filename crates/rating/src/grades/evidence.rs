//! What the games themselves must show for a grade (§6.4), so that it is not had from one friend.
//!
//! A rating believes every result; a few accounts that hand each other wins can move it as they
//! like. So an award also asks for results against several people that hardly anybody would make
//! who is a grade weaker.
//!
//! It is no proof against a person who has more accounts than [`EvidenceRule::opponents`] that play
//! with each other: they look like a club. That is for moderators to see.

use std::collections::BTreeMap;

use komadai_rules::{Grade, Odds};
use serde::{Deserialize, Serialize};

use super::{GradeTable, History};
use crate::{Points, Rating, grades_given};

/// How many grades below the floor somebody is who must hardly ever get so far.
const GRADES_WEAKER: f64 = 1.0;

/// An opponent counts as at most so many grades above the floor: one lucky win over somebody far
/// stronger, or over a rating that is far too high, must not stand for many.
const GRADES_ABOVE: f64 = 3.0;

/// As how many games that ended as expected one with a regular partner counts: it tells nothing,
/// and who plays many of them has to show the more in the others.
const REGULAR: f64 = 2.0;

/// Which games count for a grade, and what they must show. `config/grades.toml` says why.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EvidenceRule {
    /// Shorter games do not count, in plies.
    pub plies: u32,
    /// How many of the last games that count are looked at.
    pub games: u32,
    /// With how many different opponents there must be games among them. A grade may say that
    /// fewer are enough for whoever has not met so many.
    pub opponents: u32,
    /// Whether games with opponents whose ratings were uncertain count once those are certain, for
    /// whoever has met fewer than `opponents` people.
    pub settles: bool,
    /// Nobody is a regular partner who was met less often.
    pub partner_games: u32,
    /// How many opponents may be friends: without the games with those against whom the results
    /// were best, the others must still be as good as expected of somebody a grade weaker.
    pub friends: u32,
    /// How many standard deviations the points must be above those that somebody a grade weaker
    /// is expected to make.
    pub certainty: f64,
}

/// As in `config/grades.toml`: for tables that say nothing of it.
impl Default for EvidenceRule {
    fn default() -> Self {
        Self {
            plies: 30,
            games: 100,
            opponents: 10,
            settles: true,
            partner_games: 4,
            friends: 2,
            certainty: 1.5,
        }
    }
}

impl EvidenceRule {
    /// The name of what cannot be, if something cannot.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if self.opponents > self.games {
            return Err("opponents");
        }
        if !self.certainty.is_finite() {
            return Err("certainty");
        }
        Ok(())
    }
}

/// A rated game of standard shogi of one player, as far as grades need it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GradedGame {
    /// The rating after it.
    pub after: f64,
    /// How long it was.
    pub plies: u32,
    /// What the player won.
    pub points: Points,
    /// Who the opponent was, by whatever number.
    pub opponent: u128,
    /// The opponent's rating before it.
    pub opponent_rating: f64,
    /// And its deviation.
    pub opponent_deviation: f64,
    /// The grade that the opponent had earned by then.
    pub opponent_grade: Option<Grade>,
    /// The handicap.
    pub odds: Option<Odds>,
    /// Whether the player gave it.
    pub gave: bool,
}

impl GradedGame {
    /// The opponent's strength as the player met it: a handicap that the player gave makes the
    /// opponent stronger, one that was taken weaker.
    ///
    /// Among few people, ratings hang on what these have declared; so one who has earned no grade
    /// counts as at most 1-kyu there, and others as at most the grade they have earned.
    fn opposition(&self, table: &GradeTable, is_among_few: bool) -> f64 {
        let grades = self.odds.and_then(grades_given).unwrap_or(0.0);
        let proven = self.opponent_grade.max(Grade::kyu(1)).map(|grade| table.middle(grade));
        let most = proven.filter(|_| is_among_few).unwrap_or(f64::INFINITY);
        let rating = self.opponent_rating.min(most);
        table.lowered(rating, if self.gave { -grades } else { grades })
    }
}

/// What a player's games show for one grade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// How many games count.
    pub games: u32,
    /// With how many opponents they are.
    pub opponents: u32,
    /// How many opponents there are among all the games that were looked at.
    pub met: u32,
    /// How many of them were beaten.
    pub beaten: u32,
    /// The points made, a draw counting half.
    pub points: f64,
    /// The points that somebody a grade weaker is expected to make.
    pub expected: f64,
    /// Their variance.
    pub variance: f64,
    /// By how much the points are above those expected without the games with the opponents who
    /// may be friends.
    pub surplus_without_friends: f64,
}

impl Evidence {
    /// Of the games of `history` for `grade`.
    pub fn of(history: &History, grade: Grade, table: &GradeTable) -> Self {
        let floor = table.rules().get(grade.index()).map_or(0.0, |it| it.floor);
        let strongest = table.lowered(floor, -GRADES_ABOVE);
        let weaker = table.lowered(floor, GRADES_WEAKER);
        let weaker = Rating { deviation: 0.0, ..Rating::starting_at(weaker) };
        let games = history.games.iter().rev().take(table.evidence().games as usize);
        let meetings = Meetings::of(games.clone());
        let mut beaten = Vec::new();
        let mut surpluses: BTreeMap<u128, f64> = BTreeMap::new();
        let is_among_few = meetings.opponents.len() < table.evidence().opponents as usize;
        let mut evidence = Self { met: meetings.opponents.len() as u32, ..Self::default() };
        // What is not certain itself shows nothing; a declared strength is far from it.
        for game in games.filter(|it| it.opponent_deviation <= table.deviation_max()) {
            let opponent = Rating {
                deviation: game.opponent_deviation,
                ..Rating::starting_at(game.opposition(table, is_among_few).min(strongest))
            };
            let expected = weaker.expects(&opponent);
            let variance = expected * (1.0 - expected);
            if meetings.is_regular(game.opponent, table.evidence().partner_games) {
                evidence.variance += REGULAR * variance;
                continue;
            }
            evidence.variance += variance;
            evidence.games += 1;
            evidence.expected += expected;
            let points = match game.points {
                Points::Win => 1.0,
                Points::Draw => 0.5,
                Points::Loss => 0.0,
            };
            evidence.points += points;
            *surpluses.entry(game.opponent).or_default() += points - expected;
            if game.points == Points::Win {
                beaten.push(game.opponent);
            }
        }
        evidence.opponents = surpluses.len() as u32;
        evidence.beaten = different(beaten);
        let mut surpluses: Vec<f64> = surpluses.into_values().collect();
        surpluses.sort_by(f64::total_cmp);
        let n_others = surpluses.len().saturating_sub(table.evidence().friends as usize);
        evidence.surplus_without_friends = surpluses.iter().take(n_others).sum();
        evidence
    }

    /// Whether hardly anybody who is a grade weaker would have made so many points, and not with
    /// the help of a few.
    pub fn is_good(&self, rule: &EvidenceRule) -> bool {
        self.points >= self.expected + rule.certainty * self.variance.sqrt()
            && (rule.friends == 0 || self.surplus_without_friends >= 0.0)
    }

    /// Whether it is as much as is asked for a grade.
    pub fn is_enough(&self, grade: Grade, table: &GradeTable) -> bool {
        self.games >= table.games_in_all(self.met)
            && self.opponents >= table.opponents(grade, self.met)
            && self.is_good(table.evidence())
    }
}

/// How often a player has met whom.
struct Meetings {
    /// Opponents in order, and how often each was met.
    opponents: Vec<(u128, usize)>,
    /// How often opponents usually were met: the median.
    usual: usize,
}

impl Meetings {
    fn of<'a>(games: impl Iterator<Item = &'a GradedGame>) -> Self {
        let mut all: Vec<u128> = games.map(|game| game.opponent).collect();
        all.sort_unstable();
        let opponents: Vec<(u128, usize)> = all
            .chunk_by(|one, other| one == other)
            .filter_map(|games| Some((*games.first()?, games.len())))
            .collect();
        let mut often: Vec<usize> = opponents.iter().map(|(_, n)| *n).collect();
        often.sort_unstable();
        let usual = often.get(often.len() / 2).copied().unwrap_or(0);
        Self { opponents, usual }
    }

    /// Whether somebody was met more than half as often again as opponents usually were. In a club
    /// everybody meets the same people again and again, and none of them is.
    fn is_regular(&self, opponent: u128, games_min: u32) -> bool {
        let found = self.opponents.binary_search_by_key(&opponent, |(it, _)| *it);
        let n = found.ok().and_then(|place| self.opponents.get(place)).map_or(0, |(_, n)| *n);
        2 * n > 3 * self.usual && n >= games_min as usize
    }
}

fn different(mut all: Vec<u128>) -> u32 {
    all.sort_unstable();
    all.dedup();
    all.len() as u32
}
