//! `/clubs`: the clubs, their members and their activities.

pub use komadai_community::clubs::{ClubRole, Joining};
use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{coaching::NewHomework, ladder::LadderSettings, tournaments::TournamentSummary};

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

/// A club's description of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubSettings {
    /// Its name.
    pub name: String,
    /// Where it meets.
    #[serde(default)]
    pub city: String,
    /// Its description.
    #[serde(default)]
    pub about: String,
    /// Its website.
    #[serde(default)]
    pub link: String,
    /// The tag of its language, one of the site's, such as `vi`; empty for none.
    #[serde(default)]
    pub lang: String,
    /// Whether only members can see its members and activities.
    #[serde(default)]
    pub private: bool,
    /// How to join.
    pub joining: Joining,
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
}

/// A club; outsiders see only a private club's name and how to join it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Club {
    /// Its address.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// Whether only members can see its members and activities.
    pub private: bool,
    /// How to join.
    pub joining: Joining,
    /// Whether the rest is shown to the caller.
    pub inside: bool,
    /// Where it meets.
    pub city: String,
    /// Its description.
    pub about: String,
    /// Its website.
    pub link: String,
    /// The tag of its language, such as `vi`; empty if not given.
    pub lang: String,
    /// The number of members.
    pub n_members: i64,
    /// When it was founded.
    pub founded_ms: i64,
    /// The caller.
    pub you: YouInClub,
    /// Its announcements, latest first.
    pub announcements: Vec<Announcement>,
    /// Its tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// Games that members are playing, if their privacy settings allow it.
    #[serde(default)]
    pub playing: Vec<Code>,
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

/// A member added to the list by an organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClubMember {
    /// The name that is entered for them.
    pub name: String,
    /// The account that may claim the line; empty for none.
    #[serde(default)]
    pub handle: String,
    /// The grade awarded by the club; empty for none.
    #[serde(default)]
    pub grade: String,
    /// A note for the organisers.
    #[serde(default)]
    pub note: String,
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

/// The possible acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClubAct {
    /// Replaces the club's description of itself; for owners.
    Edit {
        /// The whole description.
        settings: ClubSettings,
    },
    /// The caller joins, or asks to join.
    Join {
        /// Their message to the organisers.
        #[serde(default)]
        words: String,
        /// The secret from their invitation link; empty for none.
        #[serde(default)]
        invitation: String,
    },
    /// The caller withdraws their request to join.
    Withdraw,
    /// The caller leaves.
    Leave,
    /// Accepts a request to join.
    Accept {
        /// The player.
        handle: String,
    },
    /// Declines a request to join.
    Decline {
        /// The player.
        handle: String,
    },
    /// Creates an invitation link.
    Invite {
        /// For how many days it is valid.
        days: u32,
        /// How many times it may be used, if that is limited.
        #[serde(default)]
        uses_max: Option<u32>,
    },
    /// Revokes an invitation link.
    Revoke {
        /// The link.
        invitation: Uuid,
    },
    /// Makes an announcement.
    Announce {
        /// Its title.
        title: String,
        /// Its text.
        #[serde(default)]
        text: String,
    },
    /// Edits an announcement.
    Reword {
        /// The announcement.
        announcement: Uuid,
        /// Its title.
        title: String,
        /// Its text.
        #[serde(default)]
        text: String,
    },
    /// Deletes an announcement.
    Unannounce {
        /// The announcement.
        announcement: Uuid,
    },
    /// Adds a member to the list.
    Add {
        /// The member.
        player: NewClubMember,
    },
    /// Edits a line of the member list.
    Change {
        /// The line.
        member: Uuid,
        /// The name that is entered for them, if the line has no account.
        #[serde(default)]
        name: String,
        /// The account that may claim the line; empty for none.
        #[serde(default)]
        handle: String,
        /// A note for the organisers.
        #[serde(default)]
        note: String,
    },
    /// Changes a member's role.
    Role {
        /// The member's line.
        member: Uuid,
        /// The new role.
        role: ClubRole,
    },
    /// Transfers the club to another owner.
    HandOver {
        /// The new owner's line.
        member: Uuid,
    },
    /// Removes a member from the list.
    Remove {
        /// The member's line.
        member: Uuid,
    },
    /// Bans a player from the club.
    Ban {
        /// The player.
        handle: String,
        /// The reason.
        #[serde(default)]
        reason: String,
    },
    /// Lifts a player's ban.
    Unban {
        /// The player.
        handle: String,
    },
    /// Awards the club's own grade, or revokes it.
    Award {
        /// The member's line.
        member: Uuid,
        /// Such as `3-kyu`; empty for none.
        #[serde(default)]
        grade: String,
    },
    /// Makes a member a teacher, or one no longer; for organisers.
    Teacher {
        /// The member's line.
        member: Uuid,
        /// Whether they teach.
        teaches: bool,
    },
    /// The caller, a teacher, asks a member to become a pupil, or accepts one who has asked.
    Teach {
        /// The member's line.
        pupil: Uuid,
    },
    /// The caller asks a teacher to teach them, or accepts one who has asked.
    Learn {
        /// The teacher's line.
        teacher: Uuid,
    },
    /// The caller, one of the two, ends the coaching, or declines it.
    EndCoaching {
        /// The teacher's line.
        teacher: Uuid,
        /// The pupil's line.
        pupil: Uuid,
    },
    /// The caller, a teacher, sets homework, whose id is the act's.
    SetHomework {
        /// The homework.
        homework: NewHomework,
    },
    /// The caller, its teacher, deletes homework.
    DropHomework {
        /// The homework.
        homework: Uuid,
    },
    /// The caller, a pupil, ticks a task that is no tsume problem, or unticks it.
    Tick {
        /// The homework.
        homework: Uuid,
        /// The number of the task, from 0.
        place: u32,
        /// Whether it is done.
        done: bool,
    },
    /// Opens the club's ladder, or changes its settings; for organisers.
    SetLadder {
        /// The settings.
        settings: LadderSettings,
    },
    /// Closes the ladder, and deletes its places and challenges; for organisers.
    CloseLadder,
    /// The caller joins the ladder, at the bottom.
    JoinLadder,
    /// The caller leaves the ladder; their open challenge comes to nothing.
    LeaveLadder,
    /// The caller challenges a player above them on the ladder. The challenge has the act's id.
    LadderChallenge {
        /// The player.
        handle: String,
    },
    /// The caller accepts a challenge on the ladder.
    LadderAccept {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller declines a challenge on the ladder.
    LadderRefuse {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller withdraws a challenge on the ladder.
    LadderWithdraw {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller begins the game of a challenge that was accepted.
    LadderBegin {
        /// The challenge.
        challenge: Uuid,
    },
    /// Takes a player off the ladder, who is told why; for organisers.
    LadderRemove {
        /// The player.
        handle: String,
        /// Why; one line.
        reason: String,
    },
    /// Puts a player of the ladder at a place, and those between make room; for organisers.
    LadderPlace {
        /// The player.
        handle: String,
        /// The place, from 1.
        place: u32,
    },
    /// Closes the club.
    Close,
}

/// The outcome of an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubActDone {
    /// The secret of a newly created link, shown once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
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
