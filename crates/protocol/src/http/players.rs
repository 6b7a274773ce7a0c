//! `/players`: ratings, grades and what they were earned by.

use komadai_ids::Code;
use komadai_language::Language;
use komadai_rating::Speed;
use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{games::PlayerResult, paging::NextPage};
use crate::words;

/// A rating on a player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProfileRating {
    /// Name of the variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// How fast the games are.
    pub speed: Speed,
    /// In whole points.
    pub rating: i32,
    /// How uncertain it is, in whole points.
    pub deviation: i32,
    /// Whether it is not certain enough yet.
    pub provisional: bool,
    /// How many rated games.
    pub n_games: u32,
}

/// What is still missing for the next grade (§6.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextGrade {
    /// Which.
    pub grade: Grade,
    /// The rating at which games count.
    pub floor: i32,
    /// The rating at which fewer are enough.
    pub middle: i32,
    /// Games in a row that count so far.
    pub above_floor: u32,
    /// How many are needed.
    pub above_floor_needed: u32,
    /// Games in a row above the middle so far.
    pub above_middle: u32,
    /// How many of those are enough.
    pub above_middle_needed: u32,
    /// Games that count which are missing.
    pub games_missing: u32,
    /// How many are needed in all.
    pub games_needed: u32,
    /// Whether the rating is not certain enough yet.
    pub uncertain: bool,
    /// Shorter games count for no grade, in moves of both sides.
    pub plies_min: u32,
    /// Different opponents in the last games that count, as far as their ratings are certain and
    /// they are not met much more often than others.
    pub opponents: u32,
    /// How many are needed.
    pub opponents_needed: u32,
    /// Whether the results do not show the grade surely enough yet.
    pub unproven: bool,
}

/// A grade that was earned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Award {
    /// Which.
    pub grade: Grade,
    /// When.
    pub awarded_ms: i64,
    /// How many games earned it.
    pub n_games: u32,
    /// How many different opponents had been beaten in the last games; 0 for grades from before
    /// that was asked.
    pub n_opponents: u32,
    /// The rating after the last of them, in whole points.
    pub rating: i32,
}

/// Results of one kind of rated games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRow {
    /// A grade or a handicap; `null` for none.
    pub kind: Option<String>,
    /// Whether the player gave the handicap.
    pub gave: bool,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// Which games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerGamesWanted {
    /// The handle of the other player.
    pub opponent: Option<String>,
    /// Name of the variant.
    #[schemars(with = "Option<words::VariantName>")]
    pub variant: Option<String>,
    /// Whether their results changed ratings.
    pub rated: Option<bool>,
    /// When they ended at the earliest.
    pub from_ms: Option<i64>,
    /// Before when they ended.
    pub until_ms: Option<i64>,
    /// No more than so many, the newest first.
    pub n_max: Option<usize>,
}

/// A player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// The player's public id.
    pub user: Code,
    /// The name in the page's address.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Since when there is this account.
    pub registered_ms: i64,
    /// The highest grade that was earned.
    pub grade: Option<Grade>,
    /// What the player said when registering.
    pub declared: Option<Grade>,
    /// What is missing for the next grade; `null` at the top.
    pub next: Option<NextGrade>,
    /// All grades that were earned and stand, the latest first.
    pub awards: Vec<Award>,
    /// The ratings.
    pub ratings: Vec<ProfileRating>,
    /// Rated games of standard shogi: won, drawn, lost.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// Wins in a row at the end (above 0), or losses (below 0).
    pub streak: i32,
    /// The most wins in a row.
    pub best_streak: i32,
    /// By the opponents' grades at the time.
    pub by_grade: Vec<ResultRow>,
    /// By handicap.
    pub by_handicap: Vec<ResultRow>,
    /// The games that are being played, if that may be known.
    pub playing: Vec<Code>,
}

/// Which chart of a player is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartOf {
    /// Name of the variant.
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
    /// How fast the game was.
    pub speed: Speed,
    /// The rating after the game, in whole points.
    pub rating: i32,
}

/// The last games' ratings of a player in a variant, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RatingHistory {
    /// The points.
    pub points: Vec<RatingPoint>,
}

/// A game that held up a grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AwardGame {
    /// Its code.
    pub game: Code,
    /// When it ended.
    pub ended_ms: i64,
    /// The opponent's name at that time.
    pub opponent: String,
    /// How it ended for the player.
    pub result: PlayerResult,
    /// The rating after it, in whole points.
    pub rating: i32,
}

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Certificate {
    /// The name in the address of the player's page.
    pub handle: String,
    /// Whose it is.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The award.
    pub award: Award,
    /// The rating that the games had to keep, in whole points.
    pub floor: i32,
    /// The games that earned it.
    pub games: Vec<AwardGame>,
}

/// In which language a certificate is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CertificateIn {
    /// The language.
    #[serde(default)]
    pub lang: Language,
}

/// Which list of the strongest is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RankedOf {
    /// Name of the variant.
    #[serde(default = "standard")]
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// How fast the games are.
    #[serde(default = "rapid")]
    pub speed: Speed,
    /// The rating of the last of the page before.
    pub after_rating: Option<f64>,
    /// The id of the last of the page before.
    pub after: Option<Uuid>,
}

fn rapid() -> Speed {
    Speed::Rapid
}

/// Somebody on the list of the strongest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ranked {
    /// The name in the address of the player's page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// In whole points.
    pub rating: i32,
    /// The highest grade.
    pub grade: Option<Grade>,
    /// How many rated games at that variant and speed.
    pub n_games: u32,
}

/// A page of the strongest; provisional ratings are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RankedList {
    /// The strongest first.
    pub players: Vec<Ranked>,
    /// Where the list goes on, if it does.
    pub next: Option<NextPage>,
}
