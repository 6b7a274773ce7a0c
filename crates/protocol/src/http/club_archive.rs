//! `/clubs/{slug}/archive`: what a club has played, year by year.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The tournaments of a club that are over, in one line for each year, the latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubArchive {
    /// The years in which something ended.
    pub years: Vec<ClubYear>,
}

/// A year of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubYear {
    /// The year.
    pub year: i16,
    /// The number of tournaments.
    pub tournaments: u32,
    /// How many players they had, counted in each of them.
    pub players: u64,
    /// The players who have won most of them, three at most.
    pub winners: Vec<ClubYearWinner>,
}

/// Somebody who has won tournaments of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubYearWinner {
    /// The name.
    pub name: String,
    /// The number of tournaments won.
    pub tournaments: u32,
}
