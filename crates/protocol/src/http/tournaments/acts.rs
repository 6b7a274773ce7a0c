//! The acts of organisers and players, and the audit log of them.

pub use komadai_community::tournaments::{NewEntry, TournamentAct};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An act that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentAuditEntry {
    /// The tournament's version after it.
    pub version: i64,
    /// When it was taken.
    pub at_ms: i64,
    /// Who took it; `null` for the server itself.
    pub by: Option<String>,
    /// The act, as it was stored.
    pub act: StoredAct,
    /// The reason; empty if none was given.
    pub reason: String,
}

/// An act as it was stored, possibly by an earlier version of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoredAct {
    /// Its name: that of a [`TournamentAct`], or `create`, `invite`, `forget`, `due`, `appointments`,
    /// `ended`.
    pub t: String,
    /// Its other fields.
    #[serde(flatten)]
    pub about: Map<String, Value>,
}

/// The acts taken in a tournament, as far as they are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentAuditLog {
    /// Latest first.
    pub entries: Vec<TournamentAuditEntry>,
}
