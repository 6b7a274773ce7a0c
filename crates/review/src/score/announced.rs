//! What is announced of a board. It is shown, and judges nothing.

use komadai_rules::BySide;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the time is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnnouncedKind {
    /// With so many seconds a move once the time is used up.
    Byoyomi,
    /// As byoyomi, but each move costs whole minutes only.
    Stopwatch,
    /// With so many seconds more for each move.
    Fischer,
    /// Nothing comes after it.
    SuddenDeath,
}

/// The time control as announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "AnnouncedTime")]
pub struct AnnouncedTime {
    /// How the time is kept.
    pub kind: AnnouncedKind,
    /// The time of each side, in seconds.
    pub main_s: u32,
    /// The byoyomi, or what a move adds, in seconds.
    #[serde(default)]
    pub per_move_s: u32,
}

/// What is announced of a board besides its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardAnnounced")]
pub struct Announced {
    /// The players' grades or titles, at most 40 characters each.
    #[serde(default)]
    pub grades: BySide<String>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<AnnouncedTime>,
}
