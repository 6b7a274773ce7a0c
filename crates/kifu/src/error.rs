//! What can be wrong with a text, and where.
//!
//! An [`Error`] ends the reading; a [`Note`] says what a reader passed over or put right, so that
//! nothing disappears without a word.

use std::fmt;

use komadai_rules::Illegal;

use crate::{CannotPlay, Format, limits};

/// A place in a text, as an editor shows it: both numbers count from 1, columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPlace {
    /// The line, from 1.
    pub line: u32,
    /// The character in that line, from 1.
    pub column: u32,
}

impl TextPlace {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A record that could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is wrong at one place.
    #[error("{at}: {problem}")]
    Text {
        /// Where it is wrong.
        at: TextPlace,
        /// What is wrong there.
        problem: Problem,
    },
    /// The text resembles no format.
    #[error("this is not a game record in any known format")]
    UnknownFormat,
    /// The file is too long to be read.
    #[error("a record file may have {} MiB", limits::FILE_BYTES_MAX >> 20)]
    TooLong,
    /// The caller asked it to stop.
    #[error("it was not read in time; split the file")]
    Stopped,
    /// The format has no words for what the record holds.
    #[error("{} cannot hold {what}", format.name())]
    CannotHold {
        /// The format that was asked for.
        format: Format,
        /// What it cannot hold.
        what: String,
    },
    /// There is nothing to write.
    #[error("the file contains no game")]
    Empty,
}

impl Error {
    pub(crate) fn at(at: TextPlace, problem: Problem) -> Self {
        Self::Text { at, problem }
    }
}

/// Something in a text that is passed over or put right; the record is there nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where it stands.
    pub at: TextPlace,
    /// What it is.
    pub problem: Problem,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.problem)
    }
}

/// What is wrong at a place of a text. Quoted pieces of text are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Bytes that are no characters in this encoding; they were read as U+FFFD.
    #[error("bytes that are no characters in {encoding}")]
    Bytes {
        /// The encoding in which the file was read.
        encoding: &'static str,
    },
    /// A word stands where something else must stand.
    #[error("found “{found}” where {expected} was expected")]
    Expected {
        /// What must stand there.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A line that means nothing in this format.
    #[error("“{0}” has no meaning here")]
    Unknown(String),
    /// The move cannot be carried out on the board.
    #[error("“{text}” cannot be played: {why}")]
    CannotPlay {
        /// The move as it stands in the text.
        text: String,
        /// Why it cannot be carried out.
        why: CannotPlay,
    },
    /// The move can be carried out, but the rules forbid it. It is kept.
    #[error("“{text}” is against the rules ({})", why.as_str())]
    Illegal {
        /// The move as it stands in the text.
        text: String,
        /// The rule it breaks.
        why: Illegal,
    },
    /// No piece can make this move.
    #[error("no piece can play “{0}”")]
    NoSuchMove(String),
    /// Several pieces can make this move.
    #[error("several pieces can play “{0}”")]
    Ambiguous(String),
    /// 同 without a move before it.
    #[error("“{0}” refers to the square of the previous move, and there is none")]
    NoMoveBefore(String),
    /// The number of a move does not follow the one before.
    #[error("found move {found} where move {expected} was expected")]
    MoveNumber {
        /// The number that follows.
        expected: u32,
        /// The number that stands there.
        found: u32,
    },
    /// A variation starts at a move that the line before it does not reach.
    #[error("the variation at move {0} follows no move")]
    LooseVariation(u32),
    /// A handicap that has no known start.
    #[error("“{0}” is not a known handicap")]
    Handicap(String),
    /// A handicap that is not the same to all programs; one of its starts is taken.
    #[error("“{name}” does not say which piece is missing: it is read as without the {piece}")]
    UncertainHandicap {
        /// The handicap.
        name: String,
        /// What is assumed to be missing.
        piece: &'static str,
    },
    /// The board is not as the format wants it.
    #[error("the diagram is broken: {0}")]
    Board(&'static str),
    /// There are more pieces of a kind than the game has.
    #[error("there are too many pieces of the kind {0}")]
    TooManyPieces(String),
    /// The SFEN cannot be read.
    #[error("“{text}” is not a valid position: {why}")]
    Sfen {
        /// The position as it stands in the text.
        text: String,
        /// What the reader of positions says.
        why: String,
    },
    /// Not JSON, or not the JSON that the format wants.
    #[error("{0}")]
    Json(String),
    /// The time cannot be read; it is left out.
    #[error("“{0}” is not a valid time")]
    Time(String),
    /// The start is not given; the usual one is taken.
    #[error("no start is given, so the usual one is assumed")]
    NoStart,
    /// A diagram that could be of several games; the one that is meant more often is taken.
    #[error("nothing says which game this is, so {0} is assumed")]
    Game(&'static str),
    /// Something after the end of a line of play.
    #[error("“{0}” comes after the end of the game")]
    AfterEnd(String),
    /// Something beside a record that says something else than the record.
    #[error("“{0}” contradicts the record")]
    Contradiction(String),
    /// The file goes beyond a limit of this crate.
    #[error("there are more than {max} {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// The limit.
        max: usize,
    },
}

impl Problem {
    /// What stands in the text there, or what there is too much of; empty where that says nothing.
    pub fn found(&self) -> String {
        match self {
            Self::Expected { found: text, .. }
            | Self::CannotPlay { text, .. }
            | Self::Illegal { text, .. }
            | Self::Sfen { text, .. }
            | Self::Unknown(text)
            | Self::NoSuchMove(text)
            | Self::Ambiguous(text)
            | Self::NoMoveBefore(text)
            | Self::Handicap(text)
            | Self::UncertainHandicap { name: text, .. }
            | Self::TooManyPieces(text)
            | Self::Time(text)
            | Self::Contradiction(text)
            | Self::AfterEnd(text) => text.clone(),
            Self::Bytes { encoding } => (*encoding).to_owned(),
            Self::MoveNumber { found, .. } => found.to_string(),
            Self::LooseVariation(number) => number.to_string(),
            Self::TooMany { max, .. } => max.to_string(),
            Self::Game(name) => (*name).to_owned(),
            Self::Board(_) | Self::Json(_) | Self::NoStart => String::new(),
        }
    }

    /// What is wrong with a move, as the rules name it.
    pub fn why(&self) -> Option<Illegal> {
        match self {
            Self::Illegal { why, .. } => Some(*why),
            Self::CannotPlay { why, .. } => Some(why.as_illegal()),
            _ => None,
        }
    }

    /// A header for which there is no room.
    pub(crate) const TOO_MANY_HEADERS: Self =
        Self::TooMany { what: "headers of other programs", max: limits::OTHER_HEADERS_MAX };
}

/// The beginning of a text, for an error: at most 24 characters.
pub(crate) fn quote(text: &str) -> String {
    const SHOWN: usize = 24;
    let text = text.trim();
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
