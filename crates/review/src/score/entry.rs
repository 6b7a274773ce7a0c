//! What is written into a score.

use komadai_rules::{Illegal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ENTRIES_MAX, NOTE_CHARS_MAX, SCORE_PLIES_MAX};

/// One thing that is written down. Its JSON is what is stored and what is sent; fields are only
/// added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
#[schemars(rename = "ScoreEntry")]
pub enum ScoreEntry {
    /// A move.
    Move {
        /// As USI.
        usi: String,
        /// How long it took, in milliseconds, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent_ms: Option<u64>,
    },
    /// A clock as it was read.
    Clock {
        /// Whose.
        side: Side,
        /// What is left on it, in milliseconds.
        remaining_ms: u64,
    },
    /// The last move, seal or result is taken back.
    Undo,
    /// The game is over.
    Result {
        /// Why, as in `resignation`.
        cause: String,
        /// Who has won, if anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
    },
    /// An illegal move was played, which ends the game. It is not on the board.
    Illegal {
        /// Who played it.
        side: Side,
        /// The move in words, such as `P*5e`.
        text: String,
    },
    /// The next move is sealed.
    Sealed {
        /// The move; left out where it is not known, or not for the reader.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usi: Option<String>,
    },
    /// The sealed move is opened.
    Opened {
        /// The move, if it was not known when it was sealed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usi: Option<String>,
        /// How long it took, in milliseconds, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent_ms: Option<u64>,
    },
    /// There is a break: the clocks stand still.
    Paused,
    /// The clock of the side to move runs, after a break or from the beginning.
    Resumed,
    /// A note for the others who write.
    Note {
        /// At most [`NOTE_CHARS_MAX`] characters.
        text: String,
    },
}

/// An entry with when it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedEntry {
    /// The entry.
    pub entry: ScoreEntry,
    /// When, in Unix milliseconds.
    pub at_ms: u64,
}

/// Why something cannot be written down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The text is no move.
    #[error("this is not a move in USI notation, such as 7g7f or P*5e")]
    BadMove,
    /// The rules do not allow the move.
    #[error("the rules do not allow this move; if it was played, enter it as an illegal move")]
    Illegal(Illegal),
    /// The game has ended.
    #[error("the game is over; undo its result first")]
    Over,
    /// A move is sealed.
    #[error("a move is sealed; open it first")]
    Sealed,
    /// No move is sealed.
    #[error("no move is sealed")]
    NotSealed,
    /// Nobody has said which move was sealed.
    #[error("the sealed move is not known; say which it is")]
    UnknownSeal,
    /// Another move was sealed.
    #[error("another move was sealed; undo the sealing first")]
    OtherSeal,
    /// There is nothing to take back.
    #[error("there is nothing to undo")]
    NothingToUndo,
    /// No cause has that name.
    #[error("there is no such cause of a result")]
    BadCause,
    /// It says too much, or nothing.
    #[error("a text has 1 to {NOTE_CHARS_MAX} characters")]
    BadText,
    /// It speaks of too long a time.
    #[error("a time is at most ten days")]
    BadTime,
    /// There are [`ENTRIES_MAX`] entries or [`SCORE_PLIES_MAX`] moves.
    #[error("a score holds at most {ENTRIES_MAX} entries and {SCORE_PLIES_MAX} moves")]
    Full,
    /// A record begins in another position.
    #[error("this record does not begin in the position of this board")]
    OtherStart,
    /// It follows an entry that is not there.
    #[error("the score has no entry with that number")]
    BadNumber,
    /// Something else was written there, in the entry with this number.
    #[error("something else was entered meanwhile")]
    Conflict(u32),
}

impl ScoreEntry {
    /// Whether it says what has happened in the game, so that another one there contradicts it.
    pub fn is_act(&self) -> bool {
        !matches!(self, Self::Clock { .. } | Self::Paused | Self::Resumed | Self::Note { .. })
    }

    /// Whether it says the same as another; how long something took does not matter.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Move { usi, .. }, Self::Move { usi: other, .. }) => usi == other,
            (Self::Sealed { usi }, Self::Sealed { usi: other })
            | (Self::Opened { usi, .. }, Self::Opened { usi: other, .. }) => {
                usi.is_none() || other.is_none() || usi == other
            }
            (Self::Illegal { side, .. }, Self::Illegal { side: other, .. }) => side == other,
            _ => self == other,
        }
    }

    /// It as it is shown to somebody who may not know what is sealed.
    pub fn without_sealed_move(self) -> Self {
        match self {
            Self::Sealed { .. } => Self::Sealed { usi: None },
            other => other,
        }
    }
}
