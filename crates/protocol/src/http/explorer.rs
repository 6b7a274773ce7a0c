//! `/explorer`: the moves played in a position.

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words;

/// Which position, and which games to count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplorerWanted {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The position, as SFEN.
    pub sfen: String,
    /// Which games: `people` (the default), `programs`, or the name of a collection.
    pub source: Option<String>,
    /// Only the games of the player with this handle, instead of a source.
    pub player: Option<String>,
    /// The side of that player.
    pub side: Option<Side>,
    /// The minimum of the players' average rating: 800, 1000, … 2200. Excludes games without
    /// ratings.
    pub rating_from: Option<u32>,
    /// The players' average rating is below this: 800, 1000, … 2200. Excludes games without
    /// ratings.
    pub rating_until: Option<u32>,
    /// Speeds, separated by commas: `bullet`, `blitz`, `rapid`, `classical`,
    /// `correspondence`, and `none` for games without a clock or with an unknown one.
    pub speeds: Option<String>,
    /// The first month, such as `2026-11`.
    pub from: Option<String>,
    /// The last month.
    pub until: Option<String>,
}

/// The statistics of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerAnswer {
    /// The sources that can be requested.
    pub sources: Vec<ExplorerSource>,
    /// The total number of games of the source or the player, in any position; for a player, the
    /// newest thousand at most.
    pub n_games: u32,
    /// How many games are still to be counted; 10,000 stands for that many or more.
    pub n_waiting: u32,
    /// All games that reached the position and continued from it.
    pub total: ExplorerCounts,
    /// The moves, most frequent first.
    pub moves: Vec<ExplorerMove>,
    /// The newest games.
    pub newest: Vec<ExplorerGame>,
    /// The games with the highest ratings.
    pub strongest: Vec<ExplorerGame>,
}

/// A set of games that are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerSource {
    /// Its name.
    pub name: String,
    /// The number of its games.
    pub n_games: u32,
}

/// The results of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerCounts {
    /// The number of sente's wins.
    pub sente: u64,
    /// The number of gote's wins.
    pub gote: u64,
    /// The number of games without a winner.
    pub draws: u64,
    /// The average rating, over the rated games.
    pub rating: Option<u32>,
    /// The month of the latest game, such as `2026-11`, if known.
    pub last: Option<String>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerMove {
    /// The move.
    pub usi: String,
    /// The results of the games in which it was played.
    #[serde(flatten)]
    pub counts: ExplorerCounts,
}

/// A game that reached the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorerGame {
    /// Its code, if it was played on this site.
    pub game: Option<Code>,
    /// The move played in the position.
    pub usi: String,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// The players' average rating, to the nearest ten points, if the game was rated.
    pub rating: Option<u32>,
    /// When it ended, if it was played on this site.
    pub ended_ms: Option<i64>,
    /// When it was played, as its record puts it, if it is from a collection.
    pub played: Option<String>,
    /// The tournament, if its record names it.
    pub event: Option<String>,
}
