//! `/watch`: the running games; `/me/follows`: the players whom the reader follows.

use komadai_ids::Code;
use komadai_rules::BySide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GameSummary;

/// A running game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedGame {
    /// The current state of the game.
    pub game: GameSummary,
    /// The players' ratings when it began; absent for guests and players without one.
    pub ratings: BySide<Option<i32>>,
    /// The speed.
    pub speed: String,
    /// When it was created.
    pub created_ms: u64,
}

/// Filters for the running games.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichWatched {
    /// Only games of this variant.
    pub variant: Option<String>,
    /// Only games at this speed.
    pub speed: Option<String>,
    /// Only games of players whom the reader follows.
    #[serde(default)]
    pub followed: bool,
}

/// The running games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchList {
    /// The matching games, with the strongest players first; 60 at most.
    pub games: Vec<WatchedGame>,
    /// The number of matching games.
    pub n_games: u32,
    /// The featured game, chosen from all of them; it stays featured until it ends.
    pub featured: Option<Code>,
}

/// A player whom the reader follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FollowedPerson {
    /// The public id.
    pub user: Code,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The games they are playing.
    pub playing: Vec<String>,
}

/// The players whom the reader follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FollowList {
    /// The players, by name.
    pub follows: Vec<FollowedPerson>,
}
