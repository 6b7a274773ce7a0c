//! Why a game that was to be rated is not.

use serde::{Deserialize, Serialize};

use crate::{EndReason, Outcome};

/// A result counts for ratings only when both sides have made two moves.
pub const RATED_PLIES_MIN: u32 = 4;

/// A game that a side gives up before so many moves is not rated between two who come from one
/// address.
pub const GIVEN_UP_PLIES_MIN: u32 = 10;

/// Why a game that was to be rated is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// A side made fewer than two moves.
    TooShort,
    /// It was given up in the opening, and both came from one address.
    OneAddress,
    /// The two have played enough rated games from one address for a day.
    OneAddressOften,
}

impl Unrated {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::TooShort, Self::OneAddress, Self::OneAddressOften];

    /// Its name on the wire and in the journal.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::OneAddress => "one_address",
            Self::OneAddressOften => "one_address_often",
        }
    }

    /// Why a game between two who come from one address is not rated, if anything speaks against
    /// it but how often they have played.
    pub fn at_one_address(outcome: &Outcome, n_moves: u32) -> Option<Self> {
        let is_given_up = matches!(
            outcome.reason,
            EndReason::Resignation | EndReason::Time | EndReason::Abandoned
        );
        (is_given_up && n_moves < GIVEN_UP_PLIES_MIN).then_some(Self::OneAddress)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Side;

    use super::*;

    #[test]
    fn names_are_those_of_the_journal() {
        for reason in Unrated::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
    }

    #[test]
    fn who_gives_up_at_once_to_a_neighbour_gives_nothing() {
        for (reason, n_moves, expected) in [
            (EndReason::Resignation, 9, Some(Unrated::OneAddress)),
            (EndReason::Time, 4, Some(Unrated::OneAddress)),
            (EndReason::Abandoned, 9, Some(Unrated::OneAddress)),
            (EndReason::Resignation, 10, None),
            (EndReason::Board(komadai_rules::Reason::Checkmate), 8, None),
            (EndReason::Adjudicated, 8, None),
        ] {
            let outcome = Outcome::new(reason, Some(Side::Sente));
            assert_eq!(Unrated::at_one_address(&outcome, n_moves), expected, "{reason} {n_moves}");
        }
    }
}
