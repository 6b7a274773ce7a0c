//! `/games/{code}/ratings`, and what an operator does about a grade.

use komadai_rating::Speed;
use komadai_rules::{BySide, Grade};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How strong somebody is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Strength {
    /// The rating at that time control, in whole points; `null` before the first rated game.
    pub rating: Option<i32>,
    /// Whether the rating is not certain yet.
    pub provisional: bool,
    /// The grade that was earned.
    pub grade: Option<Grade>,
    /// What the player said when registering.
    pub declared: Option<Grade>,
}

/// How strong a player of a game is, and what the game changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerStrength {
    /// The name in the address of the player's page, which nobody else can have; absent where the
    /// account was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Before the game, if it was rated, else now.
    pub strength: Strength,
    /// By how much the game changed the rating, in whole points, once it has.
    pub change: Option<i32>,
    /// The grade that the game earned.
    pub awarded: Option<Grade>,
}

/// How strong the players of a game are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameStrengths {
    /// Whether its result changes ratings.
    pub rated: bool,
    /// How fast it is played.
    pub speed: Speed,
    /// The players; `null` for guests and empty seats.
    pub players: BySide<Option<PlayerStrength>>,
}
