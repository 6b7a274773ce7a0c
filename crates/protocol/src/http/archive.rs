//! `/me`: a player's archive, of the games that were played here and those that were brought along.

use komadai_ids::Code;
use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    paging::{After, NextPage},
    problem::WrongText,
};
use crate::words;

/// A game that a player finished here, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedGame {
    /// Its code.
    pub game: Code,
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The side of the player who asks.
    pub side: Option<Side>,
    /// Number of moves.
    pub plies: u32,
    /// Why it ended.
    #[schemars(with = "words::Reason")]
    pub reason: String,
    /// Who won, if anyone.
    pub winner: Option<Side>,
    /// The position at its end, as SFEN.
    pub sfen: String,
    /// When it ended.
    pub ended_ms: i64,
}

/// A page of the games that a player finished here, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedList {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// Where the list goes on, if it does.
    pub next: Option<NextPage>,
}

/// A game that a player brought along, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedGame {
    /// Its id.
    pub import: Uuid,
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Sente's name, if the record tells it.
    pub sente: Option<String>,
    /// Gote's name, if the record tells it.
    pub gote: Option<String>,
    /// The tournament, if the record tells it.
    pub event: Option<String>,
    /// When it was played, in the words of the record.
    pub played: Option<String>,
    /// Number of moves of the main line.
    pub plies: u32,
    /// Why it ended, if the record tells it.
    pub reason: Option<String>,
    /// Who won, if anyone.
    pub winner: Option<Side>,
    /// The position after the main line, as SFEN.
    pub sfen: String,
    /// When it was brought.
    pub made_ms: i64,
}

/// A page of what a player brought along, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportList {
    /// The games.
    pub imports: Vec<ImportedGame>,
    /// Where the list goes on, if it does.
    pub next: Option<NextPage>,
}

/// What is said about a file that is sent to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileSent {
    /// Its format: a name of one, as `kif`, or an ending of its files; found out if it is not given.
    pub format: Option<String>,
}

/// A record that is elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordAddress {
    /// Where it is: `https://`, one of the hosts that the settings name, and the path of a file,
    /// or of a game at lishogi or at a site like this one.
    pub address: String,
}

/// Which games come along in an archive file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZipWanted {
    /// The ending of the games' files, as `kif` or `csa`.
    #[serde(default = "kif")]
    pub format: String,
    /// The games after these.
    #[serde(flatten)]
    pub page: After,
}

fn kif() -> String {
    "kif".to_owned()
}

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotationName {
    /// `7六歩`.
    Japanese,
    /// `P-7f`.
    #[default]
    Western,
    /// `P-76`.
    Hodges,
    /// With the letters of Vietnamese names.
    Vietnamese,
    /// `7g7f`.
    Usi,
}

/// In which words a game that was brought along is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownIn {
    /// The notation of its moves.
    #[serde(default)]
    pub notation: NotationName,
}

/// What became of a file that was brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportAnswer {
    /// Its games, in its order.
    pub imports: Vec<ImportedGame>,
    /// How many of them were in the archive before.
    pub n_known: u32,
    /// The format of the file.
    pub format: String,
    /// The encoding of the file.
    pub charset: String,
    /// What was passed over or put right.
    pub notes: Vec<ImportNote>,
}

/// Something in a file that was passed over or put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportNote {
    /// The line, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// What it is, in English.
    pub text: String,
    /// What it is, for other languages.
    pub wrong: WrongText,
}

/// A game that was brought along, to be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportTree {
    /// What lists show of it.
    pub game: ImportedGame,
    /// What stands above the moves: words and texts.
    pub headers: Vec<(String, String)>,
    /// The start comes first; a step's parent comes before it, and of the steps with the same
    /// parent the main line's comes first.
    pub steps: Vec<ImportStep>,
}

/// A step of a game that was brought along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportStep {
    /// The place of the step before it in the list; none for the start.
    pub parent: Option<u32>,
    /// Its number: 0 for the start.
    pub ply: u32,
    /// The move, if it is one.
    pub usi: Option<String>,
    /// The move in the notation that was asked for.
    pub text: Option<String>,
    /// Why the line ends here, if it does.
    pub end: Option<String>,
    /// Who won by that, if anyone.
    pub winner: Option<Side>,
    /// The position after it, as SFEN.
    pub sfen: String,
    /// How long the side to move thought, in milliseconds, if the record tells it.
    pub spent_ms: Option<u64>,
    /// What is said about it, one line each.
    pub comments: Vec<String>,
}
