//! `/games`: finished games, and those that are being played.

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    paging::{After, NextPage},
    people::Person,
};
use crate::words;

/// The machines of the server that can be played against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Engines {
    /// The built-in one comes first.
    pub engines: Vec<EngineView>,
}

/// A machine that can be played against, by `play_engine`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Engine")]
pub struct EngineView {
    /// What it is called; `null` for the built-in one.
    pub name: Option<String>,
    /// What it plays, by the names of variants.
    pub variants: Vec<String>,
    /// What its levels are called, the weakest first; the first one has the number 1. Those of the
    /// built-in one have no names.
    pub levels: Vec<Option<String>>,
}

/// How a game ended for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerResult {
    /// They won.
    Won,
    /// Nobody did.
    Drawn,
    /// They lost.
    Lost,
}

/// Which finished games are looked for: those of which all that is said is true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSearch {
    /// The handle of one of its players, or a display name.
    pub player: Option<String>,
    /// The handle of the other, or a display name.
    pub opponent: Option<String>,
    /// How it ended for the player; for sente if none is named.
    pub result: Option<PlayerResult>,
    /// Why it ended.
    #[schemars(with = "Option<words::Reason>")]
    pub reason: Option<String>,
    /// Name of the variant.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
    /// Name of the handicap, or `even` for none.
    #[schemars(with = "Option<words::HandicapOrEven>")]
    pub handicap: Option<String>,
    /// The opening.
    #[schemars(with = "Option<words::Opening>")]
    pub opening: Option<String>,
    /// Whether its result changed ratings.
    pub rated: Option<bool>,
    /// When it ended at the earliest.
    pub from_ms: Option<i64>,
    /// Before when it ended.
    pub until_ms: Option<i64>,
    /// The games after these.
    #[serde(flatten)]
    pub page: After,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundGame {
    /// Its code.
    pub game: Code,
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Name of the handicap.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The name in the address of sente's page, if they have an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sente_handle: Option<String>,
    /// The name in the address of gote's page, if they have an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gote_handle: Option<String>,
    /// Whether sente's is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sente_bot: bool,
    /// Whether gote's is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gote_bot: bool,
    /// Number of moves.
    pub plies: u32,
    /// Why it ended.
    #[schemars(with = "words::Reason")]
    pub reason: String,
    /// Who won, if anyone.
    pub winner: Option<Side>,
    /// Whether its result changed ratings.
    pub rated: bool,
    /// The opening, where it is known.
    #[schemars(with = "Option<words::Opening>")]
    pub opening: Option<String>,
    /// When it ended.
    pub ended_ms: i64,
}

/// A page of games that were found, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundList {
    /// The games.
    pub games: Vec<FoundGame>,
    /// Where the list goes on, if it does.
    pub next: Option<NextPage>,
    /// Those whom `player` may stand for, where it is not clear; there are no games then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maybe_player: Vec<Person>,
    /// The same for `opponent`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maybe_opponent: Vec<Person>,
}
