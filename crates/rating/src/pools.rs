//! Which games are rated together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How fast a game is. Each variant has a rating for each.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// Under three minutes a side.
    Bullet,
    /// Under ten minutes a side.
    Blitz,
    /// Under an hour a side.
    Rapid,
    /// Longer.
    Classical,
    /// Days for each move.
    Correspondence,
}

/// How many moves a side makes in a game, about.
pub(crate) const MOVES: u64 = 60;

impl Speed {
    /// All of them, the fastest first.
    pub const ALL: [Self; 5] =
        [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence];

    /// The speed of a game in which a side has `main_ms`, and `extra_ms` for or after each move.
    pub fn of(main_ms: u64, extra_ms: u64) -> Self {
        let minutes = (main_ms + MOVES * extra_ms) / 60_000;
        match minutes {
            0..3 => Self::Bullet,
            3..10 => Self::Blitz,
            10..60 => Self::Rapid,
            _ => Self::Classical,
        }
    }

    /// The speed of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.as_str() == name)
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
        }
    }
}
