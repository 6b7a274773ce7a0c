//! Which of those who have entered: bands of grades and ratings, clubs, and what the organiser has
//! marked.

use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Entry, json};

/// A condition for eligibility, all parts of which must hold; without any, everybody is eligible. A
/// player without a grade is in no range of grades, and one without a rating in no range of
/// ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(transform = json::without_defaults)]
pub struct Who {
    /// This grade or a higher one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade_min: Option<Grade>,
    /// This grade or a lower one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade_max: Option<Grade>,
    /// This rating or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i32>,
    /// This rating or less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i32>,
    /// A member of one of these clubs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clubs: Vec<String>,
    /// Plays for one of these teams.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
    /// Plays in one of these classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Has one of these nationalities, by two-letter ISO 3166 codes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nationalities: Vec<String>,
    /// Has one of these labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Is new to the federation's list.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub newcomers: bool,
}

impl Who {
    /// Whether that one is among them.
    pub fn has(&self, entry: &Entry) -> bool {
        let in_band = |value: Option<i32>, min: Option<i32>, max: Option<i32>| {
            (min.is_none() && max.is_none())
                || value.is_some_and(|value| {
                    min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max)
                })
        };
        let level = |grade: Option<Grade>| grade.map(|grade| grade.level());
        let one_of = |list: &[String], own: &[&str]| {
            list.is_empty() || list.iter().any(|one| own.iter().any(|own| is_same(one, own)))
        };
        let own = |word: &Option<String>| word.clone().into_iter().collect::<Vec<_>>();
        let is_in = |list: &[String], word: &Option<String>| {
            one_of(list, &own(word).iter().map(String::as_str).collect::<Vec<_>>())
        };
        let tags: Vec<&str> = entry.tags.iter().map(String::as_str).collect();
        in_band(level(entry.grade), level(self.grade_min), level(self.grade_max))
            && in_band(entry.rating, self.rating_min, self.rating_max)
            && is_in(&self.clubs, &entry.club)
            && is_in(&self.teams, &entry.team)
            && is_in(&self.classes, &entry.class)
            && is_in(&self.nationalities, &entry.nationality)
            && one_of(&self.tags, &tags)
            && (!self.newcomers || entry.unlisted)
    }
}

/// Whether two words are the same to people: `Junior` and `junior `.
fn is_same(a: &str, b: &str) -> bool {
    a.trim().to_lowercase() == b.trim().to_lowercase()
}
