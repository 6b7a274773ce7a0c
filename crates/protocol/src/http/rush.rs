//! `/tsume/rush`: tsume problems against the clock; `/tsume/due`: problems that come again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::Dests;

/// A rush, as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rush {
    /// Its id.
    pub rush: Uuid,
    /// How long it takes, from the start.
    pub length_ms: u32,
    /// How many mistakes end it.
    pub mistakes_max: u32,
    /// The time left.
    pub left_ms: u32,
    /// How many problems were solved.
    pub n_solved: u32,
    /// The numbers of the problems that were not solved.
    pub missed: Vec<u32>,
    /// The problem to solve; `null` when the rush is over.
    pub problem: Option<RushProblem>,
}

/// A problem of a rush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RushProblem {
    /// Its place in the rush, counted from 0.
    pub place: u32,
    /// The number of moves to mate.
    pub plies: u32,
    /// The position.
    pub sfen: String,
    /// The legal moves.
    pub dests: Dests,
}

/// The solver's moves so far in a problem of a rush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RushLine {
    /// The problem's place in the rush.
    pub place: u32,
    /// The solver's moves and the replies between them, in USI.
    pub moves: Vec<String>,
}

/// The outcome of the latest move in a rush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum RushVerdict {
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
        /// The rush after it.
        rush: Rush,
    },
    /// There is no mate in the required number of moves.
    Failed {
        /// The rush after it.
        rush: Rush,
    },
    /// The time was up, or the problem had been answered before: nothing has changed.
    Late {
        /// The rush as it stands.
        rush: Rush,
    },
}

/// The best rushes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RushBests {
    /// The reader's own.
    pub own: OwnRushBest,
    /// Today's, by UTC: of accounts, each once, best first.
    pub day: Vec<RushBest>,
    /// The last seven days', likewise.
    pub week: Vec<RushBest>,
}

/// A user's best rushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRushBest {
    /// Today's, by UTC.
    pub today: Option<RushScore>,
    /// The best of all.
    pub ever: Option<RushScore>,
}

/// What a rush came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RushScore {
    /// How many problems were solved.
    pub n_solved: u32,
    /// The time that took.
    pub took_ms: u32,
}

/// A user on a list of the best rushes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RushBest {
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The score.
    #[serde(flatten)]
    pub score: RushScore,
}

/// The problems that come again, because the reader has not solved them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeDue {
    /// The numbers of those that are due, the longest due first.
    pub due: Vec<u32>,
    /// How many come on a later day.
    pub n_later: u32,
}
