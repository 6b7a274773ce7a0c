//! `/games`: finished games and running ones.

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    paging::{After, NextPage},
    people::Person,
};
use crate::words;

/// The engines of the server that can be played against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engines {
    /// The built-in one comes first.
    pub engines: Vec<EngineView>,
}

/// An engine that can be played against with `play_engine`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Engine")]
pub struct EngineView {
    /// Its name; `null` for the built-in one.
    pub name: Option<String>,
    /// The names of the variants it plays.
    pub variants: Vec<String>,
    /// The names of its levels, weakest first; the first one has the number 1. The levels of the
    /// built-in opponent have no names.
    pub levels: Vec<Option<String>>,
}

/// A hint for a player of a game against a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameHint {
    /// The number of the move, counted from 0: for a later position the hint is out of date.
    pub ply: u32,
    /// The move, in USI; `null` where there is nothing to move.
    pub usi: Option<String>,
}

/// The result of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerResult {
    /// A win.
    Won,
    /// A draw.
    Drawn,
    /// A loss.
    Lost,
}

/// Filters for finished games, all of which must match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSearch {
    /// One player's handle or display name.
    pub player: Option<String>,
    /// The other player's handle or display name.
    pub opponent: Option<String>,
    /// The result for the player; for sente if no player is given.
    pub result: Option<PlayerResult>,
    /// Why it ended.
    #[schemars(with = "Option<words::Reason>")]
    pub reason: Option<String>,
    /// The variant's name.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
    /// The handicap's name, or `even` for none.
    #[schemars(with = "Option<words::HandicapOrEven>")]
    pub handicap: Option<String>,
    /// The opening.
    #[schemars(with = "Option<words::Opening>")]
    pub opening: Option<String>,
    /// Whether its result changed ratings.
    pub rated: Option<bool>,
    /// The earliest time it ended.
    pub from_ms: Option<i64>,
    /// It ended before this time.
    pub until_ms: Option<i64>,
    /// Continues after the games of the previous page.
    #[serde(flatten)]
    pub page: After,
}

/// A game in the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundGame {
    /// Its code.
    pub game: Code,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The handicap's name.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The handle of sente's account, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sente_handle: Option<String>,
    /// The handle of gote's account, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gote_handle: Option<String>,
    /// Whether sente's account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sente_bot: bool,
    /// Whether gote's account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gote_bot: bool,
    /// The number of moves.
    pub plies: u32,
    /// Why it ended.
    #[schemars(with = "words::Reason")]
    pub reason: String,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// Whether its result changed ratings.
    pub rated: bool,
    /// The opening, if known.
    #[schemars(with = "Option<words::Opening>")]
    pub opening: Option<String>,
    /// When it ended.
    pub ended_ms: i64,
}

/// A page of results, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundList {
    /// The games.
    pub games: Vec<FoundGame>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
    /// The players that `player` may mean, if it is ambiguous; there are no games then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maybe_player: Vec<Person>,
    /// The same for `opponent`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maybe_opponent: Vec<Person>,
}
