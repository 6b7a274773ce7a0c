//! What an account is told of that concerns it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use komadai_community::bell::{BellClub, BellItem, BellTournament};

/// A player whose doing something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellPerson {
    /// The user name.
    pub handle: String,
    /// The name shown to others.
    pub name: String,
}

/// Something that an account is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellView {
    /// Identifies it.
    pub id: Uuid,
    /// When it happened.
    pub at_ms: i64,
    /// The player whose doing it is; absent if it is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<BellPerson>,
    /// What it is.
    pub item: BellItem,
}
