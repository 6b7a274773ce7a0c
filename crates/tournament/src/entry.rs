//! Who plays: one entry, and in which rounds it takes part.

use std::{borrow::Borrow, fmt};

use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Points, formats::Terms};

/// The id of an entry in the document: an account's code, or the text that the organiser enters.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct EntryId(String);

impl EntryId {
    /// The longest id that passes the check, in bytes.
    pub const BYTES_MAX: usize = 64;

    /// The text of it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for EntryId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for EntryId {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Borrow<str> for EntryId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A round that somebody misses for points of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RoundAbsence")]
pub struct Absence {
    /// The round, from 1.
    pub round: u32,
    /// What it is worth.
    pub points: Points,
}

/// Where somebody can be met on an evening in a club.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// At the tables of the room only.
    #[default]
    Room,
    /// In the room, and there also online.
    Both,
    /// Online only.
    Online,
}

impl Reach {
    /// Whether two can play each other.
    pub fn meets(self, other: Self) -> bool {
        !matches!((self, other), (Self::Room, Self::Online) | (Self::Online, Self::Room))
    }

    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// A player, or in derived events a team.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Unique in the event.
    pub id: EntryId,
    /// For people; the id when it is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Orders the seeding and decides McMahon groups that go by rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Decides McMahon groups that go by grade, and handicaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// Whether the grade is provisional: not earned, but what the rating stands for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Members of one club are kept apart in the first rounds if the format is told to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// The organiser's seeding: 1 is the strongest. In a league the rank from last season.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The start score in McMahon when the bars are not to decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Points>,
    /// The player's league class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The player's team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Its place in the team's order of strength, 1 first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// The table it sits at in every round, as for somebody who cannot walk about the hall; only in
    /// formats that pair freely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// Where it can be met, in an arena that pairs by strength.
    #[serde(default, skip_serializing_if = "Reach::is_usual")]
    pub reach: Reach,
    /// What the host of a simul gives it, where that is not what the grades suggest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Terms>,
    /// The first round it plays; more than 1 is a late entry.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub from_round: u32,
    /// The last round it plays, when it has withdrawn; 0 if it never came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn_after: Option<u32>,
    /// Rounds it has announced it will miss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<u32>,
    /// Rounds it misses for other points than `scoring` gives for an absence: for none, or for
    /// what the arbiter has granted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absences: Vec<Absence>,
    /// The given name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The family name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The nationality by its two-letter ISO 3166 code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    /// Whether the player is not yet in the federation's list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlisted: bool,
    /// What the organiser has marked it with, for prizes and for who may play what: `junior`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

fn one() -> u32 {
    1
}

fn is_one(round: &u32) -> bool {
    *round == 1
}

impl Entry {
    /// The most marks of one.
    pub const TAGS_MAX: usize = 20;

    /// An entry with nothing but an id.
    pub fn new(id: &str) -> Self {
        Self { id: id.into(), from_round: 1, ..Self::default() }
    }

    /// The name, or the id when there is none.
    pub fn display_name(&self) -> &str {
        if self.name.is_empty() { self.id.as_str() } else { &self.name }
    }

    /// Family name and given name. Of who has said neither, what stands before a comma is the
    /// family name; without one it is the first word where families come first, else the last.
    ///
    /// ```
    /// use komadai_tournament::Entry;
    ///
    /// let entry = Entry { name: "Nguyễn Thị Ánh".into(), nationality: Some("VN".into()), ..Entry::new("1") };
    /// assert_eq!(entry.family_and_given(), ("Nguyễn".to_owned(), "Thị Ánh".to_owned()));
    /// ```
    pub fn family_and_given(&self) -> (String, String) {
        let said = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        let (family, given) = (said(&self.family), said(&self.given));
        if !family.is_empty() || !given.is_empty() {
            return (family, given);
        }
        let whole = self.display_name().trim();
        let (family, given) = if let Some(parts) = whole.split_once([',', '，', '、']) {
            parts
        } else if self.has_family_first() {
            whole.split_once(char::is_whitespace).unwrap_or((whole, ""))
        } else {
            let (given, family) = whole.rsplit_once(char::is_whitespace).unwrap_or(("", whole));
            (family, given)
        };
        (family.trim().to_owned(), given.trim().to_owned())
    }

    /// Whether names are written with the family first where the player comes from.
    fn has_family_first(&self) -> bool {
        let nations = ["CN", "HK", "JP", "KP", "KR", "MO", "TW", "VN"];
        self.nationality.as_deref().is_some_and(|nation| nations.contains(&nation))
    }

    /// Whether it is to be paired in that round.
    pub fn takes_part(&self, round: u32) -> bool {
        self.from_round <= round && !self.has_left(round) && !self.misses(round)
    }

    /// Whether it has announced that it misses that round.
    pub fn is_absent(&self, round: u32) -> bool {
        self.from_round <= round && !self.has_left(round) && self.misses(round)
    }

    /// Every round it has announced it will miss, whatever that is worth.
    pub fn missed_rounds(&self) -> impl Iterator<Item = u32> {
        self.absent.iter().copied().chain(self.absences.iter().map(|absence| absence.round))
    }

    /// What missing that round is worth, where that is not what `scoring` says.
    pub fn absence_points(&self, round: u32) -> Option<Points> {
        let found = self.absences.iter().find(|absence| absence.round == round);
        found.map(|absence| absence.points)
    }

    fn misses(&self, round: u32) -> bool {
        self.missed_rounds().any(|missed| missed == round)
    }

    /// Whether it has withdrawn before that round.
    pub fn has_left(&self, round: u32) -> bool {
        self.withdrawn_after.is_some_and(|last| round > last)
    }
}
