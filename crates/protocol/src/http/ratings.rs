//! `/games/{code}/ratings`, and an operator's changes to a grade.

use komadai_rating::Speed;
use komadai_rules::{BySide, Grade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words;

/// A player's strength.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strength {
    /// The rating at that time control, in whole points, or with which it will begin; `null` where
    /// nothing is known.
    pub rating: Option<i32>,
    /// Whether the rating is provisional.
    pub provisional: bool,
    /// The earned grade.
    pub grade: Option<Grade>,
    /// What stands for a grade until one is earned (§6.7); `null` with a grade, and where nothing
    /// is known.
    #[serde(default)]
    pub provisional_grade: Option<Grade>,
    /// The declared strength, on this site's scale.
    pub declared: Option<Grade>,
}

/// For which kind of game a strength is requested.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthOf {
    /// The variant's name.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The speed.
    pub speed: Speed,
}

/// What the limits of seeks and the handicap by grade difference (§3.3) go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingStrength {
    /// The rating, or where it will begin, in whole points.
    pub rating: i32,
    /// The earned grade, or the one that the rating is in.
    pub level: Grade,
}

/// A player's strength, and the change from this game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerStrength {
    /// The handle of the player's account, which is unique; absent if the account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// What the player is called, if they sat down as a guest and have registered since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The strength before the game if it was rated, otherwise the current one.
    pub strength: Strength,
    /// By how much the game changed the rating, in whole points, once it has done so.
    pub change: Option<i32>,
    /// The grade that the game earned.
    pub awarded: Option<Grade>,
}

/// The strength of a game's players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameStrengths {
    /// Whether its result changes ratings.
    pub rated: bool,
    /// The speed.
    pub speed: Speed,
    /// The players; `null` for guests and empty seats.
    pub players: BySide<Option<PlayerStrength>>,
}
