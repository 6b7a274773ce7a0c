//! What a program of lishogi asks for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a challenge is not wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotDecline {
    /// One of lishogi's words; not at all where it is left out.
    #[serde(default)]
    pub reason: String,
}

/// A game that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotWish {
    /// The key of a variant; standard shogi where it is left out.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in seconds; without any time there is no clock.
    #[serde(default, rename = "clock.limit")]
    pub limit: Option<u32>,
    /// What each move adds, in seconds.
    #[serde(default, rename = "clock.increment")]
    pub increment: Option<u32>,
    /// Length of a period in seconds.
    #[serde(default, rename = "clock.byoyomi")]
    pub byoyomi: Option<u32>,
    /// Number of periods.
    #[serde(default, rename = "clock.periods")]
    pub periods: Option<u8>,
    /// Days for each move, instead of a clock: 1.
    #[serde(default)]
    pub days: Option<u32>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
    /// Where it begins.
    #[serde(default)]
    pub sfen: Option<String>,
    /// How strong the machine is, from 1.
    #[serde(default)]
    pub level: Option<u8>,
}

/// A seek.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSeek {
    /// The key of a variant; standard shogi where it is left out.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in minutes.
    #[serde(default)]
    pub time: Option<u32>,
    /// What each move adds, in seconds.
    #[serde(default)]
    pub increment: Option<u32>,
    /// Length of a period in seconds.
    #[serde(default)]
    pub byoyomi: Option<u32>,
    /// Number of periods.
    #[serde(default)]
    pub periods: Option<u8>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
}

/// How many are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotCount {
    /// At most so many.
    #[serde(default)]
    pub nb: Option<usize>,
}

/// What comes with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotMoveWith {
    /// Whether a draw is offered with it.
    #[serde(default)]
    pub offering_draw: bool,
}
