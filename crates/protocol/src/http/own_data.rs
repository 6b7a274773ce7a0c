//! `/me/data.json`: the data stored about the caller, for download.

use komadai_ids::Code;
use komadai_rating::{DeclaredStrength, Speed};
use komadai_review::{Tree, score::ScoreEntry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    account::{Privacy, Role, Scope},
    circuits::CircuitSummary,
    clubs::ClubRole,
    coaching::Homework,
    games::PlayerResult,
    ladder::{LadderChallenge, LadderRemoval},
    me::{NoticeChannel, NoticeKind},
    moderation::Distance,
    studies::{StudyInvitation, StudyRole, StudyVisibility},
    tsume::{Composition, TsumeFirst},
};
use crate::{BellView, Vacation, words};

/// Everything except games, which are in separate files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnData {
    /// Everything except the parts that may be long.
    #[serde(flatten)]
    pub about: OwnAbout,
    /// The effect of each rated game on the ratings.
    pub ratings: Vec<OwnRating>,
    /// The reviews.
    pub reviews: Vec<OwnReview>,
    /// The user's studies, and those they are a member of.
    pub studies: Vec<OwnStudy>,
    /// What the user has noted of their games.
    pub notes: Vec<OwnNote>,
    /// What they have entered into the scores of broadcasts.
    pub scores: Vec<OwnScore>,
}

/// The parts that are sent at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAbout {
    /// The account.
    pub account: OwnAccount,
    /// The sessions, oldest first.
    pub sessions: Vec<OwnSession>,
    /// The tokens of programs.
    pub tokens: Vec<OwnToken>,
    /// The muted and blocked players.
    pub kept_away: Vec<OwnRelation>,
    /// The reports the user has made.
    pub reports: Vec<OwnReport>,
    /// The followed players.
    pub follows: Vec<OwnFollow>,
    /// What the user was told of that concerns them, newest first.
    pub bell: Vec<BellView>,
    /// The progress with the tsume problems.
    pub tsume: OwnTsume,
    /// The completed lessons.
    pub lessons: Vec<String>,
    /// The exercises of studies that the user has solved.
    pub exercises: Vec<OwnExercise>,
    /// The settings, as the pages store them; `null` if none are stored.
    pub settings: Value,
    /// The privacy settings.
    pub privacy: Privacy,
    /// The notification settings.
    pub notices: OwnNotices,
    /// The tournaments in which the user plays or which they organise.
    pub tournaments: Vec<OwnTournament>,
    /// The user's invitations to tournaments.
    pub invitations: Vec<OwnInvitation>,
    /// The user's clubs.
    pub clubs: Vec<OwnClub>,
    /// The circuits that the user has made.
    pub circuits: Vec<CircuitSummary>,
    /// The user's teachers and pupils in these clubs.
    pub coaching: Vec<OwnCoaching>,
    /// The homework the user has to do, and the homework they have set.
    pub homework: Vec<Homework>,
    /// The user's places on the ladders of clubs.
    pub ladders: Vec<OwnLadder>,
    /// Their challenges there, the oldest first.
    pub ladder_challenges: Vec<OwnLadderChallenge>,
    /// The ladders of their clubs that organisers have taken the user off.
    pub ladder_removals: Vec<OwnLadderRemoval>,
    /// The pools of the programs' league that the account has joined.
    pub league: Vec<OwnPool>,
    /// When the account was, is or will be on vacation, the newest first.
    pub vacations: Vec<Vacation>,
    /// The studies the user likes.
    pub liked_studies: Vec<Code>,
    /// The studies that the user is invited to become a member of.
    pub study_invitations: Vec<StudyInvitation>,
    /// The addresses of the games' files.
    pub files: Vec<String>,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAccount {
    /// The handle, used to sign in.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// What the user says of themselves.
    #[serde(default)]
    pub about: String,
    /// How strong the user says they are.
    #[serde(default)]
    pub declared: Option<DeclaredStrength>,
    /// The email address, if one was verified.
    pub email: Option<String>,
    /// Its permissions beyond playing.
    pub role: Option<Role>,
    /// When its player first visited.
    pub first_seen_ms: i64,
    /// When it was created.
    pub registered_ms: i64,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnSession {
    /// The browser and the operating system, if known.
    pub agent: Option<String>,
    /// The address it was opened from, as long as that is stored.
    pub address: Option<String>,
    /// When it was opened.
    pub opened_ms: i64,
    /// When it was last used, to the day.
    pub used_ms: i64,
}

/// A token with which a program acts on behalf of the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnToken {
    /// The name its owner gave it.
    pub name: String,
    /// Its permissions.
    pub scopes: Vec<Scope>,
    /// When it was created.
    pub made_ms: i64,
    /// When it was last used, to the minute.
    pub used_ms: Option<i64>,
    /// When it expires; `null` if only by being revoked.
    pub expires_ms: Option<i64>,
}

/// A muted or blocked player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRelation {
    /// The player's name.
    pub name: String,
    /// Whether they are muted or blocked.
    pub distance: Distance,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnReport {
    /// The game's code, if it was about a game.
    pub game: Option<String>,
    /// The reason, as a word of a list.
    pub reason: String,
    /// The details, in the user's own words.
    pub words: String,
    /// When it was made.
    pub made_ms: i64,
}

/// A followed player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnFollow {
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
}

/// The progress with the tsume problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnTsume {
    /// The rating; `null` before the first attempt that counts.
    pub rating: Option<f64>,
    /// The problems that were attempted.
    pub attempts: Vec<OwnAttempt>,
    /// The problems that come again because they were not solved.
    pub again: Vec<OwnRepeat>,
    /// The days on which a problem of the day was solved; `null` without any.
    pub daily: Option<OwnDailyDays>,
    /// The best rush of each day.
    pub rushes: Vec<OwnRush>,
    /// The problems that the user has composed.
    pub compositions: Vec<Composition>,
    /// The votes on proposed problems that are not decided yet.
    pub votes: Vec<OwnTsumeVote>,
}

/// A vote on a proposed problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnTsumeVote {
    /// The problem's number.
    pub problem: u32,
    /// Whether it should be published.
    pub yes: bool,
    /// When the vote was cast.
    pub voted_ms: i64,
}

/// A problem that comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRepeat {
    /// Its number.
    pub problem: u32,
    /// The beginning of the day on which it is due.
    pub due_ms: i64,
}

/// The days on which a problem of the day was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnDailyDays {
    /// The beginning of the last of them.
    pub last_ms: i64,
    /// How many days in a row there are up to it.
    pub n_days: u32,
    /// The most there ever were.
    pub best_days: u32,
}

/// The best rush of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRush {
    /// The beginning of the day.
    pub day_ms: i64,
    /// How many problems were solved.
    pub n_solved: u32,
    /// The time that took.
    pub took_ms: i64,
}

/// A problem that was attempted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAttempt {
    /// Its number.
    pub problem: u32,
    /// The result of the first attempt.
    pub first: TsumeFirst,
    /// When it was solved, if it was.
    pub solved_ms: Option<i64>,
}

/// The notification settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnNotices {
    /// The notifications that are switched off.
    pub off: Vec<OwnNoticeOff>,
    /// The browsers subscribed to push messages.
    pub browsers: Vec<OwnBrowser>,
}

/// A notification that is switched off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnNoticeOff {
    /// The kind.
    #[schemars(with = "NoticeKind")]
    pub kind: String,
    /// The channel.
    #[schemars(with = "NoticeChannel")]
    pub channel: String,
}

/// A subscribed browser, without the data that would let others send messages to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnBrowser {
    /// The host of its push service.
    pub push_service: String,
    /// The language of the messages.
    pub lang: String,
    /// Since when.
    pub since_ms: i64,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnTournament {
    /// Its code.
    pub tournament: Code,
    /// Its name.
    pub name: String,
    /// Whether the user organises it.
    pub organised: bool,
}

/// An invitation to a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnInvitation {
    /// Its code.
    pub tournament: Code,
    /// Its name.
    pub name: String,
    /// Who sent it; empty if the user left the tournament by themselves.
    pub by: String,
    /// When it was sent.
    pub invited_ms: u64,
    /// Whether the user has declined.
    pub declined: bool,
}

/// A club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnClub {
    /// Its address.
    pub club: String,
    /// Its name.
    pub name: String,
    /// The user's role.
    pub role: ClubRole,
    /// Since when the user has been a member.
    pub joined_ms: i64,
    /// The grade awarded by the club.
    pub grade: Option<String>,
    /// The club's note.
    pub note: String,
}

/// A teacher or a pupil.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnCoaching {
    /// The club's address.
    pub club: String,
    /// The other's handle.
    pub with: String,
    /// Whether the other is the teacher.
    pub is_pupil: bool,
    /// Whether the teacher asked, or else the pupil.
    pub by_teacher: bool,
    /// When they asked.
    pub asked_ms: i64,
    /// When the other agreed.
    pub agreed_ms: Option<i64>,
}

/// A place on a club's ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnLadder {
    /// The club's address.
    pub club: String,
    /// The place, from 1.
    pub place: u32,
    /// Since when.
    pub joined_ms: i64,
}

/// A challenge on a club's ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnLadderChallenge {
    /// The club's address.
    pub club: String,
    /// The challenge.
    #[serde(flatten)]
    pub challenge: LadderChallenge,
}

/// How organisers have taken the user off a club's ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnLadderRemoval {
    /// The club's address.
    pub club: String,
    /// When and why.
    #[serde(flatten)]
    pub removal: LadderRemoval,
}

/// A pool of the programs' league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPool {
    /// Its name.
    pub pool: String,
    /// The rating in it.
    pub rating: f64,
    /// The number of games that counted.
    pub games: u32,
    /// The number of wins among them.
    pub wins: u32,
    /// The number of losses among them.
    pub losses: u32,
    /// When the account was last connected.
    pub seen_ms: i64,
}

/// The effect of a rated game on the player's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRating {
    /// The game.
    pub game: Code,
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The speed.
    #[schemars(with = "Speed")]
    pub speed: String,
    /// The result.
    pub result: PlayerResult,
    /// The rating before it.
    pub rating_before: f64,
    /// The rating after it.
    pub rating: f64,
    /// When it ended.
    pub ended_ms: i64,
    /// The evening in a club on which it was played over the board; `game` is no record then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evening: Option<Code>,
}

/// What the user has noted of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnNote {
    /// The game.
    pub game: Code,
    /// The text.
    pub text: String,
    /// When it was last changed.
    pub changed_ms: i64,
}

/// A study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnStudy {
    /// Its address.
    pub study: Code,
    /// Its title.
    pub title: String,
    /// Its description.
    pub description: String,
    /// Its topics.
    pub topics: Vec<String>,
    /// Who can see it.
    pub visibility: StudyVisibility,
    /// The user's role, if it is somebody else's.
    pub role: Option<StudyRole>,
    /// Its chapters, if it is the user's.
    // The last field: the file is written chapter by chapter.
    pub chapters: Vec<OwnChapter>,
}

/// What somebody has entered into the score of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnScore {
    /// The board's address.
    pub board: Code,
    /// Their entries.
    pub entries: Vec<OwnEntry>,
}

/// One of the entries of a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnEntry {
    /// Its number in the score.
    pub n: u32,
    /// When it was stored.
    pub at_ms: i64,
    /// What it says.
    pub entry: ScoreEntry,
}

/// A chapter of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnChapter {
    /// Its address.
    pub review: Code,
    /// Its name.
    pub name: String,
    /// Its tree, if it can be read.
    pub tree: Option<Tree>,
}

/// An exercise of a study that the user has solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnExercise {
    /// The address of its chapter.
    pub review: Code,
    /// How many of its moves had to be shown.
    pub n_shown: u32,
    /// When it was solved.
    pub solved_ms: i64,
}

/// A review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnReview {
    /// Its address.
    pub review: Code,
    /// Its title.
    pub title: String,
    /// Whether it is publicly listed.
    pub public: bool,
    /// When it was last changed.
    pub updated_ms: i64,
    /// Its tree, if it can be read.
    pub tree: Option<Tree>,
}
