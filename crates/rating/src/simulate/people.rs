//! The players of a season: honest players, some of them in clubs, and those who are after grades
//! that they have not earned.

use komadai_rules::Grade;

use super::{Dice, Season};
use crate::GradeTable;

/// How somebody goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Plays as well as possible against everybody.
    Honest,
    /// One of two who play only with each other and hand one of them the wins, in eight moves.
    ShortPair,
    /// The same with games of the usual length.
    Pair,
    /// One of three to ten who play only with each other, and either hand one of them the wins or
    /// take turns.
    Ring,
    /// One of such a ring who plays every second game honestly with everybody.
    OpenRing,
    /// Throws most games away in the first half of the season, and declared the lowest grade.
    Sandbagger,
    /// One of a dozen who play as well as possible, two games in three with each other.
    Club,
    /// The same, and never with anybody else.
    ClosedClub,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Honest,
        Self::ShortPair,
        Self::Pair,
        Self::Ring,
        Self::OpenRing,
        Self::Sandbagger,
        Self::Club,
        Self::ClosedClub,
    ];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Honest => "honest",
            Self::ShortPair => "short pair",
            Self::Pair => "pair",
            Self::Ring => "ring",
            Self::OpenRing => "open ring",
            Self::Sandbagger => "sandbagger",
            Self::Club => "club",
            Self::ClosedClub => "closed club",
        }
    }

    /// Whether they play only among themselves.
    pub(super) fn is_closed(self) -> bool {
        matches!(self, Self::ShortPair | Self::Pair | Self::Ring | Self::ClosedClub)
    }

    /// Whether they play as well as they can against every opponent.
    pub fn is_honest(self) -> bool {
        matches!(self, Self::Honest | Self::Club | Self::ClosedClub)
    }

    /// How many belong together.
    fn group(self, dice: &mut Dice) -> usize {
        match self {
            Self::Honest | Self::Sandbagger => 1,
            Self::ShortPair | Self::Pair => 2,
            Self::Ring | Self::OpenRing => 3 + dice.below(8),
            Self::Club | Self::ClosedClub => 12,
        }
    }

    fn declared(
        self,
        dice: &mut Dice,
        season: &Season,
        table: &GradeTable,
        strength: f64,
    ) -> Option<Grade> {
        match self {
            Self::Sandbagger => Some(Grade::LOWEST),
            _ if !self.is_honest() => Some(Grade::DECLARED_MAX),
            _ => (dice.unit() < season.declared).then(|| declared_near(dice, table, strength)),
        }
    }
}

/// Somebody before the season.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    pub(super) kind: Kind,
    /// The true strength, in rating points.
    pub(super) strength: f64,
    pub(super) declared: Option<Grade>,
    /// The first of those who belong together, and how many they are.
    pub(super) group: (usize, usize),
}

/// What two have agreed on before their game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreement {
    pub(super) winner: usize,
    pub(super) plies: u32,
}

impl Person {
    /// Whether the next game is with one of the group.
    pub(super) fn plays_in_group(&self, dice: &mut Dice) -> bool {
        let share = if self.kind == Kind::Club { 2.0 / 3.0 } else { 0.5 };
        self.group.1 > 1 && (self.kind.is_closed() || dice.unit() < share)
    }

    /// What two of the group agree on, if they do.
    pub(super) fn agreed(&self, dice: &mut Dice, a: usize, b: usize) -> Option<Agreement> {
        if self.kind.is_honest() {
            return None;
        }
        let (first, n) = self.group;
        // Every second group takes turns, the others serve the first of them. A rating that
        // nobody ever dents does not become certain, so five games in six.
        let serves = n == 2 || first % 2 == 0;
        let favoured = if serves && (a == first || b == first) && dice.unit() < 5.0 / 6.0 {
            first
        } else if dice.unit() < 0.5 {
            a
        } else {
            b
        };
        let plies = if self.kind == Kind::ShortPair { 8 } else { 40 + dice.below(60) as u32 };
        Some(Agreement { winner: favoured, plies })
    }
}

/// Everybody of a season.
pub(super) fn people(dice: &mut Dice, season: &Season, table: &GradeTable) -> Vec<Person> {
    let mut people: Vec<Person> = Vec::with_capacity(season.n_players);
    let (honest, dishonest): (Vec<Kind>, Vec<Kind>) =
        Kind::ALL.into_iter().filter(|kind| *kind != Kind::Honest).partition(|it| it.is_honest());
    for (kinds, share) in [(dishonest, season.dishonest), (honest, season.clubs)] {
        let of_each = (season.n_players as f64 * share / kinds.len() as f64) as usize;
        for kind in kinds {
            let end = people.len() + of_each;
            while people.len() < end {
                let n = kind.group(dice);
                // A group is whole or is not.
                if n > end - people.len() {
                    break;
                }
                let first = people.len();
                people.extend((0..n).map(|_| person(dice, season, table, kind, (first, n))));
            }
        }
    }
    while people.len() < season.n_players {
        let group = (people.len(), 1);
        people.push(person(dice, season, table, Kind::Honest, group));
    }
    people
}

fn person(
    dice: &mut Dice,
    season: &Season,
    table: &GradeTable,
    kind: Kind,
    group: (usize, usize),
) -> Person {
    let strength = strength_of(dice, season.mean, season.spread);
    let declared = kind.declared(dice, season, table, strength);
    Person { kind, strength, declared, group }
}

/// What somebody of a true strength says they are: give or take a grade or two.
pub(super) fn declared_near(dice: &mut Dice, table: &GradeTable, strength: f64) -> Grade {
    let place = table.position(strength) + dice.normal() * 2.0;
    let place = (place.max(0.0) as usize).min(Grade::DECLARED_MAX.index());
    Grade::from_index(place).unwrap_or(Grade::LOWEST)
}

/// A true strength, in rating points.
pub(super) fn strength_of(dice: &mut Dice, mean: f64, spread: f64) -> f64 {
    (mean + spread * dice.normal()).clamp(300.0, 2_900.0)
}
