//! The errors of the HTTP API.

pub use komadai_community::rows::{BadRow, RowProblem};
use komadai_rules::Illegal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{RefusalCode, words};

/// The response when the API cannot do what was requested (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HttpProblem {
    /// Always `about:blank`: the code identifies the problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The code, for programs.
    pub code: RefusalCode,
    /// A description in English, for people.
    pub detail: String,
    /// The line of a submitted text, or the position in a submitted list, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The fault in a submitted record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongText>,
    /// The rows of a table that are not accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<BadRow>,
}

/// The fault in a record, for programs to translate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WrongText {
    /// The kind of fault.
    pub problem: TextProblem,
    /// The text at that place, shortened, or the item there is too much of; empty where that adds
    /// nothing.
    pub found: String,
    /// Why a move cannot be played or is illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Illegal>")]
    pub why: Option<Illegal>,
    /// The line at that place, or the part of a long one around it; absent if that is empty, or not
    /// known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
}

/// The kinds of fault at a place in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextProblem {
    /// Bytes that are invalid in the detected encoding.
    Bytes,
    /// Something that cannot be read, or has no meaning here.
    Unknown,
    /// The move cannot be carried out on the board.
    CannotPlay,
    /// The move is against the rules.
    Illegal,
    /// No piece can make the move.
    NoSuchMove,
    /// Several pieces can make the move.
    Ambiguous,
    /// 同 without a preceding move.
    NoMoveBefore,
    /// A move's number does not follow the previous one.
    MoveNumber,
    /// A variation starts at a move that the line before it does not reach.
    LooseVariation,
    /// An unknown handicap.
    Handicap,
    /// A handicap whose name does not say which of two pieces is missing: one of them is assumed.
    UncertainHandicap,
    /// The diagram is malformed.
    Board,
    /// More pieces of a kind than the game has.
    TooManyPieces,
    /// Not a valid position.
    Sfen,
    /// Not the JSON that the format requires.
    Json,
    /// Not a valid time; it is ignored.
    Time,
    /// No starting position is given, so the usual one is assumed.
    NoStart,
    /// It comes after the end of the game.
    AfterEnd,
    /// More than is accepted.
    TooMany,
}
