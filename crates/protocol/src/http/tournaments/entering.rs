//! Coming into a tournament: by invitation, by application, and by way of a team.

use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An invitation from an organiser to take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// Who sent it; empty if the player withdrew by themselves.
    pub by: String,
    /// When it was sent.
    pub at_ms: u64,
    /// When the tournament begins.
    pub starts_ms: Option<u64>,
    /// Whether its games change ratings.
    pub rated: bool,
    /// Whether the player has declined.
    pub declined: bool,
}

/// An application to take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentApplication")]
pub struct Application {
    /// The player's word to the organisers.
    pub text: String,
    /// When it was made.
    pub at_ms: u64,
    /// Whether the player has been chosen; absent while there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<bool>,
}

/// An applicant, as organisers and the host see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentApplicant")]
pub struct Applicant {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
    /// The handle.
    pub handle: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating.
    pub rating: Option<i32>,
    /// The grade.
    pub grade: Option<Grade>,
    /// Whether the grade is provisional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The application.
    #[serde(flatten)]
    pub application: Application,
}

/// An invited player, as organisers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InvitedPlayer {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
    /// The handle.
    pub handle: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When they were invited.
    pub at_ms: u64,
    /// Whether they have declined.
    pub declined: bool,
}

/// What a player asks for who wants to come into a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TeamRequest {
    /// The team that is asked; absent if none is at the moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The teams that have said no, and are not asked again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rejected_by: Vec<String>,
}

/// Somebody who asks for a place in a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TeamApplicant {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
    /// The handle.
    pub handle: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating.
    pub rating: Option<i32>,
    /// The grade.
    pub grade: Option<Grade>,
    /// Whether the grade is provisional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The team.
    pub team: String,
}
