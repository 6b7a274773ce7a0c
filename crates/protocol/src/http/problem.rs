//! What goes wrong over HTTP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::RefusalCode;

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
    /// The rows of a table that cannot be taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<BadRow>,
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
