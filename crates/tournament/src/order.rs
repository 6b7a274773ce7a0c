//! What the organiser orders for rounds that have not been published.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::EntryId;

/// One order. Formats that pair freely obey; those that follow a plan refuse the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "PairingOrder")]
pub enum Order {
    /// These two play in that round, on these sides; everybody else is paired around them.
    Pair {
        /// The round.
        round: u32,
        /// Who sits as sente.
        sente: EntryId,
        /// Who sits as gote.
        gote: EntryId,
        /// Why.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// These two do not play each other, in that round or in any.
    Forbid {
        /// One.
        a: EntryId,
        /// The other.
        b: EntryId,
        /// Only in this round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
        /// Why.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// This one has the bye of that round.
    Bye {
        /// The round.
        round: u32,
        /// Who.
        entry: EntryId,
        /// Why.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
}
