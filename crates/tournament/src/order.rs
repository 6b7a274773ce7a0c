//! What the organiser orders for rounds that have not been published.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::EntryId;

/// An organiser's order. Formats with free pairing follow it; those with a fixed plan refuse
/// the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "PairingOrder")]
pub enum Order {
    /// These two play each other in that round, on these sides; all others are paired around them.
    Pair {
        /// The round.
        round: u32,
        /// Sente.
        sente: EntryId,
        /// Gote.
        gote: EntryId,
        /// The reason.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// These two do not play each other, in that round or in any.
    Forbid {
        /// One player.
        a: EntryId,
        /// The other player.
        b: EntryId,
        /// The only round it applies to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
        /// The reason.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// This player has the bye in that round.
    Bye {
        /// The round.
        round: u32,
        /// The player.
        entry: EntryId,
        /// The reason.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
}

impl Order {
    /// The only round that it is for.
    pub fn round(&self) -> Option<u32> {
        match self {
            Self::Pair { round, .. } | Self::Bye { round, .. } => Some(*round),
            Self::Forbid { round, .. } => *round,
        }
    }

    /// Whom it is about; a player who has the bye stands there twice.
    pub(crate) fn players(&self) -> [&EntryId; 2] {
        match self {
            Self::Pair { sente: a, gote: b, .. } | Self::Forbid { a, b, .. } => [a, b],
            Self::Bye { entry, .. } => [entry, entry],
        }
    }
}
