//! Watching: the games that are being played, and whom one follows. It is asked for over HTTP.

use komadai_ids::Code;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{GameSummary, Sides};

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WatchedGame {
    /// The game as it is now.
    pub game: GameSummary,
    /// The players' ratings when it began; none of guests and of those without one.
    pub ratings: Sides<Option<i32>>,
    /// How fast it is.
    pub speed: String,
    /// When it was made, in Unix milliseconds.
    pub created: u64,
}

/// The games that are being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "WatchList")]
pub struct WatchView {
    /// Those that fit, with the best players first; 60 at most.
    pub games: Vec<WatchedGame>,
    /// How many fit.
    pub n_games: u32,
    /// The one that stands out among all; it does so to its end.
    #[ts(type = "string | null")]
    pub featured: Option<Code>,
}

/// Somebody whom the reader follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Followed")]
pub struct FollowView {
    /// Who.
    #[ts(type = "string")]
    pub user: Code,
    /// The name of their account.
    pub handle: String,
    /// What others see of them.
    pub name: String,
    /// The games they are playing.
    pub playing: Vec<String>,
}

/// Whom the reader follows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FollowList {
    /// They, by name.
    pub follows: Vec<FollowView>,
}
