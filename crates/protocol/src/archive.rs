//! A player's archive, which is asked for over HTTP: the games that were played here and those
//! that were brought along.

use komadai_ids::Code;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

use crate::SideName;

/// A game that a player finished here, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PlayedGame")]
pub struct PlayedView {
    /// Its code.
    #[ts(type = "string")]
    pub game: Code,
    /// Name of the variant.
    pub variant: String,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// The side of the player who asks.
    pub side: Option<SideName>,
    /// Number of moves.
    pub plies: u32,
    /// Why it ended.
    #[ts(type = "Reason")]
    pub reason: String,
    /// Who won, if anyone.
    pub winner: Option<SideName>,
    /// The position at its end, as SFEN.
    pub sfen: String,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: i64,
}

/// A page of the games that a player finished here, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayedList {
    /// The games.
    pub games: Vec<PlayedView>,
    /// What the address of the next page has after its `?`, if there is one.
    pub next: Option<String>,
}

/// A game that a player brought along, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "ImportedGame")]
pub struct ImportView {
    /// Its id.
    #[ts(type = "string")]
    pub import: Uuid,
    /// Name of the variant.
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
    pub winner: Option<SideName>,
    /// The position after the main line, as SFEN.
    pub sfen: String,
    /// When it was brought, in Unix milliseconds.
    pub created_ms: i64,
}

/// A page of what a player brought along, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportList {
    /// The games.
    pub imports: Vec<ImportView>,
    /// What the address of the next page has after its `?`, if there is one.
    pub next: Option<String>,
}

/// What became of a file that was brought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportAnswer {
    /// Its games, in its order.
    pub imports: Vec<ImportView>,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportNote {
    /// The line, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
    /// What it is, in English.
    pub text: String,
}

/// A game that was brought along, to be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportTree {
    /// What lists show of it.
    pub game: ImportView,
    /// What stands above the moves: words and texts.
    pub headers: Vec<(String, String)>,
    /// The start comes first; a step's parent comes before it, and of the steps with the same
    /// parent the main line's comes first.
    pub steps: Vec<ImportStep>,
}

/// A step of a game that was brought along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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
    pub winner: Option<SideName>,
    /// The position after it, as SFEN.
    pub sfen: String,
    /// How long the side to move thought, in milliseconds, if the record tells it.
    pub spent_ms: Option<u64>,
    /// What is said about it, one line each.
    pub comments: Vec<String>,
}

/// What an address of the API answers when it cannot do what it was asked for (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HttpProblem {
    /// Always `about:blank`: the code says what it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What it is, for programs.
    pub code: String,
    /// What it is, for people, in English.
    pub detail: String,
    /// The line of a text that was sent, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// The character in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub column: Option<u32>,
}
