//! `/tsume`: tsume problems.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Dests, words};

/// Filters for the problems.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichTsume {
    /// The variant's name; without it, the problems are those of standard shogi.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
}

/// The problems of a variant, and the reader's progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeList {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Whether first attempts at these problems are rated; only those of standard shogi are.
    pub rated: bool,
    /// All variants that have problems, standard shogi first.
    pub variants: Vec<TsumeVariant>,
    /// The problems, in order.
    pub problems: Vec<TsumeListed>,
    /// The number of today's problem, by UTC, which is always one of standard shogi.
    pub daily: Option<u32>,
    /// The reader's progress; `null` before the first attempt that counts.
    pub solver: Option<TsumeSolver>,
}

/// A variant that has problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeVariant {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// How many problems it has.
    pub n_problems: u32,
    /// How many of them the reader has solved.
    pub n_solved: u32,
}

/// A problem in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeListed {
    /// Its number, which no problem of another variant has.
    pub number: u32,
    /// Its number among the problems of its variant, from 1.
    pub place: u32,
    /// The number of moves to mate.
    pub plies: u32,
    /// Its difficulty as a rating, in whole points.
    pub rating: i32,
    /// The result of the reader's first attempt; `null` without one.
    pub first: Option<TsumeFirst>,
    /// Whether the reader has solved it, at the first attempt or a later one.
    pub solved: bool,
}

/// The result of a first attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TsumeFirst {
    /// It was solved.
    Solved,
    /// It was not solved.
    Failed,
    /// A hint was used, so it does not count.
    Helped,
}

/// A user's progress with the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeSolver {
    /// The rating, in whole points.
    pub rating: i32,
    /// Whether the rating is provisional.
    pub provisional: bool,
    /// How many problems were attempted.
    pub n_tried: u32,
    /// The current streak of solved problems.
    pub streak: u32,
    /// The longest such streak.
    pub best_streak: u32,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeProblem {
    /// Its number, which no problem of another variant has.
    pub number: u32,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// Its number among the problems of its variant, from 1.
    pub place: u32,
    /// Whether a first attempt is rated.
    pub rated: bool,
    /// The number of moves to mate.
    pub plies: u32,
    /// The position.
    pub sfen: String,
    /// Its difficulty as a rating, in whole points.
    pub rating: i32,
    /// How many first attempts there have been.
    pub n_tried: u32,
    /// How many of them were successful.
    pub n_solved: u32,
    /// The legal moves.
    pub dests: Dests,
}

/// The solver's moves so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TsumeLine {
    /// The solver's moves and the replies between them, in USI.
    pub moves: Vec<String>,
}

/// The outcome of the latest move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TsumeVerdict {
    /// The defence continues.
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
        /// The change in rating; `null` unless this was the first attempt at a rated problem.
        change: Option<TsumeChange>,
    },
    /// There is no mate in the required number of moves.
    Failed {
        /// The change in rating; `null` unless this was the first attempt at a rated problem.
        change: Option<TsumeChange>,
    },
}

/// The effect of a first attempt on the solver's rating, in whole points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeChange {
    /// The rating before it.
    pub before: i32,
    /// The rating after it.
    pub after: i32,
}

/// A hint: the piece that mates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeHint {
    /// The square of the piece that moves, or its letter and `*` if it is dropped.
    pub from: String,
}

/// The solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeSolution {
    /// All moves, in USI.
    pub moves: Vec<String>,
}
