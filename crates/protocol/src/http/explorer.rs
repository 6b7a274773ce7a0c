//! `/explorer`: what was played in a position.

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words;

/// Of which position, and by which games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplorerWanted {
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The position, in SFEN.
    pub sfen: String,
    /// Which games: `people` (the default), `programs`, or the name of a collection.
    pub source: Option<String>,
    /// The games of this player, by their handle, instead of a source's.
    pub player: Option<String>,
    /// Where that player sat.
    pub side: Option<Side>,
    /// The least average of the players' ratings: 800, 1000, … 2200. Games that are not rated are
    /// left out.
    pub rating_from: Option<u32>,
    /// The average of the players' ratings is below this: 800, 1000, … 2200. Games that are not
    /// rated are left out.
    pub rating_until: Option<u32>,
    /// Speeds, with a comma between: `bullet`, `blitz`, `rapid`, `classical`, and `none` for games
    /// without a clock or of which it is not known.
    pub speeds: Option<String>,
    /// The first month, as `2026-11`.
    pub from: Option<String>,
    /// The last month.
    pub until: Option<String>,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerAnswer {
    /// What can be asked for as a source.
    pub sources: Vec<ExplorerSource>,
    /// How many games the source or the player has, wherever they went; of a player the newest
    /// thousand.
    pub n_games: u32,
    /// How many games wait to be counted; 10,000 stand for more.
    pub n_waiting: u32,
    /// All games that came to the position and went on.
    pub total: ExplorerCounts,
    /// The moves, those of most games first.
    pub moves: Vec<ExplorerMove>,
    /// The newest games.
    pub newest: Vec<ExplorerGame>,
    /// The strongest games, of those that were rated.
    pub strongest: Vec<ExplorerGame>,
}

/// Games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerSource {
    /// Its name.
    pub name: String,
    /// How many games it has.
    pub n_games: u32,
}

/// How games ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerCounts {
    /// How many sente won.
    pub sente: u64,
    /// How many gote won.
    pub gote: u64,
    /// How many nobody won.
    pub draws: u64,
    /// The average of the ratings, of those that were rated.
    pub rating: Option<u32>,
    /// The month of the last one, as `2026-11`, where it is known.
    pub last: Option<String>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerMove {
    /// The move.
    pub usi: String,
    /// The games that played it.
    #[serde(flatten)]
    pub counts: ExplorerCounts,
}

/// A game that came through the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerGame {
    /// Its code, if it was played here.
    pub game: Option<Code>,
    /// What was played in the position.
    pub usi: String,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// Who won, if anyone.
    pub winner: Option<Side>,
    /// The average of the players' ratings, to ten points, if it was rated.
    pub rating: Option<u32>,
    /// When it ended, if it was played here.
    pub ended_ms: Option<i64>,
    /// When it was played, in the words of its record, if it is of a collection.
    pub played: Option<String>,
    /// The tournament, if its record tells it.
    pub event: Option<String>,
}
