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

const MINUTE_MS: u64 = 60_000;

impl AnnouncedTime {
    /// What is left on a clock after a move that took `spent_ms`.
    pub(super) fn after(&self, left_ms: u64, spent_ms: u64) -> u64 {
        match self.kind {
            AnnouncedKind::Stopwatch => left_ms.saturating_sub(spent_ms - spent_ms % MINUTE_MS),
            AnnouncedKind::Fischer => {
                left_ms.saturating_sub(spent_ms) + u64::from(self.per_move_s) * 1_000
            }
            AnnouncedKind::Byoyomi | AnnouncedKind::SuddenDeath => left_ms.saturating_sub(spent_ms),
        }
    }
}

/// What is announced of a board besides its names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "BoardAnnounced")]
pub struct Announcement {
    /// The players' grades or titles, at most 40 characters each.
    #[serde(default)]
    pub grades: BySide<String>,
    /// The time control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<AnnouncedTime>,
}
