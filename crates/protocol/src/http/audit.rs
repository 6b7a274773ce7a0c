//! The audit logs: what those who run the site, and a club's organisers, have done.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::paging::NextPage;

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditEntry {
    /// Which.
    pub id: Uuid,
    /// When.
    pub at_ms: i64,
    /// Who did it, by the name that others see; nobody where the command line did.
    pub by: Option<String>,
    /// What, as one word.
    pub action: String,
    /// With whom.
    pub about: Option<String>,
    /// What else is to be said of it.
    pub details: String,
}

/// A page of an audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditLog {
    /// The latest first.
    pub entries: Vec<AuditEntry>,
    /// Where the log goes on, if it does.
    pub next: Option<NextPage>,
}
