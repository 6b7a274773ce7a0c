//! What people say of their strength before they have played here: a grade, or what they are rated
//! at another place (§6.7).

use std::{fmt, str::FromStr};

use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{DEVIATION_MAX, GradeTable, Rating};

/// A place whose ratings or grades people bring along.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum RatingPlace {
    /// 将棋倶楽部24.
    #[serde(rename = "club24")]
    Club24,
    /// 81Dojo.
    #[serde(rename = "81dojo")]
    Dojo81,
    /// 将棋ウォーズ, which has grades only.
    #[serde(rename = "wars")]
    Wars,
    /// lishogi.org.
    Lishogi,
    /// The Federation of European Shogi Associations.
    Fesa,
}

/// How many kyu the scales of other places have that are converted: from 15-kyu.
const KYU: f64 = 15.0;

impl RatingPlace {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Club24, Self::Dojo81, Self::Wars, Self::Lishogi, Self::Fesa];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Club24 => "club24",
            Self::Dojo81 => "81dojo",
            Self::Wars => "wars",
            Self::Lishogi => "lishogi",
            Self::Fesa => "fesa",
        }
    }

    /// The place of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.as_str() == name)
    }

    /// The ratings at which the grades from 15-kyu to 6-dan begin there; `None` where there are
    /// grades only.
    ///
    /// §6.7 has the same table, and where it comes from.
    pub fn floors(self) -> Option<&'static [f64; 21]> {
        match self {
            Self::Club24 => Some(&[
                50.0, 150.0, 250.0, 350.0, 450.0, 550.0, 650.0, 750.0, 850.0, 950.0, 1050.0,
                1150.0, 1250.0, 1350.0, 1450.0, 1550.0, 1700.0, 1850.0, 2000.0, 2150.0, 2300.0,
            ]),
            Self::Dojo81 => Some(&[
                100.0, 200.0, 300.0, 400.0, 500.0, 600.0, 700.0, 800.0, 900.0, 1000.0, 1100.0,
                1200.0, 1300.0, 1400.0, 1450.0, 1500.0, 1625.0, 1750.0, 1875.0, 2000.0, 2125.0,
            ]),
            Self::Lishogi => Some(&[
                400.0, 480.0, 560.0, 640.0, 720.0, 800.0, 880.0, 960.0, 1040.0, 1120.0, 1200.0,
                1280.0, 1360.0, 1440.0, 1530.0, 1650.0, 1770.0, 1890.0, 2010.0, 2130.0, 2250.0,
            ]),
            Self::Fesa => Some(&[
                400.0, 480.0, 560.0, 640.0, 720.0, 800.0, 880.0, 960.0, 1040.0, 1120.0, 1200.0,
                1280.0, 1360.0, 1460.0, 1560.0, 1680.0, 1800.0, 1920.0, 2080.0, 2240.0, 2440.0,
            ]),
            Self::Wars => None,
        }
    }

    /// How many grades lower a grade of this place counts here.
    fn grades_lower(self) -> f64 {
        if self == Self::Wars { 1.0 } else { 0.0 }
    }
}

/// What somebody is rated at another place: a number, or a grade where there are grades only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingElsewhere {
    /// Where.
    pub place: RatingPlace,
    /// The rating there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The grade there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
}

/// What somebody says of their strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DeclaredStrength {
    /// A grade, on the amateur scale.
    Grade(Grade),
    /// What they are rated at another place.
    Elsewhere(RatingElsewhere),
}

impl fmt::Display for DeclaredStrength {
    /// A grade as it is, and what is brought along as `club24 1750` or `wars 3d`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grade(grade) => grade.fmt(f),
            Self::Elsewhere(RatingElsewhere { place, rating, grade }) => {
                f.write_str(place.as_str())?;
                rating.map_or(Ok(()), |rating| write!(f, " {rating}"))?;
                grade.map_or(Ok(()), |grade| write!(f, " {grade}"))
            }
        }
    }
}

/// The text is no [`DeclaredStrength`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a strength is a grade, or a place with a rating or a grade")]
pub struct DeclaredStrengthError;

impl FromStr for DeclaredStrength {
    type Err = DeclaredStrengthError;

    fn from_str(text: &str) -> Result<Self, DeclaredStrengthError> {
        let Some((place, value)) = text.split_once(' ') else {
            return text.parse().map(Self::Grade).map_err(|_| DeclaredStrengthError);
        };
        let Some(place) = RatingPlace::from_name(place) else {
            return Err(DeclaredStrengthError);
        };
        let (rating, grade) = (value.parse().ok(), value.parse().ok());
        let it = Self::Elsewhere(RatingElsewhere { place, rating, grade });
        if it.can_be() { Ok(it) } else { Err(DeclaredStrengthError) }
    }
}

impl DeclaredStrength {
    /// Whether it can be said: a grade up to [`Grade::DECLARED_MAX`], or a rating that the place
    /// may have given.
    pub fn can_be(&self) -> bool {
        match self {
            Self::Grade(grade) => (Grade::LOWEST..=Grade::DECLARED_MAX).contains(grade),
            Self::Elsewhere(RatingElsewhere { place, rating, grade }) => match (rating, grade) {
                (Some(rating), None) => {
                    place.floors().is_some() && (0..=RATING_ELSEWHERE_MAX).contains(rating)
                }
                (None, Some(_)) => place.floors().is_none(),
                _ => false,
            },
        }
    }

    /// The grade that it comes to, at most the highest that may be declared.
    pub fn grade(&self) -> Grade {
        match self {
            Self::Grade(grade) => *grade,
            Self::Elsewhere(it) => Grade::from_index(it.position().max(0.0) as usize)
                .unwrap_or(Grade::DECLARED_MAX)
                .min(Grade::DECLARED_MAX),
        }
    }

    /// With what a player of that strength begins. Up to 1-dan people are mostly right by a grade
    /// or two; what is above is as uncertain as if nothing had been said.
    pub fn begin(&self, table: &GradeTable) -> Rating {
        let rating = self.start(table);
        let is_believed = Grade::dan(1).is_some_and(|most| table.band(rating) <= most);
        let deviation = if is_believed { DECLARED_DEVIATION } else { DEVIATION_MAX };
        Rating { deviation, ..Rating::starting_at(rating) }
    }

    /// The rating with which a player of that strength begins here: the middle of the grade's band,
    /// or what the rating elsewhere is worth, at most the middle of the highest grade that may be
    /// declared.
    pub fn start(&self, table: &GradeTable) -> f64 {
        let most = table.middle(Grade::DECLARED_MAX);
        let least = table.middle(Grade::LOWEST);
        match self {
            Self::Grade(grade) => table.middle(*grade),
            Self::Elsewhere(it) => table.rating_at(it.position()),
        }
        .clamp(least, most)
    }
}

/// How uncertain a declared strength up to 1-dan is.
const DECLARED_DEVIATION: f64 = 200.0;

/// The highest rating that anybody has anywhere.
const RATING_ELSEWHERE_MAX: i32 = 4_000;

impl RatingElsewhere {
    /// How many grades it stands above the floor of 15-kyu, with the fraction of the band.
    fn position(&self) -> f64 {
        let position = match (self.place.floors(), self.rating, self.grade) {
            (Some(floors), Some(rating), _) => position_in(floors, f64::from(rating)),
            // The middle of the grade, which may be lower than any of ours.
            (_, _, Some(grade)) => f64::from(grade.level()) + KYU - 1.0 + 0.5,
            _ => 0.5,
        };
        position - self.place.grades_lower()
    }
}

/// How many of these floors a rating has passed, with the fraction of the way to the next; beyond
/// the ends as if the last bands went on.
fn position_in(floors: &[f64], rating: f64) -> f64 {
    let n = floors.iter().filter(|floor| **floor <= rating).count();
    let band = n.saturating_sub(1).min(floors.len().saturating_sub(2));
    match (floors.get(band), floors.get(band + 1)) {
        (Some(low), Some(high)) => band as f64 + (rating - low) / (high - low),
        _ => 0.0,
    }
}
