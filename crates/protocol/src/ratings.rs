//! Ratings and grades, which are asked for over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{SideName, game::Sides};

/// How strong somebody is. Grades are written `15k` to `1k` and `1d` to `8d`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Strength")]
pub struct StrengthView {
    /// The rating at that time control, in whole points; `null` before the first rated game.
    pub rating: Option<i32>,
    /// Whether the rating is not certain yet.
    pub provisional: bool,
    /// The grade that was earned.
    pub grade: Option<String>,
    /// What the player said when registering.
    pub declared: Option<String>,
}

/// How strong a player of a game is, and what the game changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerStrength {
    /// The name in the address of the player's page, which nobody else can have; absent where the
    /// account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "string", optional)]
    pub handle: Option<String>,
    /// Before the game, if it was rated, else now.
    pub strength: StrengthView,
    /// By how much the game changed the rating, in whole points, once it has.
    pub change: Option<i32>,
    /// The grade that the game earned.
    pub awarded: Option<String>,
}

/// How strong the players of a game are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameStrengths {
    /// Whether its result changes ratings.
    pub rated: bool,
    /// `bullet`, `blitz`, `rapid` or `classical`.
    pub speed: String,
    /// The players; `null` for guests and empty seats.
    pub players: Sides<Option<PlayerStrength>>,
}

/// A rating on a player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProfileRating {
    /// Name of the variant.
    pub variant: String,
    /// `bullet`, `blitz`, `rapid` or `classical`.
    pub speed: String,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NextGrade {
    /// Which.
    pub grade: String,
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
    /// Rated games in all that are missing.
    pub games_missing: u32,
    /// Whether the rating is not certain enough yet.
    pub uncertain: bool,
}

/// A grade that was earned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Award")]
pub struct AwardView {
    /// Which.
    pub grade: String,
    /// When, in Unix milliseconds.
    pub awarded_ms: i64,
    /// How many games earned it.
    pub n_games: u32,
    /// The rating after the last of them, in whole points.
    pub rating: i32,
}

/// Results of one kind of rated games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
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

/// A player's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Profile {
    /// The player's id.
    pub user: String,
    /// The name in the page's address.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Since when, in Unix milliseconds.
    pub registered_ms: i64,
    /// The highest grade that was earned.
    pub grade: Option<String>,
    /// What the player said when registering.
    pub declared: Option<String>,
    /// What is missing for the next grade; `null` at the top.
    pub next: Option<NextGrade>,
    /// All grades that were earned and stand, the latest first.
    pub awards: Vec<AwardView>,
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
    /// The codes of the games that are being played.
    pub playing: Vec<String>,
}

/// A point of a rating's chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RatingPoint {
    /// When, in Unix milliseconds.
    pub at_ms: i64,
    /// The speed's name.
    pub speed: String,
    /// The rating after the game, in whole points.
    pub rating: i32,
}

/// The last games' ratings of a player in a variant, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RatingHistory {
    /// The points.
    pub points: Vec<RatingPoint>,
}

/// A game that held up a grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AwardGame {
    /// Its code.
    pub game: String,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: i64,
    /// The opponent's name at that time.
    pub opponent: String,
    /// `win`, `draw` or `loss`.
    pub points: String,
    /// The rating after it, in whole points.
    pub rating: i32,
}

/// What a certificate says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Certificate {
    /// The name in the address of the player's page.
    pub handle: String,
    /// Whose it is.
    pub name: String,
    /// The award.
    pub award: AwardView,
    /// The rating that the games had to keep, in whole points.
    pub floor: i32,
    /// The games that earned it.
    pub games: Vec<AwardGame>,
}

/// Somebody on the list of the strongest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Ranked")]
pub struct RankedView {
    /// The name in the address of the player's page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// In whole points.
    pub rating: i32,
    /// The highest grade.
    pub grade: Option<String>,
    /// How many rated games at that variant and speed.
    pub n_games: u32,
}

/// A page of the strongest; provisional ratings are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RankedList {
    /// The strongest first.
    pub players: Vec<RankedView>,
    /// What the address of the next page has after its `?`, if there is one.
    pub next: Option<String>,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundGame {
    /// Its code.
    pub game: String,
    /// Name of the variant.
    pub variant: String,
    /// Name of the handicap.
    #[ts(type = "Handicap | null")]
    pub handicap: Option<String>,
    /// Sente's name.
    pub sente: Option<String>,
    /// Gote's name.
    pub gote: Option<String>,
    /// Number of moves.
    pub plies: u32,
    /// Why it ended.
    #[ts(type = "Reason")]
    pub reason: String,
    /// Who won, if anyone.
    pub winner: Option<SideName>,
    /// Whether its result changed ratings.
    pub rated: bool,
    /// The opening's name.
    pub opening: Option<String>,
    /// When it ended, in Unix milliseconds.
    pub ended_ms: i64,
}

/// A page of games that were found, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundList {
    /// The games.
    pub games: Vec<FoundGame>,
    /// What the address of the next page has after its `?` beside the filters, if there is one.
    pub next: Option<String>,
}
