//! What the file for the Federation of European Shogi Associations lacks.

use komadai_tournament::EntryId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the Federation of European Shogi Associations would refuse, or could not read, in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FesaCheck {
    /// Whether a time control is too short to be rated.
    pub too_short: bool,
    /// Whether the tournament's name, its place or its country has letters that are not Latin.
    pub not_latin: bool,
    /// Whether the place or the country is missing.
    pub no_place: bool,
    /// The players with whom something is wrong.
    pub players: Vec<FesaPlayer>,
}

/// A player with whose entry something is wrong for the federation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FesaPlayer {
    /// The entry.
    pub entry: EntryId,
    /// The family name as the file would have it.
    pub family: String,
    /// The given name as the file would have it.
    pub given: String,
    /// Whether the names have letters that are not Latin: each would be a question mark.
    pub not_latin: bool,
    /// Whether the family name or the given name is missing.
    pub one_name: bool,
    /// Whether the nationality is unknown.
    pub no_nationality: bool,
}
