//! `/me/correspondence`: the reader's games by correspondence.

use komadai_rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{GameSummary, Vacation};

/// A running game by correspondence, as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CorrespondenceGame {
    /// The current state of the game.
    pub game: GameSummary,
    /// The reader's side.
    pub side: Side,
    /// Whether the reader is to move.
    pub my_turn: bool,
    /// By when the side to move must have moved, in Unix milliseconds; absent while no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_ms: Option<u64>,
    /// Whether the result changes the players' ratings.
    pub rated: bool,
    /// When each player is on vacation; absent while neither is.
    #[serde(default, skip_serializing_if = "is_nobodys")]
    pub vacations: BySide<Option<Vacation>>,
    /// How the reader's own note of the game begins; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn is_nobodys(vacations: &BySide<Option<Vacation>>) -> bool {
    *vacations == BySide::default()
}

/// The reader's running games by correspondence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CorrespondenceList {
    /// Those in which the reader is to move first, then the others; the one that is due soonest
    /// first.
    pub games: Vec<CorrespondenceGame>,
    /// The server's time, in Unix milliseconds.
    pub now_ms: u64,
}
