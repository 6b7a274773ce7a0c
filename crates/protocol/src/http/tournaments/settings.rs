//! The settings that an organiser chooses before a tournament begins.

pub use komadai_community::tournaments::{HostClock, LaterClock, Plan, TournamentSettings};
use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A new tournament, which begins as a draft.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Drawn by the client, so that a repeated request is recognised.
    pub create: Uuid,
    /// Its settings.
    pub settings: TournamentSettings,
}

/// An event that was played or began elsewhere and continues here, over the board. It is a draft,
/// with all its rounds, until its organiser opens it: then it is running, or over.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadedTournament {
    /// Drawn by the client, so that a repeated request is recognised.
    pub create: Uuid,
    /// The text of an event document, of FIDE's TRF16, of OpenGotha or of an `.h9` table.
    pub file: String,
    /// Its settings; the name, format, points and tie-breaks come from the file, and so do the
    /// days, the place, the country and the arbiter where nothing is said here.
    pub settings: TournamentSettings,
}

/// The draft that was made of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoadedVersion {
    /// Its address.
    pub code: Code,
    /// Increases with every change.
    pub version: u64,
    /// Which lines of the file were left out, in English.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
