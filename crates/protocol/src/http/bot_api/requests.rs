//! The requests of programs written for lishogi.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a challenge is declined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotDecline {
    /// One of lishogi's reasons; if absent, the answer is "not at all".
    #[serde(default)]
    pub reason: String,
}

/// A challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotWish {
    /// The variant's key; standard shogi if absent.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in seconds; without any time there is no clock.
    #[serde(default, rename = "clock.limit")]
    pub limit: Option<u32>,
    /// The increment per move, in seconds.
    #[serde(default, rename = "clock.increment")]
    pub increment: Option<u32>,
    /// The length of a period in seconds.
    #[serde(default, rename = "clock.byoyomi")]
    pub byoyomi: Option<u32>,
    /// The number of periods.
    #[serde(default, rename = "clock.periods")]
    pub periods: Option<u8>,
    /// Days for each move, instead of a clock: 1.
    #[serde(default)]
    pub days: Option<u32>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The player's own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
    /// The starting position.
    #[serde(default)]
    pub sfen: Option<String>,
    /// The computer's level, from 1.
    #[serde(default)]
    pub level: Option<u8>,
}

/// A seek.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSeek {
    /// The variant's key; standard shogi if absent.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in minutes.
    #[serde(default)]
    pub time: Option<u32>,
    /// The increment per move, in seconds.
    #[serde(default)]
    pub increment: Option<u32>,
    /// The length of a period in seconds.
    #[serde(default)]
    pub byoyomi: Option<u32>,
    /// The number of periods.
    #[serde(default)]
    pub periods: Option<u8>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The player's own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
}

/// The number of results requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotCount {
    /// At most this many.
    #[serde(default)]
    pub nb: Option<usize>,
}

/// Options sent with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotMoveWith {
    /// Whether a draw is offered with it.
    #[serde(default)]
    pub offering_draw: bool,
}
