//! `/reports` and `/me/relations`: what people say of one another, and whom they keep away;
//! `/moderation`: what moderators do.

use komadai_ids::Code;
use komadai_rules::{Grade, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::account::Role;

/// Why somebody is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults or harasses.
    Abuse,
    /// Has help, or plays to lose.
    Cheating,
    /// Leaves games.
    Leaving,
    /// Has a name that nobody should have.
    Name,
    /// Something else.
    Other,
}

/// A report. Whom it is about is said by a game and a side, by a handle, or by a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The game where they were met.
    pub game: Option<Code>,
    /// Their side of it.
    pub side: Option<Side>,
    /// The name in the address of their page.
    pub handle: Option<String>,
    /// A review of theirs.
    pub review: Option<Code>,
    /// Why.
    pub reason: ReportReason,
    /// What is to be said of it.
    #[serde(default)]
    pub words: String,
}

/// How far somebody is kept away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// What they say is not shown.
    Mute,
    /// That, and one does not meet them at a board.
    Block,
}

/// Somebody who is kept away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Relation {
    /// Who.
    pub user: Code,
    /// What others see of them.
    pub name: String,
    /// How far.
    pub distance: Distance,
}

/// Whom somebody keeps away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Relations {
    /// They, by name.
    pub relations: Vec<Relation>,
}

/// Keeps somebody away, or no longer. Who it is is said by a game and a side, by a handle, or, for
/// somebody who is kept away already, by their id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepAway {
    /// The game where they were met.
    pub game: Option<Code>,
    /// Their side of it.
    pub side: Option<Side>,
    /// The name in the address of their page.
    pub handle: Option<String>,
    /// The id of somebody who is kept away already.
    pub user: Option<Code>,
    /// How far; `null` to let them come near again.
    pub distance: Option<Distance>,
}

/// A report that nobody has closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Which.
    pub id: Uuid,
    /// Who made it.
    pub by: String,
    /// Whom it is about.
    pub about: Uuid,
    /// What others see of them.
    pub about_name: String,
    /// Where it is to be seen: the code of a game, or `review/` and that of a review.
    pub game: Option<String>,
    /// Why; several where it was made more than once.
    pub reason: String,
    /// What was said.
    pub words: String,
    /// When it was made.
    pub made_ms: i64,
}

/// Reports that nobody has closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reports {
    /// The oldest first.
    pub reports: Vec<Report>,
}

/// Why a review is removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveReview {
    /// For its owner and the audit log.
    pub reason: String,
}

/// An account as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModeratedAccount {
    /// Whose.
    pub user: Uuid,
    /// The name in the address of their page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// What it may do beyond playing.
    pub role: Option<Role>,
    /// The grades that stand, the latest first.
    pub grades: Vec<String>,
}

/// A grade that was had by fraud.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnulGrade {
    /// Whose.
    pub user: Uuid,
    /// Which.
    pub grade: Grade,
    /// Why.
    pub reason: String,
}

/// What is imposed on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// The player may not say anything.
    Mute,
    /// The player may not come in.
    Ban,
    /// Nobody may come in from the address.
    Address,
}

/// Something that is imposed on somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sanction {
    /// Which.
    pub id: Uuid,
    /// What.
    pub kind: SanctionKind,
    /// On whom, by the name that others see.
    pub name: String,
    /// Why.
    pub reason: String,
    /// Since when.
    pub from_ms: i64,
    /// Until when; `null` for good.
    pub until_ms: Option<i64>,
}

/// What is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sanctions {
    /// The latest first.
    pub sanctions: Vec<Sanction>,
}

/// A new sanction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Impose {
    /// What.
    pub kind: SanctionKind,
    /// On whom.
    pub user: Uuid,
    /// Why.
    pub reason: String,
    /// For how many hours; for good without it.
    pub hours: Option<u64>,
}

/// What was imposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Imposed {
    /// How many sanctions that were: none when no address of the player is known.
    pub n_imposed: usize,
    /// How many addresses they come from that are not banned: the server's, its proxies' and the
    /// moderator's own.
    pub n_spared: usize,
}
