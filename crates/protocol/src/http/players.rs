//! `/players`: ratings, grades and the games that earned them.

use komadai_ids::Code;
use komadai_language::Language;
use komadai_rating::{RatingElsewhere, Speed};
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{games::PlayerResult, paging::NextPage, ratings::Strength};
use crate::words;

/// A rating on a player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProfileRating {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The speed of the games.
    pub speed: Speed,
    /// The rating, in whole points.
    pub rating: i32,
    /// Its uncertainty, in whole points.
    pub deviation: i32,
    /// Whether it is provisional.
    pub provisional: bool,
    /// The number of rated games.
    pub n_games: u32,
}

/// The remaining requirements for the next grade (§6.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextGrade {
    /// The next grade.
    pub grade: Grade,
    /// The rating at which games count.
    pub floor: i32,
    /// The rating at which fewer games are enough.
    pub middle: i32,
    /// Consecutive games so far that count.
    pub above_floor: u32,
    /// How many of these are needed.
    pub above_floor_needed: u32,
    /// Consecutive games so far above the middle.
    pub above_middle: u32,
    /// How many of these are enough.
    pub above_middle_needed: u32,
    /// How many counting games are missing.
    pub games_missing: u32,
    /// How many are needed in all.
    pub games_needed: u32,
    /// Whether the rating is still provisional.
    pub uncertain: bool,
    /// The minimum length of a counting game, in moves of both sides.
    pub plies_min: u32,
    /// Different opponents in the last counting games, not counting those with provisional ratings
    /// or those met much more often than others.
    pub opponents: u32,
    /// How many are needed.
    pub opponents_needed: u32,
    /// How many of the opponents with the best results are left out once, as they might be friends:
    /// the others must be good enough without them.
    #[serde(default)]
    pub friends_left_out: u32,
    /// Whether the results do not yet demonstrate the grade with enough confidence.
    pub unproven: bool,
}

/// An earned grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Award {
    /// The grade.
    pub grade: Grade,
    /// When it was earned.
    pub awarded_ms: i64,
    /// How many games earned it.
    pub n_games: u32,
    /// How many different opponents had been beaten in the last games; 0 for grades from before
    /// this was required.
    pub n_opponents: u32,
    /// The rating after the last of them, in whole points.
    pub rating: i32,
}

/// The results in one category of rated games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRow {
    /// A grade or a handicap; `null` for none.
    pub kind: Option<String>,
    /// Whether the player gave the handicap.
    pub gave: bool,
    /// Wins.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses.
    pub losses: u32,
}

/// Filters for a player's games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerGamesWanted {
    /// The opponent's handle.
    pub opponent: Option<String>,
    /// The variant's name.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
    /// Whether their results changed ratings.
    pub rated: Option<bool>,
    /// The earliest time they ended.
    pub from_ms: Option<i64>,
    /// They ended before this time.
    pub until_ms: Option<i64>,
    /// At most this many, newest first.
    pub n_max: Option<usize>,
}

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WinsDrawsLosses {
    /// Wins.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses.
    pub losses: u32,
}

/// An opponent, and the score against them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rival {
    /// The public id.
    pub user: Code,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The player's wins, draws and losses against them.
    #[serde(flatten)]
    pub score: WinsDrawsLosses,
}

/// A player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// The player's public id.
    pub user: Code,
    /// The handle, as in the page's address.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When the account was created.
    pub registered_ms: i64,
    /// What the player says of themselves, in one line; empty for nothing.
    #[serde(default)]
    pub about: String,
    /// How strong the player is in standard shogi, as everywhere.
    pub strength: Strength,
    /// The highest earned grade.
    pub grade: Option<Grade>,
    /// The declared strength, on this site's scale.
    pub declared: Option<Grade>,
    /// The rating elsewhere with which the player began, if one was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<RatingElsewhere>,
    /// The opponents met most often, and the score against them.
    pub rivals: Vec<Rival>,
    /// The score against the reader, if they have met and are not the same.
    pub against_you: Option<WinsDrawsLosses>,
    /// The remaining requirements for the next grade; `null` at the top.
    pub next: Option<NextGrade>,
    /// All valid earned grades, latest first.
    pub awards: Vec<Award>,
    /// The ratings.
    pub ratings: Vec<ProfileRating>,
    /// Rated games of standard shogi: wins.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses.
    pub losses: u32,
    /// The current streak: wins (above 0) or losses (below 0).
    pub streak: i32,
    /// The longest winning streak.
    pub best_streak: i32,
    /// Results by the opponents' grades at the time.
    pub by_grade: Vec<ResultRow>,
    /// Results by handicap.
    pub by_handicap: Vec<ResultRow>,
    /// The running games, if the player's privacy settings allow it.
    pub playing: Vec<Code>,
}

/// Which of a player's rating charts is requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartOf {
    /// The variant's name.
    #[serde(default = "standard")]
    #[schemars(with = "words::VariantName")]
    pub variant: String,
}

fn standard() -> String {
    "standard".to_owned()
}

/// A point of a rating's chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingPoint {
    /// When the game ended.
    pub ended_ms: i64,
    /// The speed of the game.
    pub speed: Speed,
    /// The rating after the game, in whole points.
    pub rating: i32,
    /// Whether it was played over the board, on an evening in a club.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over_the_board: bool,
}

/// A player's ratings after the latest games of a variant, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingHistory {
    /// The points.
    pub points: Vec<RatingPoint>,
    /// The evenings in clubs of which games over the board have counted, the latest first; those of
    /// private clubs for their members only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evenings: Vec<RatedEvening>,
}

/// An evening in a club on which results over the board have counted in a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatedEvening {
    /// The tournament's code.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The club's name.
    pub club: String,
    /// The club's address.
    pub slug: String,
}

/// A game of the streak that earned a grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AwardGame {
    /// Its code.
    pub game: Code,
    /// When it ended.
    pub ended_ms: i64,
    /// The opponent's name at the time.
    pub opponent: String,
    /// The result for the player.
    pub result: PlayerResult,
    /// The rating after it, in whole points.
    pub rating: i32,
}

/// The content of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// The player's handle.
    pub handle: String,
    /// The player's display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The award.
    pub award: Award,
    /// The rating that had to be maintained, in whole points.
    pub floor: i32,
    /// The games that earned it.
    pub games: Vec<AwardGame>,
}

/// The language of a certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateIn {
    /// The language.
    #[serde(default)]
    pub lang: Language,
}

/// Which ranking of players is requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankedOf {
    /// The variant's name.
    #[serde(default = "standard")]
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The speed.
    #[serde(default = "rapid")]
    pub speed: Speed,
    /// The rating of the last player on the previous page.
    pub after_rating: Option<f64>,
    /// The id of the last player on the previous page.
    pub after: Option<Uuid>,
}

fn rapid() -> Speed {
    Speed::Rapid
}

/// A player in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RankingRow {
    /// The player's handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating, in whole points.
    pub rating: i32,
    /// The highest earned grade.
    pub grade: Option<Grade>,
    /// What stands for a grade until one is earned.
    #[serde(default)]
    pub provisional_grade: Option<Grade>,
    /// The number of rated games at that variant and speed.
    pub n_games: u32,
}

/// A page of the ranking; provisional ratings are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RankedList {
    /// Strongest first.
    pub players: Vec<RankingRow>,
    /// Where the next page starts, if there is one.
    pub next: Option<NextPage>,
}
