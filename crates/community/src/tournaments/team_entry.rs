//! How players of a team event come to their teams by themselves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most players of a team beside those it has boards for.
const RESERVES_MAX: u32 = 50;

/// Who decides whether somebody comes into a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamAdmission {
    /// The player alone, as long as the team has a place.
    Anyone,
    /// The captain of the team, or an organiser.
    #[default]
    Captain,
    /// An organiser.
    Organiser,
}

/// How players of a team event come to their teams by themselves: they found one, or choose one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamEntry {
    /// Whether players may found teams; otherwise they choose among those of the organisers.
    #[serde(default)]
    pub founding: bool,
    /// Who decides whether a player comes into a team.
    #[serde(default)]
    pub admission: TeamAdmission,
    /// The most players of a team beside those it has boards for.
    #[serde(default)]
    pub reserves: u32,
}

impl TeamEntry {
    /// What cannot be about it, in one clause.
    pub(super) fn problem(&self) -> Option<String> {
        (self.reserves > RESERVES_MAX)
            .then(|| format!("a team has at most {RESERVES_MAX} reserves"))
    }
}
