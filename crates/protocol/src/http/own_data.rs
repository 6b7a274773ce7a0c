//! `/me/data.json`: what is kept of whoever asks, for them to take along.

use komadai_ids::Code;
use komadai_rating::Speed;
use komadai_review::Tree;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    account::{Privacy, Role, Scope},
    clubs::ClubRole,
    games::PlayerResult,
    me::{NoticeChannel, NoticeKind},
    moderation::Distance,
    tsume::TsumeFirst,
};
use crate::words;

/// Everything but games, which are in files of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnData {
    /// All but what may be much.
    #[serde(flatten)]
    pub about: OwnAbout,
    /// What each rated game did to the ratings.
    pub ratings: Vec<OwnRating>,
    /// The reviews.
    pub reviews: Vec<OwnReview>,
}

/// What is told at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAbout {
    /// The account.
    pub account: OwnAccount,
    /// Where one is signed in, the oldest first.
    pub sessions: Vec<OwnSession>,
    /// The tokens of programs.
    pub tokens: Vec<OwnToken>,
    /// Whom one keeps away.
    pub kept_away: Vec<OwnRelation>,
    /// What one has reported.
    pub reports: Vec<OwnReport>,
    /// Whom one follows.
    pub follows: Vec<OwnFollow>,
    /// How one fares with the problems.
    pub tsume: OwnTsume,
    /// The lessons that were done.
    pub lessons: Vec<String>,
    /// The settings, as the pages keep them; `null` where none were.
    pub settings: Value,
    /// What others may do, and see.
    pub privacy: Privacy,
    /// What one is told while one is away.
    pub notices: OwnNotices,
    /// The tournaments in which one plays or which one organises.
    pub tournaments: Vec<OwnTournament>,
    /// The tournaments to which one is invited.
    pub invitations: Vec<OwnInvitation>,
    /// The clubs to which one belongs.
    pub clubs: Vec<OwnClub>,
    /// The pools of the programs' league in which it was.
    pub league: Vec<OwnPool>,
    /// Where the games are.
    pub files: Vec<String>,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAccount {
    /// The name with which one signs in.
    pub handle: String,
    /// The name that others see.
    pub name: String,
    /// The mail address, if one was verified.
    pub email: Option<String>,
    /// What it may do beyond playing.
    pub role: Option<Role>,
    /// When its player was first here.
    pub first_seen_ms: i64,
    /// When it was made.
    pub registered_ms: i64,
}

/// Where one is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnSession {
    /// The browser and the system, where they are known.
    pub agent: Option<String>,
    /// Where it was opened from, while that is kept.
    pub address: Option<String>,
    /// When it was opened.
    pub opened_ms: i64,
    /// When it was last used, to the day.
    pub used_ms: i64,
}

/// With what a program acts for the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnToken {
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub made_ms: i64,
    /// When it was last used, to the minute.
    pub used_ms: Option<i64>,
    /// When it ends; `null`: when it is revoked.
    pub expires_ms: Option<i64>,
}

/// Somebody who is kept away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRelation {
    /// Their name.
    pub name: String,
    /// How far.
    pub distance: Distance,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnReport {
    /// The code of the game, when it was one.
    pub game: Option<String>,
    /// Why, as a word of a list.
    pub reason: String,
    /// In one's own words.
    pub words: String,
    /// When it was made.
    pub made_ms: i64,
}

/// Somebody whom one follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnFollow {
    /// The name in the address of their page.
    pub handle: String,
    /// What others see of them.
    pub name: String,
}

/// How one fares with the problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnTsume {
    /// The rating; `null` before the first attempt that counts.
    pub rating: Option<f64>,
    /// The problems that were tried.
    pub attempts: Vec<OwnAttempt>,
}

/// A problem that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnAttempt {
    /// Its number.
    pub problem: u32,
    /// How the first attempt ended.
    pub first: TsumeFirst,
    /// When it was solved, if it was.
    pub solved_ms: Option<i64>,
}

/// What one is told while one is away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnNotices {
    /// What is switched off.
    pub off: Vec<OwnNoticeOff>,
    /// The browsers that are told.
    pub browsers: Vec<OwnBrowser>,
}

/// Something of which one is not told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnNoticeOff {
    /// What it is about.
    #[schemars(with = "NoticeKind")]
    pub kind: String,
    /// By which way.
    #[schemars(with = "NoticeChannel")]
    pub channel: String,
}

/// A browser that is told, without what would let others tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnBrowser {
    /// The host of its push service.
    pub push_service: String,
    /// In which language.
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
    /// Whether one organises it.
    pub organised: bool,
}

/// An invitation to a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnInvitation {
    /// Its code.
    pub tournament: Code,
    /// Its name.
    pub name: String,
    /// Who asks; empty where one has left by oneself.
    pub by: String,
    /// When one was asked.
    pub invited_ms: u64,
    /// Whether one has said no.
    pub declined: bool,
}

/// A club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnClub {
    /// The name in its address.
    pub club: String,
    /// Its name.
    pub name: String,
    /// What one is there.
    pub role: ClubRole,
    /// Since when.
    pub joined_ms: i64,
    /// The grade that the club gave.
    pub grade: Option<String>,
    /// What the club has written down.
    pub note: String,
}

/// A pool of the programs' league.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPool {
    /// Its name.
    pub pool: String,
    /// The rating in it.
    pub rating: f64,
    /// How many games counted.
    pub games: u32,
    /// How many of them were won.
    pub wins: u32,
    /// How many of them were lost.
    pub losses: u32,
    /// When one was last there.
    pub seen_ms: i64,
}

/// What a rated game did to the player's rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRating {
    /// The game.
    pub game: Code,
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// How fast it was.
    #[schemars(with = "Speed")]
    pub speed: String,
    /// How it ended.
    pub result: PlayerResult,
    /// Before it.
    pub rating_before: f64,
    /// After it.
    pub rating: f64,
    /// When it ended.
    pub ended_ms: i64,
}

/// A review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnReview {
    /// Its address.
    pub review: Code,
    /// What it is called.
    pub title: String,
    /// Whether it is listed for everybody.
    pub public: bool,
    /// When it was last changed.
    pub updated_ms: i64,
    /// Its tree, if that can be read.
    pub tree: Option<Tree>,
}
