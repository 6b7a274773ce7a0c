//! A game in lishogi's export format.

use komadai_rules::{BySide, Side};
use komadai_tournament::Points;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BotClock, BotPlayer, BotTitle};

/// A player of an exported game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotExportedPlayer {
    /// The account.
    pub user: BotPlayer,
    /// In whole points.
    pub rating: i32,
    /// Whether it is provisional.
    pub provisional: bool,
}

/// An exported game; its times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotExport {
    /// Its code.
    pub id: String,
    /// Whether its result changed both players' ratings.
    pub rated: bool,
    /// The variant's key.
    pub variant: String,
    /// The speed of the game.
    pub speed: String,
    /// The kind of game.
    pub perf: String,
    /// When it was created, in Unix milliseconds.
    pub created_at: u64,
    /// When it ended, in Unix milliseconds; while it is played, the time of the request.
    pub last_move_at: u64,
    /// `started`, or how it ended.
    pub status: String,
    /// The players.
    pub players: BySide<BotExportedPlayer>,
    /// The starting position as SFEN, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_sfen: Option<String>,
    /// The winner, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// All moves in USI, separated by spaces.
    pub moves: String,
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<BotClock>,
}

/// Filters for a player's games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGamesWanted {
    /// Only games that ended at this time or later, in Unix milliseconds.
    pub since: Option<i64>,
    /// Only games that ended before this time, in Unix milliseconds.
    pub until: Option<i64>,
    /// At most this many, newest first.
    pub max: Option<usize>,
    /// The opponent.
    pub vs: Option<String>,
    /// Whether their results changed ratings.
    pub rated: Option<bool>,
    /// `realTime`, or the key of a variant.
    pub perf_type: Option<String>,
    /// Whether to include the moves.
    pub moves: Option<bool>,
}

/// The number of lines of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotResultsWanted {
    /// At most this many.
    pub nb: Option<usize>,
}

/// A player's standing in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BotResult {
    /// The rank, from 1; shared where nothing separates players.
    pub rank: usize,
    /// Points.
    pub score: Points,
    /// The rating for seeding, in whole points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The account's name, or the name that was entered.
    pub username: String,
    /// `BOT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<BotTitle>,
    /// The player's team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}
