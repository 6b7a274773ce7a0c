//! Prizes: who gets which, by the standings.
//!
//! ```
//! use komadai_tournament::Event;
//!
//! let event = Event::read(
//!     r#"{
//!         "format": { "t": "round_robin" },
//!         "entries": [{ "id": "an", "rating": 1900 }, { "id": "binh", "rating": 1400 }],
//!         "games": [{ "round": 1, "sente": "an", "gote": "binh", "result": "sente" }],
//!         "prizes": { "categories": [
//!             { "prizes": ["a cup"] },
//!             { "name": "U1500", "who": { "rating_max": 1500 }, "prizes": ["a book"] }
//!         ] }
//!     }"#,
//! )?;
//! let awards = event.check()?.standings().prizes;
//! let winners: Vec<_> = awards.iter().map(|award| award.entries[0].as_str()).collect();
//! assert_eq!(winners, ["an", "binh"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Entry, EntryId, Event, Fault, Points, Problems, Ranking, Remark, Row, Standings, Who,
    formats::PlayersIn, json,
};

/// The most categories of an event, prizes of a category, and letters of a name or a prize.
const CATEGORIES_MAX: usize = 50;
const PRIZES_MAX: usize = 100;
const CHARS_MAX: usize = 100;

/// The prizes of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(transform = json::without_defaults)]
pub struct Prizes {
    /// The categories, most important first: a player with a prize in one gets none in later ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
    /// Who shares a prize.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ties: Ties,
    /// Whether a player may get prizes in several categories.
    #[serde(default, skip_serializing_if = "is_default")]
    pub several: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Who shares prizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PrizeTies")]
pub enum Ties {
    /// Players whom no tie-break separates.
    #[default]
    Places,
    /// Players who are equal by the first criterion, such as points.
    Points,
}

/// A category of prizes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PrizeCategory", transform = json::without_defaults)]
pub struct Category {
    /// Its name, such as `U1500` or `Juniors`; may be empty for the prizes open to everybody.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who is eligible.
    #[serde(default, skip_serializing_if = "is_default")]
    pub who: Who,
    /// The title of the ranking that decides, if there are several; without one, the standings of
    /// all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<String>,
    /// The first prize, the second, …, as text; a text may be empty.
    pub prizes: Vec<String>,
}

/// A prize, or several shared ones, with its winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PrizeAward")]
pub struct Award {
    /// The index of the category, from 0.
    pub category: usize,
    /// The number of the prize in it, from 1.
    pub first: usize,
    /// The number of the last of the shared prizes.
    pub last: usize,
    /// The winners.
    pub entries: Vec<EntryId>,
}

impl Award {
    /// The place, or the places that are shared: `1`, `2–3`.
    pub fn places(&self) -> String {
        if self.first == self.last {
            self.first.to_string()
        } else {
            format!("{}–{}", self.first, self.last)
        }
    }
}

impl Category {
    /// In words what the award is, or what is shared.
    pub fn shared(&self, award: &Award) -> String {
        let prizes = self.prizes.iter().take(award.last).skip(award.first.saturating_sub(1));
        let said: Vec<&str> =
            prizes.map(|prize| prize.trim()).filter(|prize| !prize.is_empty()).collect();
        said.join(" + ")
    }
}

impl Prizes {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.categories.is_empty()
    }

    /// Notes what cannot be.
    pub(crate) fn check(&self, problems: &mut Problems) {
        if self.categories.len() > CATEGORIES_MAX {
            let message = format!("{CATEGORIES_MAX} categories at most");
            problems.add(Fault::Prizes, "prizes.categories", message);
        }
        let mut names = HashSet::new();
        for (n, category) in self.categories.iter().enumerate() {
            let at = format!("prizes.categories[{n}]");
            let words = [&category.name].into_iter().chain(&category.prizes);
            if words.into_iter().any(|text| text.chars().count() > CHARS_MAX) {
                problems.add(
                    Fault::Prizes,
                    &at,
                    format!("a name or a prize has {CHARS_MAX} letters at most"),
                );
            }
            if !(1..=PRIZES_MAX).contains(&category.prizes.len()) {
                problems.add(
                    Fault::Prizes,
                    &at,
                    format!("a category has 1 to {PRIZES_MAX} prizes"),
                );
            }
            if category.name.trim().is_empty() && category.who != Who::default() {
                problems.add(Fault::Prizes, &at, "a category that is not for everybody has a name");
            }
            if !names.insert(category.name.trim().to_lowercase()) {
                problems.add(Fault::Prizes, &at, "each category has a name of its own");
            }
        }
    }

    /// Who gets which, as it stands. Players who have left the event get none.
    pub(crate) fn awards(&self, event: &Event, standings: &Standings) -> Vec<Award> {
        let entries: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let mut awarded: HashSet<&EntryId> = HashSet::new();
        let mut awards = Vec::new();
        for (n, category) in self.categories.iter().enumerate() {
            let mut groups: Vec<(Standing, Vec<&EntryId>)> = Vec::new();
            for (standing, row) in self.in_order(event, standings, category.ranking.as_deref()) {
                let has = entries.get(&row.entry).is_some_and(|entry| category.who.has(entry));
                let has_one = awarded.contains(&row.entry) && !self.several;
                if !has || has_one || row.remark == Some(Remark::Withdrawn) {
                    continue;
                }
                match groups.last_mut() {
                    Some((last, group)) if *last == standing => group.push(&row.entry),
                    _ => groups.push((standing, vec![&row.entry])),
                }
            }
            let mut given = 0;
            for (_, group) in groups {
                let left = category.prizes.len() - given;
                if left == 0 {
                    break;
                }
                let taken = left.min(group.len());
                awards.push(Award {
                    category: n,
                    first: given + 1,
                    last: given + taken,
                    entries: group.iter().copied().cloned().collect(),
                });
                awarded.extend(group);
                given += taken;
            }
        }
        awards
    }

    /// The players in order, each with what makes them equal.
    fn in_order<'s>(
        &self,
        event: &Event,
        standings: &'s Standings,
        title: Option<&str>,
    ) -> Vec<(Standing, &'s Row)> {
        let rankings = &standings.rankings;
        let chosen: Vec<&Ranking> = match title {
            Some(title) => {
                rankings.iter().filter(|ranking| ranking.title == title).take(1).collect()
            }
            None => standings.of_players(event.format.players_in()),
        };
        let is_beside = title.is_none() && event.format.players_in() == PlayersIn::Beside;
        let mut rows: Vec<(Standing, &Row)> = Vec::new();
        for (n, ranking) in chosen.into_iter().enumerate() {
            rows.extend(ranking.rows.iter().map(|row| {
                let value = row.values.first().copied().flatten();
                let by_points = self.ties == Ties::Points && !is_beside;
                let standing = match value.filter(|_| by_points) {
                    Some(value) => Standing { ranking: n, place: None, points: Some(value) },
                    None => Standing { ranking: n, place: Some(row.place), points: None },
                };
                (if is_beside { Standing { ranking: 0, ..standing } } else { standing }, row)
            }));
        }
        if is_beside {
            rows.sort_by_key(|(standing, _)| standing.place);
        }
        rows
    }
}

/// Where somebody stands; those for whom it is the same are tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    ranking: usize,
    place: Option<usize>,
    points: Option<Points>,
}
