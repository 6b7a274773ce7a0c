//! The audit log of the site: the actions of its staff.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::paging::NextPage;

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditEntry {
    /// Its id.
    pub id: Uuid,
    /// When it was taken.
    pub at_ms: i64,
    /// The display name of the person who took it; absent for the command line.
    pub by: Option<String>,
    /// The action, as one word.
    pub action: String,
    /// The person it concerns.
    pub about: Option<String>,
    /// Further details.
    pub details: String,
}

/// A page of an audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditLog {
    /// Latest first.
    pub entries: Vec<AuditEntry>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}
