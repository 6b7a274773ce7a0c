//! `/tsume`: problems to solve.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Dests;

/// All problems, and how the reader fares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeList {
    /// In their order.
    pub problems: Vec<TsumeListed>,
    /// The number of today's, by UTC.
    pub daily: Option<u32>,
    /// The reader; `null` before the first attempt that counts.
    pub solver: Option<TsumeSolver>,
}

/// A problem in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeListed {
    /// By which it is named.
    pub number: u32,
    /// In how many moves it is mate.
    pub plies: u32,
    /// How hard it is, in whole points.
    pub rating: i32,
    /// How the reader's first attempt ended; `null` without one.
    pub first: Option<TsumeFirst>,
    /// Whether the reader has solved it, at the first attempt or a later one.
    pub solved: bool,
}

/// How a first attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TsumeFirst {
    /// It was solved.
    Solved,
    /// It was not.
    Failed,
    /// There was a hint, so it counts for nothing.
    Helped,
}

/// How somebody fares with the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeSolver {
    /// In whole points.
    pub rating: i32,
    /// Whether it is not certain yet.
    pub provisional: bool,
    /// How many problems were tried.
    pub n_tried: u32,
    /// Solved in a row at the end.
    pub streak: u32,
    /// The most in a row.
    pub best_streak: u32,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeProblem {
    /// By which it is named.
    pub number: u32,
    /// In how many moves it is mate.
    pub plies: u32,
    /// The position.
    pub sfen: String,
    /// How hard it is, in whole points.
    pub rating: i32,
    /// How many first attempts there were.
    pub n_tried: u32,
    /// How many of them solved it.
    pub n_solved: u32,
    /// The legal moves.
    pub dests: Dests,
}

/// How far the solver has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TsumeLine {
    /// The solver's moves and the replies between them, in USI.
    pub moves: Vec<String>,
}

/// What comes of the last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TsumeVerdict {
    /// The defender holds out.
    Reply {
        /// The defender's move.
        usi: String,
        /// The position after it.
        sfen: String,
        /// The legal moves there.
        dests: Dests,
    },
    /// It is mate.
    Solved {
        /// What that did to the rating; `null` for another than the first attempt.
        change: Option<TsumeChange>,
    },
    /// It does not mate in time.
    Failed {
        /// What that did to the rating; `null` for another than the first attempt.
        change: Option<TsumeChange>,
    },
}

/// What the first attempt did to the solver's rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeChange {
    /// Before it.
    pub before: i32,
    /// After it.
    pub after: i32,
}

/// Which piece mates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeHint {
    /// The square of the piece that moves, or its letter and `*` when it is dropped.
    pub from: String,
}

/// How it is mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeSolution {
    /// All moves, in USI.
    pub moves: Vec<String>,
}
