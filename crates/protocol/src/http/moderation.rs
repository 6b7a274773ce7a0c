//! `/reports` and `/me/relations`: players' reports of one another, and the players they mute or
//! block; `/moderation`: the moderators' tools.

pub use komadai_community::moderation::{Distance, SanctionKind};
use komadai_ids::Code;
use komadai_rules::{Grade, Side};
use komadai_tournament::GameKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::account::Role;

/// The reason for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults or harassment.
    Abuse,
    /// Use of outside help, or losing on purpose.
    Cheating,
    /// Abandoning games.
    Leaving,
    /// An offensive name.
    Name,
    /// Another reason.
    Other,
}

/// A report. The reported player is given by a game and a side, by a handle, by a game by
/// appointment, or by a review, a study or a tsume problem of theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The game in which they met.
    pub game: Option<Code>,
    /// The reported player's side in it.
    pub side: Option<Side>,
    /// The reported player's handle.
    pub handle: Option<String>,
    /// A review by the reported player.
    pub review: Option<Code>,
    /// The number of a line that the reported player said at the board that `review` names.
    pub line: Option<u32>,
    /// The game by appointment in which the reported player says something to the caller.
    pub appointment: Option<ReportedAppointment>,
    /// A study by the reported player.
    pub study: Option<Code>,
    /// The number of a tsume problem composed by the reported player.
    pub tsume: Option<u32>,
    /// The reason.
    pub reason: ReportReason,
    /// Further details.
    #[serde(default)]
    pub words: String,
}

/// A game of the caller's by appointment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedAppointment {
    /// The tournament's address.
    pub tournament: Code,
    /// The game.
    pub game: GameKey,
}

/// A muted or blocked player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Relation {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
    /// Whether they are muted or blocked.
    pub distance: Distance,
}

/// The players whom the user has muted or blocked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Relations {
    /// The players, by name.
    pub relations: Vec<Relation>,
}

/// Mutes or blocks a player, or undoes it; the player is given by a game and a side, by a handle
/// or, if already muted or blocked, by their id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepAway {
    /// The game in which they met.
    pub game: Option<Code>,
    /// The player's side in it.
    pub side: Option<Side>,
    /// The player's handle.
    pub handle: Option<String>,
    /// The id of a player who is already muted or blocked.
    pub user: Option<Code>,
    /// Whether to mute or block; `null` to undo it.
    pub distance: Option<Distance>,
}

/// An open report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Its id.
    pub id: Uuid,
    /// The reporter.
    pub by: String,
    /// The reported player.
    pub about: Uuid,
    /// The reported player's display name.
    pub about_name: String,
    /// Where the incident can be seen: a game's code, `review/`, `study/` or `tournaments/` and a
    /// code, or `tsume/` and the number of a problem.
    pub game: Option<String>,
    /// The reasons; several if the report was made more than once.
    pub reason: String,
    /// The reporter's details.
    pub words: String,
    /// When it was made.
    pub made_ms: i64,
    /// What the two had said at the board, or about their appointment, up to then, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<ReportedLine>,
}

/// A line of chat in a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportedLine {
    /// Whether the reporter said it; otherwise the reported player.
    pub by_reporter: bool,
    /// When it was said.
    pub at_ms: u64,
    /// The text.
    pub text: String,
}

/// The open reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reports {
    /// Oldest first.
    pub reports: Vec<Report>,
}

/// The reason for removing a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveReview {
    /// The reason, for its owner and the audit log.
    pub reason: String,
}

/// An account as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModeratedAccount {
    /// Its id.
    pub user: Uuid,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Its permissions beyond playing.
    pub role: Option<Role>,
    /// Its valid grades, latest first.
    pub grades: Vec<String>,
    /// The open reports about it, oldest first.
    pub reports: Vec<Report>,
    /// The accounts that have signed in from an address of its own; the addresses are not shown.
    pub same_address: Vec<AccountOfAddress>,
}

/// An account that has signed in from the same address as another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccountOfAddress {
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
}

/// Gives an account a neutral name in place of an offensive one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameAccount {
    /// The account.
    pub user: Uuid,
    /// The reason, which the account is told.
    pub reason: String,
}

/// The name that an account has been given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewAccountName {
    /// The display name.
    pub name: String,
}

/// Revokes a grade that was obtained by fraud.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnulGrade {
    /// The account.
    pub user: Uuid,
    /// The grade.
    pub grade: Grade,
    /// The reason.
    pub reason: String,
}

/// A sanction in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sanction {
    /// Its id.
    pub id: Uuid,
    /// The kind.
    pub kind: SanctionKind,
    /// The display name of the sanctioned player.
    pub name: String,
    /// The reason.
    pub reason: String,
    /// Since when.
    pub from_ms: i64,
    /// Until when; `null` if permanent.
    pub until_ms: Option<i64>,
}

/// The sanctions in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sanctions {
    /// Latest first.
    pub sanctions: Vec<Sanction>,
}

/// A new sanction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Impose {
    /// The kind.
    pub kind: SanctionKind,
    /// The player.
    pub user: Uuid,
    /// The reason.
    pub reason: String,
    /// For how many hours; permanent if absent.
    pub hours: Option<u64>,
}

/// The outcome of a new sanction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewSanction {
    /// How many sanctions were imposed: none if no address of the player is known.
    pub n_imposed: usize,
    /// How many of the player's addresses are exempt from the ban: those of the server, its proxies
    /// and the moderator.
    pub n_spared: usize,
}
