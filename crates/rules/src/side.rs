//! The two sides, and things that come once for each.

use std::{
    fmt,
    ops::{Index, IndexMut},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// A side of the board.
///
/// Sente sits at the bottom and has the first move in even games; in handicap games uwate sits
/// as gote and moves first. A rule that names a side means the seat, not who moved first.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// 先手, the bottom side, `b` in SFEN.
    #[default]
    Sente,
    /// 後手, the top side, `w` in SFEN.
    Gote,
}

impl Side {
    /// Both sides, sente first.
    pub const ALL: [Self; 2] = [Self::Sente, Self::Gote];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Sente => Self::Gote,
            Self::Gote => Self::Sente,
        }
    }

    /// The fixed spelling, `sente` or `gote`.
    pub const fn as_str(self) -> &'static str {
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

/// A text that is neither `sente` nor `gote`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a side is \"sente\" or \"gote\"")]
pub struct SideError;

impl FromStr for Side {
    type Err = SideError;

    fn from_str(text: &str) -> Result<Self, SideError> {
        match text {
            "sente" => Ok(Self::Sente),
            "gote" => Ok(Self::Gote),
            _ => Err(SideError),
        }
    }
}

/// One of something for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "BySideOf{T}"))]
pub struct BySide<T> {
    /// Sente's.
    pub sente: T,
    /// Gote's.
    pub gote: T,
}

impl<T> BySide<T> {
    /// Makes one for each side, sente's first.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self { sente: make(Side::Sente), gote: make(Side::Gote) }
    }

    /// Both, each turned into something else.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { sente: change(self.sente), gote: change(self.gote) }
    }

    /// Both by reference.
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide { sente: &self.sente, gote: &self.gote }
    }

    /// Each with its side, sente's first.
    ///
    /// ```
    /// use komadai_rules::{BySide, Side};
    ///
    /// let mut points = BySide { sente: 27, gote: 27 };
    /// points[Side::Gote.other()] += 1;
    /// assert_eq!(points.sente, 28);
    /// let ahead = points.iter().max_by_key(|(_, points)| **points);
    /// assert_eq!(ahead, Some((Side::Sente, &28)));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        [(Side::Sente, &self.sente), (Side::Gote, &self.gote)].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Sente => &self.sente,
            Side::Gote => &self.gote,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Sente => &mut self.sente,
            Side::Gote => &mut self.gote,
        }
    }
}
