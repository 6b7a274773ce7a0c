//! A game as lishogi exports it.

use komadai_rules::{BySide, Side};
use komadai_tournament::Points;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BotClock, BotPlayer, BotTitle};

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

/// Which games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGamesWanted {
    /// They ended then or later, in Unix milliseconds.
    pub since: Option<i64>,
    /// They ended before that, in Unix milliseconds.
    pub until: Option<i64>,
    /// No more than so many, the newest first.
    pub max: Option<usize>,
    /// Against whom.
    pub vs: Option<String>,
    /// Whether their results changed ratings.
    pub rated: Option<bool>,
    /// `realTime`, or the key of a variant.
    pub perf_type: Option<String>,
    /// Whether the moves are told.
    pub moves: Option<bool>,
}

/// How many lines of results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotResultsWanted {
    /// No more than so many.
    pub nb: Option<usize>,
}

/// How somebody stands in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BotResult {
    /// From 1; shared by those whom nothing separates.
    pub rank: usize,
    /// Points.
    pub score: Points,
    /// What orders the seeding, in whole points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// The name of the account, or the name that was typed.
    pub username: String,
    /// `BOT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<BotTitle>,
    /// The team they play for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}
