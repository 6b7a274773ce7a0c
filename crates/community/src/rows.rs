//! Rows of tables that people send, and what is wrong with them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A row of a table that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BadRow {
    /// Its line, from 1.
    pub line: usize,
    /// The fault, for programs.
    pub problem: RowProblem,
    /// The value.
    pub value: String,
}

words! {
    /// Why a row of a table is not accepted.
    pub enum RowProblem {
        /// A quotation mark is not closed.
        Quote => "quote",
        /// There are more values than columns.
        Values => "values",
        /// There is no name and no account.
        NameMissing => "name_missing",
        /// The name is too long, or contains invisible characters.
        Name => "name",
        /// No account has that user name.
        UnknownAccount => "unknown_account",
        /// The account is banned from the club.
        Banned => "banned",
        /// That account or the caller has blocked the other.
        KeptApart => "kept_apart",
        /// The same account, or the same name without one, is in an earlier row.
        Twice => "twice",
        /// Not a valid grade.
        Grade => "grade",
        /// The note is too long, or contains invisible characters.
        Note => "note",
    }
}
