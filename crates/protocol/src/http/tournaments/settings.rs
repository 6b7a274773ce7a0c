//! The settings that an organiser chooses before a tournament begins.

pub use komadai_community::tournaments::{HostClock, LaterClock, Plan, TournamentSettings};
use schemars::JsonSchema;
use serde::Deserialize;
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

/// An event that began elsewhere and continues here, over the board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadedTournament {
    /// Drawn by the client, so that a repeated request is recognised.
    pub create: Uuid,
    /// The text of an event document, of FIDE's TRF16, of OpenGotha or of an `.h9` table.
    pub file: String,
    /// Its settings; the name, format, points and tie-breaks come from the file.
    pub settings: TournamentSettings,
}
