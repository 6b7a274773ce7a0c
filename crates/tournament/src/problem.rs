//! What is wrong with an event document, all of it at once, with the place to look at.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// What is wrong, for programs: stays the same when the wording changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "its message says what it is")]
pub enum Fault {
    AbsentTwice,
    Bars,
    Best,
    Boards,
    ByeTwice,
    Class,
    Classes,
    Decision,
    Duration,
    EntryId,
    EntryTwice,
    Format,
    GameKey,
    GameTwice,
    Games,
    Groups,
    Holder,
    Host,
    LateEntry,
    Match,
    Orders,
    OwnOpponent,
    OwnTeam,
    PlayOff,
    Points,
    Prizes,
    Probability,
    Reason,
    Round,
    Rounds,
    Slot,
    Stages,
    Tags,
    Team,
    TiebreakTwice,
    Tiebreaks,
    Time,
    TooMany,
    Toss,
    TwoGames,
    UnknownEntry,
    Version,
}

/// One thing that keeps a document from being used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// For programs.
    pub code: Fault,
    /// Where: `entries[3].absent`, `games[17]`.
    pub at: String,
    /// For people: one clause.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.at, self.message)
        }
    }
}

/// Everything that is wrong with a document; never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, thiserror::Error, JsonSchema)]
#[serde(transparent)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Notes one more.
    pub fn add(&mut self, code: Fault, at: impl Into<String>, message: impl Into<String>) {
        self.0.push(Problem { code, at: at.into(), message: message.into() });
    }

    /// Notes what is wrong in a part that is checked as an event of its own: places are counted
    /// within it.
    pub(crate) fn extend_inside(&mut self, part: &str, inside: Self) {
        let named = inside.0.into_iter().map(|problem| Problem {
            at: format!("{part}, {}", problem.at).trim_end_matches(", ").to_owned(),
            ..problem
        });
        self.0.extend(named);
    }

    /// Whether a problem with that code is among them.
    pub fn has(&self, code: Fault) -> bool {
        self.0.iter().any(|problem| problem.code == code)
    }

    /// Nothing, or all of them as an error.
    pub fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}
