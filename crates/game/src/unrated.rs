//! Why a game that was to be rated is not.

use serde::{Deserialize, Serialize};

/// A result counts for ratings only when both sides have made two moves.
pub const RATED_PLIES_MIN: u32 = 4;

/// A game that a side gives up before so many moves is not rated between two who come from one
/// address, nor between two who have done so earlier in the day.
pub const GIVEN_UP_PLIES_MIN: u32 = 10;

/// Why a game that was to be rated is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// A side made fewer than two moves.
    TooShort,
    /// It was given up in the opening, and both came from one address.
    OneAddress,
    /// The two have played enough rated games from one address for a day.
    OneAddressOften,
    /// It was given up in the opening, like an earlier one of the two that day.
    GivenUpAgain,
    /// The two have played enough rated games for a day.
    PairOften,
}

impl UnratedReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::TooShort,
        Self::OneAddress,
        Self::OneAddressOften,
        Self::GivenUpAgain,
        Self::PairOften,
    ];

    /// Its name on the wire and in the journal.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::OneAddress => "one_address",
            Self::OneAddressOften => "one_address_often",
            Self::GivenUpAgain => "given_up_again",
            Self::PairOften => "pair_often",
        }
    }

    /// Whether moderators are told: many games of one pair in a day may be a friendly evening, or
    /// somebody who makes a rating.
    pub fn is_told_to_moderators(self) -> bool {
        match self {
            Self::TooShort | Self::OneAddress => false,
            Self::OneAddressOften | Self::GivenUpAgain | Self::PairOften => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_journal() {
        for reason in UnratedReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
    }
}
