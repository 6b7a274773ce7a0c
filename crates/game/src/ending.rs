//! How a game ended (§2).

use std::{fmt, str::FromStr};

use komadai_rules::{Illegal, Reason, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::UnratedReason;

/// Why a game ended: on the board, or off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The position or the moves ended it.
    Board(Reason),
    /// 投了: a player resigned.
    Resignation,
    /// 切れ負け: a flag fell.
    Time,
    /// A side did not make its first move in time.
    NoFirstMove,
    /// A player called it off before both sides had moved.
    Aborted,
    /// A player had left and the other claimed the game.
    Abandoned,
    /// A player did not come.
    NoShow,
    /// Given away, by an organiser or by leaving an event.
    Forfeit,
    /// Decided by an organiser.
    Adjudicated,
    /// Struck from the record by a moderator.
    Annulled,
}

/// The reasons off the board and their names.
const OFF_BOARD: [(EndReason, &str); 9] = [
    (EndReason::Resignation, "resignation"),
    (EndReason::Time, "time"),
    (EndReason::NoFirstMove, "no_first_move"),
    (EndReason::Aborted, "aborted"),
    (EndReason::Abandoned, "abandoned"),
    (EndReason::NoShow, "no_show"),
    (EndReason::Forfeit, "forfeit"),
    (EndReason::Adjudicated, "adjudicated"),
    (EndReason::Annulled, "annulled"),
];

impl EndReason {
    /// Every reason.
    pub fn all() -> impl Iterator<Item = Self> {
        Reason::ALL.into_iter().map(Self::Board).chain(OFF_BOARD.into_iter().map(|(it, _)| it))
    }

    /// Its name on the wire and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Board(reason) => reason.as_str(),
            _ => OFF_BOARD.iter().find(|(it, _)| *it == self).map_or("", |(_, name)| name),
        }
    }

    /// Whether such a game counts as one that was never played.
    pub fn is_void(self) -> bool {
        matches!(self, Self::NoFirstMove | Self::Aborted | Self::Annulled)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text names no reason for a game to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a reason for a game to end")]
pub struct EndReasonError;

impl FromStr for EndReason {
    type Err = EndReasonError;

    fn from_str(text: &str) -> Result<Self, EndReasonError> {
        Self::all().find(|reason| reason.as_str() == text).ok_or(EndReasonError)
    }
}

impl Serialize for EndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Why.
    pub reason: EndReason,
    /// Who won; nobody in a draw and in a game that does not count.
    pub winner: Option<Side>,
    /// What was wrong with the move that lost (§2.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Illegal>,
    /// The move that lost, as USI; it is not among the game's moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal_usi: Option<String>,
    /// The side that did not come, or had left, also where nobody won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Side>,
    /// The side that called it off while it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_off: Option<Side>,
    /// Why it is not rated although it was to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrated: Option<UnratedReason>,
}

impl Outcome {
    /// An end without further words.
    pub fn new(reason: EndReason, winner: Option<Side>) -> Self {
        Self {
            reason,
            winner,
            illegal: None,
            illegal_usi: None,
            left: None,
            called_off: None,
            unrated: None,
        }
    }

    /// Whether a side gave it up rather than lost it on the board.
    pub fn is_given_up(&self) -> bool {
        use EndReason as R;
        matches!(self.reason, R::Resignation | R::Time | R::Abandoned)
    }

    /// An end because this side did not come or had left.
    pub fn left(reason: EndReason, winner: Option<Side>, left: Side) -> Self {
        Self { left: Some(left), ..Self::new(reason, winner) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_read_back() {
        let mut names: Vec<_> = EndReason::all().map(EndReason::as_str).collect();
        for name in &names {
            assert_eq!(name.parse::<EndReason>().map(EndReason::as_str), Ok(*name));
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), EndReason::all().count());
    }
}
