//! `/me`: a player's archive, of the games played here and of imported ones.

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

/// A game the player finished here, as listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedGame {
    /// Its code.
    pub game: Code,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The caller's side.
    pub side: Option<Side>,
    /// The number of moves.
    pub plies: u32,
    /// Why it ended.
    #[schemars(with = "words::Reason")]
    pub reason: String,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// The final position, as SFEN.
    pub sfen: String,
    /// When it ended.
    pub ended_ms: i64,
}

/// A page of the games that a player finished here, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedList {
    /// The games.
    pub games: Vec<PlayedGame>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}

/// An imported game, as listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportedGame {
    /// Its id.
    pub import: Uuid,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Sente's name, if the record has it.
    pub sente: Option<String>,
    /// Gote's name, if the record has it.
    pub gote: Option<String>,
    /// The tournament, if the record names it.
    pub event: Option<String>,
    /// When it was played, as the record puts it.
    pub played: Option<String>,
    /// The number of moves of the main line.
    pub plies: u32,
    /// Why it ended, if the record says.
    pub reason: Option<String>,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// The position after the main line, as SFEN.
    pub sfen: String,
    /// When it was imported.
    pub made_ms: i64,
}

/// A page of a player's imported games, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportList {
    /// The games.
    pub imports: Vec<ImportedGame>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}

/// What is known about a file that is uploaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileSent {
    /// Its format: a format's name such as `kif`, or a file extension; detected if absent.
    pub format: Option<String>,
}

/// A record on another site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordAddress {
    /// Its address: `https://`, one of the hosts that the settings list, and the path of a file, or
    /// of a game on lishogi or on a site like this one.
    pub address: String,
}

/// Which games an archive file contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ZipWanted {
    /// The extension of the games' files, such as `kif` or `csa`.
    #[serde(default = "kif")]
    pub format: String,
    /// Continues after the games of the previous page.
    #[serde(flatten)]
    pub page: After,
}

fn kif() -> String {
    "kif".to_owned()
}

/// The notation of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotationName {
    /// `7六歩`.
    Japanese,
    /// `P-76`.
    #[default]
    Western,
    /// `P-7f`.
    Hodges,
    /// With the letters of the pieces' Vietnamese names.
    Vietnamese,
    /// `7g7f`.
    Usi,
}

/// The language in which an imported game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownIn {
    /// The notation of its moves.
    #[serde(default)]
    pub notation: NotationName,
}

/// The outcome of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportAnswer {
    /// Its games, in the file's order.
    pub imports: Vec<ImportedGame>,
    /// How many of them were already in the archive.
    pub n_known: u32,
    /// The file's format.
    pub format: String,
    /// The file's encoding.
    pub charset: String,
    /// What was skipped or corrected; at most a hundred notes.
    pub notes: Vec<ImportNote>,
    /// How many notes there are.
    pub n_notes: u32,
}

/// Something in a file that was skipped or corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportNote {
    /// The line, from 1.
    pub line: u32,
    /// The column in that line, from 1.
    pub column: u32,
    /// A description in English.
    pub text: String,
    /// The same in a form for translation.
    pub wrong: WrongText,
}

/// An imported game, for replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportTree {
    /// The game as listed.
    pub game: ImportedGame,
    /// The headers above the moves: names and values.
    pub headers: Vec<(String, String)>,
    /// The start comes first; every step comes after its parent, and of the steps with the same
    /// parent, that of the main line comes first.
    pub steps: Vec<ImportStep>,
}

/// A step of an imported game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportStep {
    /// The index of its parent in the list; absent for the start.
    pub parent: Option<u32>,
    /// Its move number: 0 for the start.
    pub ply: u32,
    /// The move, if it is one.
    pub usi: Option<String>,
    /// The move in the requested notation.
    pub text: Option<String>,
    /// Why the line ends here, if it does.
    pub end: Option<String>,
    /// The winner, if that ends the game with one.
    pub winner: Option<Side>,
    /// The position after it, as SFEN.
    pub sfen: String,
    /// How long the side to move thought, in milliseconds, if the record has it.
    pub spent_ms: Option<u64>,
    /// Its comments, one line each.
    pub comments: Vec<String>,
}
