//! `/tsume`: tsume problems.

pub use komadai_community::tsume::{CompositionState, TsumeFirst};
use komadai_rules::tsume::{Theme, TsumeLevel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::paging::NextPage;
use crate::{Dests, words};

/// Filters for the problems.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WhichTsume {
    /// The variant's name; without it, the problems are those of standard shogi.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
}

/// What a solution is asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct SolutionPurpose {
    /// Whether for a chapter of a study: without an earlier attempt it then counts as a hint, which
    /// rates nobody.
    #[serde(default)]
    pub chapter: bool,
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
    /// Today's problems, by UTC, which are always of standard shogi.
    pub daily: DailyTsume,
    /// The reader's progress; `null` before the first attempt that counts.
    pub solver: Option<TsumeSolver>,
}

/// Today's problems, and the reader's days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DailyTsume {
    /// One at each level, the easy one first.
    pub problems: Vec<DailyProblem>,
    /// The level to offer to the reader first.
    pub level: TsumeLevel,
    /// How many days in a row, up to today or yesterday, the reader has solved one of the day's
    /// problems.
    pub n_days: u32,
    /// The longest such streak of days.
    pub best_days: u32,
}

/// One of today's problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DailyProblem {
    /// Its level.
    pub level: TsumeLevel,
    /// Its number.
    pub number: u32,
    /// The number of moves to mate.
    pub plies: u32,
    /// Whether the reader has solved it today.
    pub solved: bool,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeListed {
    /// Its number, which no problem of another variant has.
    pub number: u32,
    /// Its number among the problems of its variant, from 1.
    pub place: u32,
    /// The number of moves to mate.
    pub plies: u32,
    /// Its difficulty as a rating, in whole points.
    pub rating: i32,
    /// What its solution shows.
    pub themes: Vec<Theme>,
    /// The result of the reader's first attempt; `null` without one.
    pub first: Option<TsumeFirst>,
    /// Whether the reader has solved it, at the first attempt or a later one.
    pub solved: bool,
    /// The player who composed it; `null` for problems that come with Komadai.
    pub author: Option<TsumeAuthor>,
}

/// The composer of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeAuthor {
    /// The handle; empty when the account was deleted.
    pub handle: String,
    /// The display name.
    pub name: String,
}

/// A user's progress with the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeSolver {
    /// The rating, in whole points; `null` in practice, which the first ten attempts are.
    pub rating: Option<i32>,
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
    /// Whether it is practice: the reader's first ten attempts give a first rating together.
    pub practice: bool,
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
    /// The player who composed it; `null` for problems that come with Komadai.
    pub author: Option<TsumeAuthor>,
    /// The vote about it; `null` unless it is proposed.
    pub proposal: Option<TsumeProposal>,
}

/// The vote about a proposed problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeProposal {
    /// How many votes there are.
    pub n_votes: u32,
    /// How many decide.
    pub n_needed: u32,
    /// Whether the reader has composed it, and does not vote.
    pub mine: bool,
    /// Whether the reader has solved it, which voting requires.
    pub solved: bool,
    /// The reader's vote; `null` without one.
    pub vote: Option<bool>,
}

/// A proposed problem in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeProposed {
    /// Its number.
    pub number: u32,
    /// The number of moves to mate.
    pub plies: u32,
    /// The position.
    pub sfen: String,
    /// The composer.
    pub author: TsumeAuthor,
    /// The vote about it.
    pub proposal: TsumeProposal,
    /// Since when it is proposed.
    pub since_ms: i64,
}

/// The problems on which players vote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeProposals {
    /// The problems, the latest first.
    pub proposed: Vec<TsumeProposed>,
    /// The query of the next page; `null` on the last one.
    pub next: Option<NextPage>,
}

/// A vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TsumeVote {
    /// Whether the problem should be published.
    pub yes: bool,
}

/// What has become of a proposal after a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeVoted {
    /// What the composition is now.
    pub state: CompositionState,
}

/// The caller's compositions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Compositions {
    /// All of them, the latest first.
    pub compositions: Vec<Composition>,
    /// How many votes decide on a proposal.
    pub votes_needed: u32,
    /// How many percent of them must be in favour for it to be published.
    pub percent_needed: u32,
}

/// A composition, for its composer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Composition {
    /// Its id.
    pub id: Uuid,
    /// What has become of it.
    pub state: CompositionState,
    /// The position.
    pub sfen: String,
    /// Its number as a problem; `null` for a draft.
    pub number: Option<u32>,
    /// The number of moves to mate; `null` for a draft.
    pub plies: Option<u32>,
    /// When it was saved first.
    pub created_ms: i64,
    /// Since when it is a draft with this position, proposed, or published.
    pub since_ms: i64,
    /// When the vote was against it, unless it has been changed since.
    pub declined_ms: Option<i64>,
    /// Why a moderator has taken it away, in their words; otherwise `null`.
    pub removed_reason: Option<String>,
}

/// A position for a draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewComposition {
    /// A position of standard shogi, sound or not.
    pub sfen: String,
}

/// A new draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompositionMade {
    /// Its id.
    pub id: Uuid,
}

/// A draft that is a problem now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CompositionProposed {
    /// Its number.
    pub number: u32,
}

/// The reason for removing a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveTsume {
    /// The reason, which is recorded.
    pub reason: String,
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
        /// How far the solver's practice has come; `null` unless this was a part of it.
        practice: Option<TsumePractice>,
    },
    /// There is no mate in the required number of moves.
    Failed {
        /// The change in rating; `null` unless this was the first attempt at a rated problem.
        change: Option<TsumeChange>,
        /// How far the solver's practice has come; `null` unless this was a part of it.
        practice: Option<TsumePractice>,
        /// Why there is no mate; `null` if the solver cannot tell.
        refutation: Option<TsumeRefutation>,
    },
}

/// Why a move does not mate in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TsumeRefutation {
    /// It gives no check.
    NoCheck,
    /// The defender has an answer.
    Defence {
        /// The move, in USI.
        usi: String,
        /// The position after it.
        sfen: String,
    },
}

/// An attempt in practice, which the first ten at rated problems are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumePractice {
    /// How many attempts of practice are left.
    pub left: u32,
    /// The first rating, in whole points; `null` until no attempts are left.
    pub rating: Option<i32>,
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

/// A composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TsumeToExamine {
    /// A position of standard shogi with sente, the attacker, to move. All pieces that are nowhere
    /// else are gote's.
    pub sfen: String,
}

/// Everything the solver has to say about a composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TsumeExamination {
    /// The position, with all remaining pieces in gote's hand.
    pub sfen: String,
    /// Whether it is sound: there is a solution, and every fault is a blemish only.
    pub sound: bool,
    /// The solution, in USI; empty without mate within 15 moves.
    pub solution: Vec<String>,
    /// What the solution shows.
    pub themes: Vec<Theme>,
    /// Everything that is wrong.
    pub faults: Vec<TsumeFault>,
}

/// Something that is wrong with a composition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum TsumeFault {
    /// The position cannot be played from.
    Illegal {
        /// The reason.
        #[schemars(with = "words::PositionProblem")]
        problem: String,
    },
    /// Gote has no king.
    NoKing,
    /// Gote is to move, so the number of moves would be even.
    EvenLength,
    /// There is no mate within 15 moves.
    NoMate,
    /// There is a mate, but it takes more than 15 moves.
    TooLong {
        /// The number of moves to mate.
        plies: u32,
    },
    /// Another move mates too.
    SecondSolution {
        /// The number of the move in the solution, counted from 1.
        number: u32,
        /// The other move, in USI.
        other: String,
    },
    /// Sente has pieces left in hand at the end of every longest defence.
    PiecesLeft,
    /// The solver gave up: the position is too complicated.
    GaveUp,
    /// A blemish: the piece may promote or not.
    EitherPromotion {
        /// The number of the move in the solution, counted from 1.
        number: u32,
        /// The other move, in USI.
        other: String,
    },
    /// A blemish: another last move mates too.
    OtherLastMove {
        /// The number of the move in the solution, counted from 1.
        number: u32,
        /// The other move, in USI.
        other: String,
    },
}
