//! What an account is told of that concerns it.

use komadai_ids::Code;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{bridges::BridgeFault, studies::StudyRole};

/// A club, as it was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellClub {
    /// Its address.
    pub slug: String,
    /// Its name.
    pub name: String,
}

/// A tournament, as it was called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellTournament {
    /// The tournament.
    pub code: Code,
    /// Its name.
    pub name: String,
}

/// What has become of a game whose players agree on when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AppointmentStep {
    /// The opponent proposes times.
    Proposed,
    /// A time is agreed upon, or set by an organiser.
    Agreed,
    /// The time agreed upon is cancelled.
    Cancelled,
    /// The opponent would begin at once.
    Now,
    /// It begins within a day.
    Tomorrow,
    /// It begins within a quarter of an hour.
    Soon,
    /// The deadline has passed, and no time was agreed upon.
    Overdue,
    /// An organiser has set another deadline.
    Extended,
    /// The player beside it did not come; for organisers.
    Missed,
    /// Neither player came; for organisers.
    BothMissed,
}

/// Something that concerns an account. The player whose doing it is stands beside it; titles are
/// as they were then.
///
/// It is stored: variants and fields are only ever added, and every added field has a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum BellItem {
    /// A player follows the account.
    Followed,
    /// The account is asked to become a member of a study.
    StudyInvited {
        /// The study.
        study: Code,
        /// Its title.
        title: String,
        /// What the account would be in it.
        role: StudyRole,
    },
    /// A player has become a member of the account's study.
    StudyJoined {
        /// The study.
        study: Code,
        /// Its title.
        title: String,
    },
    /// A member of the account's study has solved all its exercises.
    StudySolved {
        /// The study.
        study: Code,
        /// Its title.
        title: String,
    },
    /// A teacher has set homework.
    HomeworkSet {
        /// The club.
        club: BellClub,
        /// The homework.
        homework: Uuid,
        /// Its title.
        title: String,
        /// How many tasks it has.
        n_tasks: u32,
        /// When it is due.
        due_ms: i64,
    },
    /// A pupil has done all tasks of a homework that the account has set.
    HomeworkDone {
        /// The club.
        club: BellClub,
        /// The homework.
        homework: Uuid,
        /// Its title.
        title: String,
        /// How many tasks it has.
        n_tasks: u32,
    },
    /// A teacher has commented in the review of a game of the account's.
    ReviewCommented {
        /// The game, and therefore its review.
        review: Code,
        /// The node of the tree with the comment.
        node: u32,
    },
    /// A teacher asks the account to become a pupil, or a member of a club asks it for lessons.
    CoachingAsked {
        /// The club.
        club: BellClub,
        /// Whether it is the teacher who asks.
        by_teacher: bool,
    },
    /// A member has agreed to be the account's pupil, or a teacher to teach it.
    CoachingAgreed {
        /// The club.
        club: BellClub,
        /// Whether it is the teacher who has agreed.
        by_teacher: bool,
    },
    /// A player has challenged the account on the ladder of a club.
    LadderChallenge {
        /// The club.
        club: BellClub,
    },
    /// A player has accepted the account's challenge on the ladder of a club.
    LadderAccepted {
        /// The club.
        club: BellClub,
    },
    /// The organisers of a club have taken the account off its ladder.
    LadderRemoved {
        /// The club.
        club: BellClub,
        /// Why.
        reason: String,
    },
    /// The account is asked to take part in a tournament.
    TournamentInvited {
        /// The tournament.
        tournament: BellTournament,
    },
    /// The organisers of a tournament in which the account takes part have announced something.
    TournamentAnnounced {
        /// The tournament.
        tournament: BellTournament,
        /// What they say.
        text: String,
    },
    /// A moderator has given the account a name that says nothing, in place of an offensive one.
    Renamed {
        /// The new name.
        name: String,
        /// Why.
        reason: String,
    },
    /// The account had applied to take part in a tournament, and does.
    TournamentEntered {
        /// The tournament.
        tournament: BellTournament,
    },
    /// The account had applied to take part in a tournament, and does not.
    TournamentRefused {
        /// The tournament.
        tournament: BellTournament,
    },
    /// A game of a tournament with the player beside it has been paired, and its board is open.
    RoundPaired {
        /// The tournament.
        tournament: BellTournament,
        /// The round.
        round: u32,
        /// The game.
        game: Code,
    },
    /// Something about a game by appointment, of the account's own or in a tournament that it
    /// organises.
    Appointment {
        /// The tournament.
        tournament: BellTournament,
        /// What it is.
        step: AppointmentStep,
        /// The time or the deadline that is meant, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        /// When it came about; of what a player can repeat, roughly.
        since_ms: u64,
    },
    /// A player calls the arbiter in a tournament that the account organises.
    ArbiterCalled {
        /// The tournament.
        tournament: BellTournament,
        /// What the player says to it.
        text: String,
        /// When the player called.
        since_ms: u64,
    },
    /// The call of a player for the arbiter is answered. It is passed on and not kept.
    ArbiterAnswered {
        /// The tournament.
        tournament: BellTournament,
    },
    /// A player applies to take part in a tournament that the account organises or hosts.
    TournamentApplied {
        /// The tournament.
        tournament: BellTournament,
    },
    /// A player shows a tournament that the account organises in a broadcast, and asks whether its
    /// page leads there.
    BroadcastOffered {
        /// The tournament.
        tournament: BellTournament,
        /// The broadcast.
        broadcast: Code,
        /// Its title.
        title: String,
    },
    /// A player asks for a place in the account's team, or in a team of a tournament that it
    /// organises.
    TeamAsked {
        /// The tournament.
        tournament: BellTournament,
        /// The team.
        team: String,
    },
    /// The account had asked for a place in a team, and has it.
    TeamAdmitted {
        /// The tournament.
        tournament: BellTournament,
        /// The team.
        team: String,
    },
    /// The account had asked for a place in a team, and does not have it.
    TeamRejected {
        /// The tournament.
        tournament: BellTournament,
        /// The team.
        team: String,
    },
    /// The account had asked to join a club, and is a member.
    ClubAdmitted {
        /// The club.
        club: BellClub,
    },
    /// A club has put the account on its list, if it wants to join.
    ClubInvited {
        /// The club.
        club: BellClub,
    },
    /// A club of the account's has announced something.
    ClubAnnounced {
        /// The club.
        club: BellClub,
        /// The title of the announcement.
        title: String,
    },
    /// A player asks to join a club that the account organises.
    ClubAsked {
        /// The club.
        club: BellClub,
    },
    /// What a club that the account organises has to tell does not arrive at a group elsewhere any
    /// more, until somebody sees to it.
    BridgePaused {
        /// The club.
        club: BellClub,
        /// What the club calls the bridge.
        bridge: String,
        /// Why.
        fault: BridgeFault,
    },
    /// A tsume problem composed by the account is published.
    TsumePublished {
        /// Its number.
        number: u32,
    },
    /// A tsume problem composed by the account was taken away by a moderator.
    TsumeRemoved {
        /// Its number.
        number: u32,
    },
    /// The account did not answer a challenge in time.
    ChallengeMissed,
    /// A challenge of the account's was not answered in time.
    ChallengeUnanswered,
    /// A challenge of the account's was declined.
    ChallengeDeclined {
        /// Why, as a word of the list of reasons.
        reason: String,
    },
    /// A game of the account's by correspondence is over.
    GameOver {
        /// The game.
        game: Code,
        /// Whether the account has won; absent if nobody has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        won: Option<bool>,
    },
    /// The account has earned a grade.
    GradeWon {
        /// The grade.
        grade: Grade,
    },
}

/// So many are kept of an account, the latest.
pub const BELL_ITEMS_MAX: u32 = 200;
