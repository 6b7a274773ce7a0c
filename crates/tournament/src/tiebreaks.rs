//! What ranks contestants: points first, then whatever the organiser chose, in that order.
//!
//! # How to add one
//!
//! 1. Write `tiebreaks/NAME.rs` with a unit struct that implements [`TieBreak`].
//! 2. Name its module and put it in [`ALL`], below.
//! 3. Define it in docs/tournaments.md, with an example; a test looks for the heading.
//!
//! Where else it is known is in CONTRIBUTING.md.
//!
//! # Examples
//!
//! Points rank first here, then the sum of the opponents' scores:
//!
//! ```
//! use komadai_tournament::{Event, Points, Tie};
//!
//! let event = Event::read(
//!     r#"{
//!         "format": { "t": "round_robin" },
//!         "tiebreaks": ["points", "sos"],
//!         "entries": [{ "id": "an" }, { "id": "binh" }],
//!         "games": [{ "round": 1, "sente": "an", "gote": "binh", "result": "sente" }]
//!     }"#,
//! )?;
//! let ranking = &event.check()?.standings().rankings[0];
//! let names: Vec<_> = ranking.criteria.iter().map(|tie| tie.get().name()).collect();
//! assert_eq!(names, ["points", "sos"]);
//! assert_eq!(ranking.rows[0].values, [Some(Points::ONE), Some(Points::ZERO)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::{Points, Table};

mod board_points;
mod cuss;
mod direct;
mod koya;
mod lot;
mod mcmahon;
mod performance;
mod points;
mod rating;
mod seed;
mod sodos;
mod sos;
mod sosos;
mod wins;

/// Every criterion there is.
pub const ALL: &[&dyn TieBreak] = &[
    &points::Points_,
    &mcmahon::McMahonScore,
    &sos::Sos::WHOLE,
    &sos::Sos::WITHOUT_LOWEST,
    &sos::Sos::WITHOUT_TWO_LOWEST,
    &sos::Sos::MEDIAN,
    &sodos::Sodos,
    &sosos::Sosos,
    &cuss::Cuss,
    &direct::DirectEncounter,
    &koya::Koya,
    &wins::Wins,
    &board_points::BoardPoints,
    &performance::OpponentsRating,
    &performance::Performance,
    &rating::Rating,
    &seed::Seed,
    &lot::Lot,
];

/// One criterion. More is better.
pub trait TieBreak: fmt::Debug + Sync {
    /// The name in documents.
    fn name(&self) -> &'static str;

    /// What stands above its column.
    fn label(&self) -> &'static str;

    /// The value of each of `tied`, who are equal in all criteria before this one. The values
    /// of most criteria do not depend on who is tied. No value ranks below every value.
    fn values(&self, table: &Table, tied: &[usize]) -> Vec<Option<Points>>;
}

/// A criterion, by its name in documents.
#[derive(Clone, Copy)]
pub struct Tie(&'static dyn TieBreak);

impl Tie {
    /// The criterion itself.
    pub fn get(self) -> &'static dyn TieBreak {
        self.0
    }

    /// The criteria of a format's own list, which names only known ones.
    pub(crate) fn list(names: &[&str]) -> Vec<Self> {
        names.iter().filter_map(|name| name.parse().ok()).collect()
    }
}

impl PartialEq for Tie {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Tie {}

impl fmt::Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.name())
    }
}

impl fmt::Debug for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tie({self})")
    }
}

/// There is no criterion of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no tie-break `{0}`")]
pub struct TieError(String);

impl FromStr for Tie {
    type Err = TieError;

    fn from_str(name: &str) -> Result<Self, TieError> {
        let found = ALL.iter().find(|tie| tie.name() == name);
        found.map(|tie| Self(*tie)).ok_or_else(|| TieError(name.to_owned()))
    }
}

impl JsonSchema for Tie {
    fn schema_name() -> Cow<'static, str> {
        "TieBreak".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all: Vec<_> = ALL.iter().map(|tie| tie.name()).collect();
        json_schema!({ "type": "string", "description": "What ranks those with equal points.", "enum": all })
    }
}

impl Serialize for Tie {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for Tie {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Values that do not depend on who is tied.
fn each(
    table: &Table,
    tied: &[usize],
    value: impl Fn(&crate::table::Contestant) -> Option<Points>,
) -> Vec<Option<Points>> {
    tied.iter().map(|&index| table.contestants.get(index).and_then(&value)).collect()
}
