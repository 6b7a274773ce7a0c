//! `/watch`: the games that are being played; `/me/follows`: whom one follows.

use komadai_ids::Code;
use komadai_rules::BySide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::GameSummary;

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedGame {
    /// The game as it is now.
    pub game: GameSummary,
    /// The players' ratings when it began; none of guests and of those without one.
    pub ratings: BySide<Option<i32>>,
    /// How fast it is.
    pub speed: String,
    /// When it was made.
    pub created_ms: u64,
}

/// Which of the games that are being played are wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichWatched {
    /// Only of this variant.
    pub variant: Option<String>,
    /// Only at this speed.
    pub speed: Option<String>,
    /// Only those of players whom the reader follows.
    #[serde(default)]
    pub followed: bool,
}

/// The games that are being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchList {
    /// Those that fit, with the best players first; 60 at most.
    pub games: Vec<WatchedGame>,
    /// How many fit.
    pub n_games: u32,
    /// The one that stands out among all; it does so to its end.
    pub featured: Option<Code>,
}

/// Somebody whom the reader follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Followed {
    /// Who.
    pub user: Code,
    /// The name of their account.
    pub handle: String,
    /// What others see of them.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The games they are playing.
    pub playing: Vec<String>,
}

/// Whom the reader follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FollowList {
    /// They, by name.
    pub follows: Vec<Followed>,
}
