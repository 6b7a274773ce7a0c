//! Who moves from the bottom of the board.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of the board. In handicap games the giver, uwate, is gote.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PairingSide")]
pub enum Side {
    /// 先手
    #[default]
    Sente,
    /// 後手
    Gote,
}

impl Side {
    /// The opponent's side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Sente => Self::Gote,
            Self::Gote => Self::Sente,
        }
    }

    /// The word for it in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sente => "sente",
            Self::Gote => "gote",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
