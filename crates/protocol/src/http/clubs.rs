//! `/clubs`: what clubs there are, who belongs to them, and what is done there.

use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::tournaments::TournamentSummary;

/// How one joins a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Joining {
    /// By saying so.
    Open,
    /// By asking; an organiser says yes or no.
    Request,
    /// With a link that an organiser has made.
    Invitation,
}

/// What somebody may do in a club.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClubRole {
    /// Belongs to it.
    Member,
    /// Looks after its list, announces, awards grades.
    Organiser,
    /// Says what it is and who its organisers are.
    Owner,
}

/// Which clubs are wanted; without a word of it, those that changed last.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhichClubs {
    /// In the name, the address or the city.
    #[serde(default)]
    pub q: String,
    /// Only one's own.
    #[serde(default)]
    pub mine: bool,
    /// Only those of the player with this handle.
    pub player: Option<String>,
}

/// A line of a list of clubs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubSummary {
    /// What stands in its address.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// Where it meets.
    pub city: String,
    /// The tag of its language, such as `vi`; empty where none is said.
    pub lang: String,
    /// Whether only members see who belongs to it and what it does.
    pub private: bool,
    /// How one joins.
    pub joining: Joining,
    /// How many belong to it.
    pub n_members: i64,
    /// What whoever asks may do there.
    pub role: Option<ClubRole>,
}

/// Clubs that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubList {
    /// They.
    pub clubs: Vec<ClubSummary>,
    /// There may be more: other words find them.
    pub full: bool,
}

/// What a club says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubSettings {
    /// What it is called.
    pub name: String,
    /// Where it meets.
    #[serde(default)]
    pub city: String,
    /// What it is.
    #[serde(default)]
    pub about: String,
    /// Its page elsewhere.
    #[serde(default)]
    pub link: String,
    /// The tag of its language, one of the site's, such as `vi`; empty for none.
    #[serde(default)]
    pub lang: String,
    /// Whether only members see who belongs to it and what it does.
    #[serde(default)]
    pub private: bool,
    /// How one joins.
    pub joining: Joining,
}

/// A new club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClub {
    /// Drawn by the client, so that asking twice founds one club.
    pub create: Uuid,
    /// What is to stand in its address.
    pub slug: String,
    /// What it says of itself.
    pub settings: ClubSettings,
}

/// A club that was founded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubFounded {
    /// What stands in its address.
    pub slug: String,
}

/// What a club's page shows of whoever looks at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YouInClub {
    /// Whether they have an account.
    pub signed_in: bool,
    /// What they may do.
    pub role: Option<ClubRole>,
    /// Their line of the list.
    pub member: Option<Uuid>,
    /// Since when they belong to it.
    pub joined_ms: Option<i64>,
    /// When they asked, while nobody has answered.
    pub asked_ms: Option<i64>,
    /// When they were declined.
    pub declined_ms: Option<i64>,
    /// Whether they are kept out.
    pub banned: bool,
    /// The name on a line that waits for them.
    pub offered: Option<String>,
}

/// What a club has announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Announcement {
    /// Which.
    pub id: Uuid,
    /// Who announced it.
    pub by: String,
    /// Its title.
    pub title: String,
    /// The rest.
    pub text: String,
    /// When.
    pub made_ms: i64,
    /// When it was last reworded.
    pub changed_ms: Option<i64>,
}

/// A club; of a private one others see the name and how one joins, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Club {
    /// What stands in its address.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// Whether only members see who belongs to it and what it does.
    pub private: bool,
    /// How one joins.
    pub joining: Joining,
    /// Whether the rest is shown.
    pub inside: bool,
    /// Where it meets.
    pub city: String,
    /// What it is.
    pub about: String,
    /// Its page elsewhere.
    pub link: String,
    /// The tag of its language, such as `vi`; empty where none is said.
    pub lang: String,
    /// How many belong to it.
    pub n_members: i64,
    /// Since when there is this club.
    pub founded_ms: i64,
    /// Whoever looks at it.
    pub you: YouInClub,
    /// What it has announced, the latest first.
    pub announcements: Vec<Announcement>,
    /// Its tournaments.
    pub tournaments: Vec<TournamentSummary>,
    /// Games that members are playing, of those who let it be known.
    #[serde(default)]
    pub playing: Vec<Code>,
}

/// At what the members' ratings are shown.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatedAt {
    /// Name of the variant; standard shogi where none is said.
    pub variant: Option<String>,
    /// Name of the speed; rapid where none is said.
    pub speed: Option<String>,
}

/// The club's own grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubGrade {
    /// Which.
    pub grade: Grade,
    /// When it was awarded, if that is known.
    pub awarded_ms: Option<i64>,
}

/// A line of a club's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubMember {
    /// Which.
    pub id: Uuid,
    /// What others see.
    pub name: String,
    /// The name in the address of their page, where the line has an account.
    pub handle: Option<String>,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What they may do.
    pub role: ClubRole,
    /// Since when they belong to it.
    pub joined_ms: i64,
    /// In whole points.
    pub rating: Option<i32>,
    /// Whether that is not certain yet.
    pub provisional: bool,
    /// The grade that was earned here.
    pub earned: Option<Grade>,
    /// The grade that the club has awarded.
    pub club_grade: Option<ClubGrade>,
    /// For organisers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The account that may take the line over; for organisers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offered: Option<String>,
}

/// Who belongs to a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubMembers {
    /// The strongest first.
    pub members: Vec<ClubMember>,
}

/// Somebody who asks to join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JoinRequest {
    /// Who.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What they say to the organisers.
    pub words: String,
    /// When they asked.
    pub made_ms: i64,
}

/// A link with which one joins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubInvitation {
    /// Which.
    pub id: Uuid,
    /// Who made it.
    pub by: String,
    /// When.
    pub made_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
    /// How often it may be used, if not as often as one likes.
    pub uses_max: Option<i64>,
    /// How often it was.
    pub n_used: i64,
}

/// Somebody who is kept out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubBan {
    /// Who.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Why.
    pub reason: String,
    /// Since when.
    pub since_ms: i64,
}

/// What organisers see beside the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubDesk {
    /// Who asks to join.
    pub requests: Vec<JoinRequest>,
    /// The links that are good.
    pub invitations: Vec<ClubInvitation>,
    /// Who is kept out.
    pub bans: Vec<ClubBan>,
}

/// Somebody who is put on the list by an organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClubMember {
    /// What is typed for them.
    pub name: String,
    /// The account that may take the line over; empty for none.
    #[serde(default)]
    pub handle: String,
    /// The grade that the club awards; empty for none.
    #[serde(default)]
    pub grade: String,
    /// For the organisers.
    #[serde(default)]
    pub note: String,
}

/// Something to be done in a club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubActRequest {
    /// Drawn by the client: an act that is sent again is known.
    pub id: Uuid,
    /// What.
    pub act: ClubAct,
}

/// What can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClubAct {
    /// An owner says something else of the club.
    Edit {
        /// All of it.
        settings: ClubSettings,
    },
    /// Whoever asks joins, or asks to.
    Join {
        /// What they say to the organisers.
        #[serde(default)]
        words: String,
        /// What is in the link that they have; empty for none.
        #[serde(default)]
        invitation: String,
    },
    /// They ask no longer.
    Withdraw,
    /// They leave.
    Leave,
    /// Somebody who asks may join.
    Accept {
        /// Who.
        handle: String,
    },
    /// Somebody who asks may not.
    Decline {
        /// Who.
        handle: String,
    },
    /// Makes a link with which one joins.
    Invite {
        /// For how many days it is good.
        days: u32,
        /// How often it may be used, if not as often as one likes.
        #[serde(default)]
        uses_max: Option<u32>,
    },
    /// Takes a link back.
    Revoke {
        /// Which.
        invitation: Uuid,
    },
    /// Announces something.
    Announce {
        /// Its title.
        title: String,
        /// The rest.
        #[serde(default)]
        text: String,
    },
    /// Says an announcement in other words.
    Reword {
        /// Which.
        announcement: Uuid,
        /// Its title.
        title: String,
        /// The rest.
        #[serde(default)]
        text: String,
    },
    /// Takes an announcement back.
    Unannounce {
        /// Which.
        announcement: Uuid,
    },
    /// Puts somebody on the list.
    Add {
        /// Who.
        player: NewClubMember,
    },
    /// Changes a line of the list.
    Change {
        /// Which.
        member: Uuid,
        /// What is typed for them, where the line has no account.
        #[serde(default)]
        name: String,
        /// The account that may take the line over; empty for none.
        #[serde(default)]
        handle: String,
        /// For the organisers.
        #[serde(default)]
        note: String,
    },
    /// Says what a member may do.
    Role {
        /// Whose line.
        member: Uuid,
        /// What from now on.
        role: ClubRole,
    },
    /// Hands the club over to another owner.
    HandOver {
        /// Whose line.
        member: Uuid,
    },
    /// Takes somebody off the list.
    Remove {
        /// Whose line.
        member: Uuid,
    },
    /// Keeps somebody out.
    Ban {
        /// Who.
        handle: String,
        /// Why.
        #[serde(default)]
        reason: String,
    },
    /// Lets them in again.
    Unban {
        /// Who.
        handle: String,
    },
    /// Awards the club's own grade, or takes it back.
    Award {
        /// Whose line.
        member: Uuid,
        /// Such as `3-kyu`; empty for none.
        #[serde(default)]
        grade: String,
    },
    /// Closes the club.
    Close,
}

/// What came of an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubActDone {
    /// What is in a link that was made. It is told once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A file that is sent.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SentOnce {
    /// Drawn by the client: a file that is sent again is known.
    pub id: Uuid,
}

/// What came of a list that was imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RosterImported {
    /// Lines that are new.
    pub added: usize,
    /// Lines that are different now.
    pub changed: usize,
}
