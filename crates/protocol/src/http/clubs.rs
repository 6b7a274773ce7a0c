//! `/clubs`: the clubs, their members and their activities.

pub use komadai_community::clubs::{
    ClubAct, ClubRole, ClubSettings, Joining, NewClubMember, StoredClubAct,
};
use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{games::FoundGame, paging::NextPage, people::Person, tournaments::TournamentSummary};

/// Filters for the list of clubs; without any, the most recently changed ones.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhichClubs {
    /// Searches the name, the address and the city.
    #[serde(default)]
    pub q: String,
    /// Only the caller's own clubs.
    #[serde(default)]
    pub mine: bool,
    /// Only clubs of the player with this handle.
    pub player: Option<String>,
}

/// A club in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubSummary {
    /// Its address.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Where it meets.
    pub city: String,
    /// The tag of its language, such as `vi`; empty if not given.
    pub lang: String,
    /// Whether only members can see its members and activities.
    pub private: bool,
    /// How to join.
    pub joining: Joining,
    /// The number of members.
    pub n_members: i64,
    /// The caller's role there.
    pub role: Option<ClubRole>,
}

/// A list of clubs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubList {
    /// The clubs.
    pub clubs: Vec<ClubSummary>,
    /// Whether there may be more: a narrower search finds them.
    pub full: bool,
}

/// A new club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClub {
    /// Drawn by the client, so that a repeated request founds only one club.
    pub create: Uuid,
    /// Its address.
    pub slug: String,
    /// Its description of itself.
    pub settings: ClubSettings,
}

/// A club that was founded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubFounded {
    /// Its address.
    pub slug: String,
}

/// A club's page from the point of view of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YouInClub {
    /// Whether they have an account.
    pub signed_in: bool,
    /// Their role.
    pub role: Option<ClubRole>,
    /// Their line in the member list.
    pub member: Option<Uuid>,
    /// Since when they have been a member.
    pub joined_ms: Option<i64>,
    /// When they asked to join, while the request is open.
    pub asked_ms: Option<i64>,
    /// When they were declined.
    pub declined_ms: Option<i64>,
    /// Whether they are banned from the club.
    pub banned: bool,
    /// The name on a line that they can claim.
    pub offered: Option<String>,
}

/// An announcement of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// Its id.
    pub id: Uuid,
    /// Who made it.
    pub by: String,
    /// Its title.
    pub title: String,
    /// The text.
    pub text: String,
    /// When it was made.
    pub made_ms: i64,
    /// When it was last edited.
    pub changed_ms: Option<i64>,
    /// Whether it is pinned above the others.
    pub pinned: bool,
}

/// A club; outsiders see only a private club's name and how to join it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Club {
    /// Its address.
    pub slug: String,
    /// Its description of itself.
    #[serde(flatten)]
    pub settings: ClubSettings,
    /// Whether the rest is shown to the caller.
    pub inside: bool,
    /// The number of members.
    pub n_members: i64,
    /// When it was founded.
    pub founded_ms: i64,
    /// The caller.
    pub you: YouInClub,
    /// Its announcements: the pinned ones, then the others, latest first.
    pub announcements: Vec<Announcement>,
    /// Its tournaments: those that are not over, its drafts among them for organisers, and the
    /// latest of the others. All but the drafts are in `/tournaments?club=`.
    pub tournaments: Vec<TournamentSummary>,
    /// Games that members are playing, if their privacy settings allow it.
    #[serde(default)]
    pub playing: Vec<Code>,
    /// The other members who are online, for members and if their privacy settings allow it.
    #[serde(default)]
    pub here: Vec<Person>,
    /// Games that members have played against each other in the last 24 hours, the latest first.
    #[serde(default)]
    pub results: Vec<FoundGame>,
}

/// Which of the members' ratings are shown.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatedAt {
    /// The variant's name; standard shogi if absent.
    pub variant: Option<String>,
    /// The name of the speed; rapid if absent.
    pub speed: Option<String>,
}

/// The club's own grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubGrade {
    /// The grade.
    pub grade: Grade,
    /// When it was awarded, if known.
    pub awarded_ms: Option<i64>,
}

/// A line in a club's member list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubMember {
    /// Its id.
    pub id: Uuid,
    /// The display name.
    pub name: String,
    /// The account's handle, if the line has an account.
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The member's role.
    pub role: ClubRole,
    /// Whether the member is a teacher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub teaches: bool,
    /// Since when they have been a member.
    pub joined_ms: i64,
    /// The rating, in whole points.
    pub rating: Option<i32>,
    /// Whether the rating is provisional.
    pub provisional: bool,
    /// The grade earned on this site.
    pub earned: Option<Grade>,
    /// The grade awarded by the club.
    pub club_grade: Option<ClubGrade>,
    /// A note, for organisers only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The account that may claim the line; for organisers only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered: Option<String>,
}

/// The members of a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubMembers {
    /// Strongest first.
    pub members: Vec<ClubMember>,
}

/// A request to join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequest {
    /// The player's handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Their message to the organisers.
    pub words: String,
    /// When they asked.
    pub made_ms: i64,
}

/// An invitation link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubInvitation {
    /// Its id.
    pub id: Uuid,
    /// Who made it.
    pub by: String,
    /// When it was made.
    pub made_ms: i64,
    /// When it expires.
    pub expires_ms: i64,
    /// How many times it may be used, if that is limited.
    pub uses_max: Option<i64>,
    /// How many times it has been used.
    pub n_used: i64,
}

/// A player who is banned from the club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubBan {
    /// The player's handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The reason.
    pub reason: String,
    /// Since when.
    pub since_ms: i64,
}

/// What only organisers see, in addition to the member list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubDesk {
    /// The requests to join.
    pub requests: Vec<JoinRequest>,
    /// The valid invitation links.
    pub invitations: Vec<ClubInvitation>,
    /// The banned players.
    pub bans: Vec<ClubBan>,
}

/// An act in a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubActRequest {
    /// Drawn by the client, so that a repeated act is recognised.
    pub id: Uuid,
    /// The act.
    pub act: ClubAct,
}

/// The outcome of an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubActDone {
    /// The secret of a newly created link, shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// An act that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubAuditEntry {
    /// Its id.
    pub id: Uuid,
    /// When it was carried out.
    pub at_ms: i64,
    /// The display name of the person who acted.
    pub by: String,
    /// The display name of the account concerned, if there is one.
    pub about: Option<String>,
    /// The act.
    pub act: StoredClubAct,
}

/// A page of a club's audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubAuditLog {
    /// Latest first.
    pub entries: Vec<ClubAuditEntry>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}

/// An uploaded file.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SentOnce {
    /// Drawn by the client, so that a repeated upload is recognised.
    pub id: Uuid,
}

/// The outcome of importing a member list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RosterImported {
    /// The number of new lines.
    pub added: usize,
    /// The number of changed lines.
    pub changed: usize,
}
