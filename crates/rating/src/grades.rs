//! Grades: what a player has once shown and keeps (§6).

mod evidence;

use std::collections::{BTreeSet, VecDeque};

use komadai_rules::Grade;
use serde::{Deserialize, Serialize};

pub use self::evidence::{Evidence, EvidenceRule, GradedGame};
use crate::Rating;

/// What earns a grade.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradeRule {
    /// Which.
    pub grade: Grade,
    /// The rating at which its band begins.
    pub floor: f64,
    /// How many games in a row must end with the rating at or above the floor.
    pub games: u32,
    /// How many in a row are enough when they end at or above the middle of the band.
    pub games_above_middle: u32,
    /// How many different opponents are enough for whoever has met fewer than
    /// [`EvidenceRule::opponents`] in all, as in a small club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponents: Option<u32>,
}

/// The rules for all grades.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawTable", into = "RawTable")]
pub struct GradeTable {
    raw: RawTable,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTable {
    /// Games that a grade needs, of those that count as evidence.
    games_in_all: u32,
    /// The same for whoever has met too few people for the usual number of opponents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games_of_few: Option<u32>,
    /// The rating must be as certain as this.
    deviation_max: f64,
    /// Which games count, and what they must show.
    #[serde(default)]
    evidence: EvidenceRule,
    /// Lowest first, all of them.
    grade: Vec<GradeRule>,
}

/// A table of grades that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradeTableError {
    /// A grade is missing, or they are out of order.
    #[error("grade number {0} of the table should be {1}")]
    Order(usize, Grade),
    /// Floors must rise.
    #[error("the floor of {0} is not above the one before it")]
    Floor(Grade),
    /// Nothing is earned by no games.
    #[error("{0} is earned by at least one game, and above the middle by no more than else")]
    Games(Grade),
    /// More games are needed than are looked at.
    #[error("games_in_all is more than evidence.games, which are looked at")]
    GamesInAll,
    /// Whoever has met few would need more opponents than everybody else.
    #[error("{0} asks for more opponents than evidence.opponents does")]
    Opponents(Grade),
    /// Whoever has met few would need more games than everybody else.
    #[error("games_of_few is more than games_in_all")]
    GamesOfFew,
    /// What is asked of the games cannot be found in them.
    #[error("evidence.{0} cannot be")]
    Evidence(&'static str),
}

impl TryFrom<RawTable> for GradeTable {
    type Error = GradeTableError;

    fn try_from(raw: RawTable) -> Result<Self, GradeTableError> {
        for (n, grade) in Grade::all().enumerate() {
            if raw.grade.get(n).is_none_or(|rule| rule.grade != grade) {
                return Err(GradeTableError::Order(n + 1, grade));
            }
        }
        let mut floor = f64::NEG_INFINITY;
        for rule in &raw.grade {
            // Not a number is not above anything either.
            if rule.floor.partial_cmp(&floor) != Some(std::cmp::Ordering::Greater) {
                return Err(GradeTableError::Floor(rule.grade));
            }
            if !(1..=rule.games).contains(&rule.games_above_middle) {
                return Err(GradeTableError::Games(rule.grade));
            }
            if rule.opponents.is_some_and(|it| it > raw.evidence.opponents) {
                return Err(GradeTableError::Opponents(rule.grade));
            }
            floor = rule.floor;
        }
        raw.evidence.check().map_err(GradeTableError::Evidence)?;
        if raw.games_in_all > raw.evidence.games {
            return Err(GradeTableError::GamesInAll);
        }
        if raw.games_of_few.is_some_and(|it| it > raw.games_in_all) {
            return Err(GradeTableError::GamesOfFew);
        }
        Ok(Self { raw })
    }
}

impl From<GradeTable> for RawTable {
    fn from(table: GradeTable) -> Self {
        table.raw
    }
}

impl GradeTable {
    /// The rules, the lowest grade's first.
    pub fn rules(&self) -> &[GradeRule] {
        &self.raw.grade
    }

    /// Games that a grade needs, of those that count as evidence, of somebody who has met so many
    /// people.
    pub fn games_in_all(&self, n_met: u32) -> u32 {
        let few = self.raw.games_of_few.filter(|_| n_met < self.evidence().opponents);
        few.unwrap_or(self.raw.games_in_all)
    }

    /// The greatest deviation with which a grade is earned.
    pub fn deviation_max(&self) -> f64 {
        self.raw.deviation_max
    }

    /// Which games count, and what they must show.
    pub fn evidence(&self) -> &EvidenceRule {
        &self.raw.evidence
    }

    /// How many different opponents a grade needs of somebody who has met so many.
    pub fn opponents(&self, grade: Grade, n_met: u32) -> u32 {
        let usual = self.evidence().opponents;
        let own = self.rules().get(grade.index()).and_then(|rule| rule.opponents);
        own.filter(|_| n_met < usual).unwrap_or(usual)
    }

    /// The most games that any rule looks back.
    pub fn games_looked_at(&self) -> usize {
        let in_a_row = self.rules().iter().map(|rule| rule.games).max().unwrap_or(0);
        in_a_row.max(self.evidence().games) as usize
    }

    /// Where the ratings of a new player begin who has said nothing: half way between the lowest
    /// grade and 1-dan.
    pub fn start(&self) -> f64 {
        let first_dan = Grade::dan(1).map_or(0, Grade::index);
        f64::midpoint(self.floor(Grade::LOWEST.index()), self.floor(first_dan))
    }

    fn floor(&self, index: usize) -> f64 {
        let floor = |index: usize| self.rules().get(index).map_or(0.0, |rule| rule.floor);
        let top = Grade::HIGHEST.index();
        if index <= top { floor(index) } else { 2.0 * floor(top) - floor(top - 1) }
    }

    /// The middle of a grade's band: half way to the next floor. The highest band is as wide as
    /// the one below it.
    pub fn middle(&self, grade: Grade) -> f64 {
        f64::midpoint(self.floor(grade.index()), self.floor(grade.index() + 1))
    }

    /// The rating that is lower by so many grades: down the table band by band, beyond its ends
    /// as if they went on.
    pub fn lowered(&self, rating: f64, grades: f64) -> f64 {
        self.rating_at(self.position(rating) - grades)
    }

    /// How many grades a rating stands above the lowest floor, with the fraction of its band.
    pub fn position(&self, rating: f64) -> f64 {
        let n = self.rules().iter().filter(|rule| rule.floor <= rating).count();
        // Below the lowest floor the lowest band continues, above the highest the highest.
        let band = n.saturating_sub(1);
        let (low, high) = (self.floor(band), self.floor(band + 1));
        band as f64 + (rating - low) / (high - low)
    }

    /// The rating that stands so many grades above the lowest floor: what
    /// [`position`](Self::position) undoes.
    pub fn rating_at(&self, position: f64) -> f64 {
        let band = (position.floor().max(0.0) as usize).min(Grade::HIGHEST.index());
        let (low, high) = (self.floor(band), self.floor(band + 1));
        low + (position - band as f64) * (high - low)
    }

    /// The grade in whose band a rating lies; the lowest for everything below.
    pub fn band(&self, rating: f64) -> Grade {
        let n = self.rules().iter().filter(|rule| rule.floor <= rating).count();
        Grade::from_index(n.saturating_sub(1)).unwrap_or(Grade::LOWEST)
    }
}

/// The last rated games of standard shogi of one player that count for grades: those that were
/// long enough.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// The oldest first; [`GradeTable::games_looked_at`] of them.
    pub games: VecDeque<GradedGame>,
}

/// A grade that the games so far earn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarnedGrade {
    /// Which.
    pub grade: Grade,
    /// How many of the last games that count held the rating.
    pub n_games: u32,
    /// What the games showed.
    pub evidence: Evidence,
}

/// What still keeps a player from a grade.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GradeGap {
    /// Which grade.
    pub grade: Grade,
    /// The rating at which games count.
    pub floor: f64,
    /// The rating at which fewer are enough.
    pub middle: f64,
    /// Games in a row that count so far, and how many are needed.
    pub above_floor: (u32, u32),
    /// The same above the middle.
    pub above_middle: (u32, u32),
    /// Games that count, and how many are needed.
    pub games_in_all: (u32, u32),
    /// Whether the rating is not certain enough yet.
    pub is_uncertain: bool,
    /// Opponents who count, and how many are needed.
    pub opponents: (u32, u32),
    /// Whether the results do not show the grade surely enough yet.
    pub is_unproven: bool,
}

impl History {
    /// Adds a game; one that is too short does not count.
    pub fn add(&mut self, game: GradedGame, table: &GradeTable) {
        if game.plies < table.evidence().plies {
            return;
        }
        self.games.push_back(game);
        while self.games.len() > table.games_looked_at() {
            self.games.pop_front();
        }
    }

    /// Takes the opponents whose ratings were too uncertain when they were met at what they are
    /// rated now, `rated_now`, if that is certain: in a new club, everybody's first games are with
    /// people who are new. Whoever has met many has enough games with others.
    pub fn settle(&mut self, table: &GradeTable, rated_now: impl Fn(u128) -> Option<Rating>) {
        let met: BTreeSet<u128> = self.games.iter().map(|game| game.opponent).collect();
        let is_among_few = met.len() < table.evidence().opponents as usize;
        if !table.evidence().settles || !is_among_few {
            return;
        }
        for game in &mut self.games {
            if game.opponent_deviation <= table.deviation_max() {
                continue;
            }
            if let Some(now) = rated_now(game.opponent)
                && now.deviation <= table.deviation_max()
            {
                (game.opponent_rating, game.opponent_deviation) = (now.rating, now.deviation);
            }
        }
    }

    /// How many of the last games in a row ended with the rating at or above `rating`.
    fn streak(&self, rating: f64) -> u32 {
        self.games.iter().rev().take_while(|it| it.after >= rating).count() as u32
    }

    /// The highest grade above `held` that the games so far earn.
    ///
    /// A grade that is held is never lowered.
    pub fn earns(
        &self,
        held: Option<Grade>,
        rating: &Rating,
        table: &GradeTable,
    ) -> Option<EarnedGrade> {
        if rating.deviation > table.deviation_max() {
            return None;
        }
        let above_held = |rule: &&GradeRule| held.is_none_or(|held| held < rule.grade);
        table.rules().iter().rev().take_while(above_held).find_map(|rule| {
            let middle = table.middle(rule.grade);
            let n_games = if self.streak(middle) >= rule.games_above_middle {
                rule.games_above_middle
            } else if self.streak(rule.floor) >= rule.games {
                rule.games
            } else {
                return None;
            };
            let evidence = Evidence::of(self, rule.grade, table);
            evidence.is_enough(rule.grade, table).then_some(EarnedGrade {
                grade: rule.grade,
                n_games,
                evidence,
            })
        })
    }

    /// What is still missing for `grade`.
    pub fn missing(&self, grade: Grade, rating: &Rating, table: &GradeTable) -> Option<GradeGap> {
        let rule = table.rules().get(grade.index())?;
        let middle = table.middle(grade);
        let evidence = Evidence::of(self, grade, table);
        let needed = table.opponents(grade, evidence.met);
        let games = table.games_in_all(evidence.met);
        Some(GradeGap {
            grade,
            floor: rule.floor,
            middle,
            above_floor: (self.streak(rule.floor).min(rule.games), rule.games),
            above_middle: (
                self.streak(middle).min(rule.games_above_middle),
                rule.games_above_middle,
            ),
            games_in_all: (evidence.games.min(games), games),
            is_uncertain: rating.deviation > table.deviation_max(),
            opponents: (evidence.opponents.min(needed), needed),
            is_unproven: !evidence.is_good(table.evidence()),
        })
    }
}
