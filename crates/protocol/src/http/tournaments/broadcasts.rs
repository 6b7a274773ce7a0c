//! The boards of broadcasts that show games of a tournament.

use komadai_ids::Code;
use komadai_tournament::{GameKey, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The boards of broadcasts that show games of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BroadcastsOfEvent {
    /// The boards: for organisers also those that they have not taken.
    pub boards: Vec<BoardOfEvent>,
}

/// A board of a broadcast that shows a game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardOfEvent {
    /// The game's key.
    pub game: GameKey,
    /// The address of the broadcast.
    pub broadcast: Code,
    /// The address of the board in it.
    pub board: Code,
    /// The broadcast's title.
    pub title: String,
    /// Who shows it.
    pub by: String,
    /// Whether the organisers have taken it; none while they have not answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<bool>,
    /// Whether its game is over, as the public sees it.
    pub is_over: bool,
    /// How the game came out by what the public sees, in terms of the pairing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// An organiser's answer to a broadcast of the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BroadcastAnswer {
    /// Whether the tournament's page leads there, and its results are proposed.
    pub takes: bool,
}
