//! What goes wrong over HTTP.

use komadai_rules::Illegal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{RefusalCode, words};

/// What an address of the API answers when it cannot do what it was asked for (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HttpProblem {
    /// Always `about:blank`: the code says what it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What it is, for programs.
    pub code: RefusalCode,
    /// What it is, for people, in English.
    pub detail: String,
    /// The line of a text that was sent, or the place in a list of several things, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The character in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// What is wrong with the record that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongText>,
    /// The rows of a table that cannot be taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<BadRow>,
}

/// What is wrong with a record, for programs to say it in their reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WrongText {
    /// What it is.
    pub problem: TextProblem,
    /// What stands there, shortened, or what there is too much of; empty where that says nothing.
    pub found: String,
    /// What is wrong with a move that cannot be played or is against the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Illegal>")]
    pub why: Option<Illegal>,
}

/// What can be wrong at a place of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TextProblem {
    /// Bytes that are no characters in the encoding that is found there.
    Bytes,
    /// Something that cannot be read, or means nothing here.
    Unknown,
    /// The move cannot be carried out on the board.
    CannotPlay,
    /// The move is against the rules.
    Illegal,
    /// No piece can make the move.
    NoSuchMove,
    /// Several pieces can make the move.
    Ambiguous,
    /// 同 without a move before it.
    NoMoveBefore,
    /// The number of a move does not follow the one before.
    MoveNumber,
    /// A variation starts at a move that the line before it does not reach.
    LooseVariation,
    /// A handicap that is not known.
    Handicap,
    /// The diagram is broken.
    Board,
    /// There are more pieces of a kind than the game has.
    TooManyPieces,
    /// It is no position.
    Sfen,
    /// It is not the JSON that the format wants.
    Json,
    /// It is no time; it is left out.
    Time,
    /// No start is given, so the usual one is taken.
    NoStart,
    /// It stands after the end of the game.
    AfterEnd,
    /// There is more than is taken.
    TooMany,
}

/// A row of a table that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadRow {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong with it, for programs.
    pub problem: RowProblem,
    /// What stands there.
    pub value: String,
}

/// What a row of a table cannot be taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowProblem {
    /// A quotation mark is not closed.
    Quote,
    /// There are more values than columns.
    Values,
    /// There is no name and no account.
    NameMissing,
    /// The name is too long, or has signs that are not seen.
    Name,
    /// No account has that user name.
    UnknownAccount,
    /// The club keeps that account out.
    Banned,
    /// That account and whoever reads the file keep each other away.
    KeptApart,
    /// The same account, or the same name without one, was in a row above.
    Twice,
    /// It is no grade.
    Grade,
    /// The note is too long, or has signs that are not seen.
    Note,
}
