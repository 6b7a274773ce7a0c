//! A game as lishogi exports it.

use komadai_rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BotClock, BotPlayer};

/// A player of a game that is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotExportedPlayer {
    /// Who.
    pub user: BotPlayer,
    /// In whole points.
    pub rating: i32,
    /// Whether it is not certain yet.
    pub provisional: bool,
}

/// A game as it is exported; its times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotExport {
    /// Its code.
    pub id: String,
    /// Whether its result changed both players' ratings.
    pub rated: bool,
    /// The key of the variant.
    pub variant: String,
    /// How fast it was.
    pub speed: String,
    /// What kind of game it was.
    pub perf: String,
    /// When it was made, in Unix milliseconds.
    pub created_at: u64,
    /// When it ended, in Unix milliseconds; when it was asked for, before that.
    pub last_move_at: u64,
    /// `started`, or how it ended.
    pub status: String,
    /// Who played.
    pub players: BySide<BotExportedPlayer>,
    /// Where it began, as SFEN, if that was not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_sfen: Option<String>,
    /// Who won, if anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// All moves in USI with blanks between.
    pub moves: String,
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// On which clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<BotClock>,
}
