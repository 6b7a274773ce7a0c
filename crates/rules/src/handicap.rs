//! §3.2: handicaps, and §3.3: what a difference of grades suggests.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Position, Variant,
    spelling::{SpellingError, spellings},
};

/// §3.2: what uwate, who sits as gote and moves first, does without. What a handicap is in a
/// variant is [data of the variant](crate::variants::HandicapDef).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Handicap {
    /// 香落ち.
    #[serde(rename = "lance")]
    Lance,
    /// 角落ち.
    #[serde(rename = "bishop")]
    Bishop,
    /// 飛車落ち.
    #[serde(rename = "rook")]
    Rook,
    /// 飛香落ち.
    #[serde(rename = "rook_lance")]
    RookLance,
    /// 二枚落ち: rook and bishop, in Kyoto shogi pawn and tokin.
    #[serde(rename = "2_piece")]
    TwoPiece,
    /// 四枚落ち: and both lances.
    #[serde(rename = "4_piece")]
    FourPiece,
    /// 六枚落ち: and both knights.
    #[serde(rename = "6_piece")]
    SixPiece,
    /// 八枚落ち: and both silvers.
    #[serde(rename = "8_piece")]
    EightPiece,
    /// 十枚落ち: and both golds.
    #[serde(rename = "10_piece")]
    TenPiece,
    /// 歩三兵: a king, and three pawns in hand.
    #[serde(rename = "3_pawns")]
    ThreePawns,
    /// 裸玉: a king.
    #[serde(rename = "naked_king")]
    NakedKing,
    /// Chu shogi: 二枚王, shitate has a prince for the drunk elephant.
    #[serde(rename = "two_kings")]
    TwoKings,
    /// Chu shogi: 二枚獅子, shitate has a second lion for the kirin.
    #[serde(rename = "two_lions")]
    TwoLions,
    /// Chu shogi: 三枚獅子, and a third for the phoenix, and uwate a phoenix for the kirin.
    #[serde(rename = "three_lions")]
    ThreeLions,
    /// Kyoto shogi: と落ち.
    #[serde(rename = "tokin")]
    Tokin,
    /// Kyoto shogi: 銀落ち.
    #[serde(rename = "silver")]
    Silver,
    /// Kyoto shogi: 歩落ち.
    #[serde(rename = "pawn")]
    Pawn,
    /// Kyoto shogi: 金落ち.
    #[serde(rename = "gold")]
    Gold,
    /// Kyoto shogi: 三枚落ち, and the silver.
    #[serde(rename = "3_piece")]
    ThreePiece,
    /// Tori shogi: the left quail.
    #[serde(rename = "left_quail")]
    LeftQuail,
    /// Tori shogi: the falcon.
    #[serde(rename = "falcon")]
    Falcon,
    /// Tori shogi: the falcon and the left quail.
    #[serde(rename = "falcon_left_quail")]
    FalconLeftQuail,
    /// Tori shogi: the falcon and both quails.
    #[serde(rename = "falcon_quails")]
    FalconQuails,
}

spellings!(Handicap, "handicap", 23:
    Lance = "lance",
    Bishop = "bishop",
    Rook = "rook",
    RookLance = "rook_lance",
    TwoPiece = "2_piece",
    FourPiece = "4_piece",
    SixPiece = "6_piece",
    EightPiece = "8_piece",
    TenPiece = "10_piece",
    ThreePawns = "3_pawns",
    NakedKing = "naked_king",
    TwoKings = "two_kings",
    TwoLions = "two_lions",
    ThreeLions = "three_lions",
    Tokin = "tokin",
    Silver = "silver",
    Pawn = "pawn",
    Gold = "gold",
    ThreePiece = "3_piece",
    LeftQuail = "left_quail",
    Falcon = "falcon",
    FalconLeftQuail = "falcon_left_quail",
    FalconQuails = "falcon_quails",
);

impl Handicap {
    /// The fixed spelling.
    pub const fn name(self) -> &'static str {
        self.as_str()
    }

    /// The handicap of that name; `even` is none.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// §3.2: shogi's, the smallest first: what [`Odds`] are made of.
    pub const OF_SHOGI: &'static [Self] = &[
        Self::Lance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::TwoPiece,
        Self::FourPiece,
        Self::SixPiece,
        Self::EightPiece,
        Self::TenPiece,
        Self::ThreePawns,
        Self::NakedKing,
    ];

    /// The start, where it is a handicap of that variant.
    pub fn start(self, variant: Variant) -> Option<&'static Position> {
        let nth = variant.handicaps().position(|handicap| handicap == self)?;
        variant.handicap_starts().get(nth)
    }

    /// §2.3: points of the pieces uwate does without, credited to gote at impasse; 0 where it is
    /// no handicap of that variant.
    pub fn credit(self, variant: Variant) -> u32 {
        let mut all = variant.def().handicaps.iter();
        all.find(|def| def.handicap == self).map_or(0, |def| def.credit)
    }

    /// The handicap that begins so, whatever the move number.
    pub fn of(start: &Position) -> Option<Self> {
        let variant = start.variant();
        let mut all = variant.handicaps().zip(variant.handicap_starts());
        all.find(|&(_, position)| position == start).map(|(handicap, _)| handicap)
    }
}

/// What the stronger of two players gives: pieces, or in an even game the first move. The smaller
/// comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Odds {
    /// An even game in which the weaker is sente.
    FirstMove,
    /// A handicap.
    Pieces(Handicap),
}

impl Odds {
    /// §3.3: what is suggested between players so many grades apart. `None` is an even game with
    /// furigoma.
    pub const fn suggested(grades_apart: u32) -> Option<Self> {
        Some(Self::Pieces(match grades_apart {
            0 => return None,
            1 => return Some(Self::FirstMove),
            2 => Handicap::Lance,
            3 => Handicap::Bishop,
            4 => Handicap::Rook,
            5 => Handicap::RookLance,
            6..=7 => Handicap::TwoPiece,
            8..=9 => Handicap::FourPiece,
            10..=12 => Handicap::SixPiece,
            13..=15 => Handicap::EightPiece,
            16.. => Handicap::TenPiece,
        }))
    }

    /// All of them, the smallest first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::FirstMove].into_iter().chain(Handicap::OF_SHOGI.iter().copied().map(Self::Pieces))
    }

    /// The fixed spelling: `first_move`, or the handicap's.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::FirstMove => "first_move",
            Self::Pieces(handicap) => handicap.as_str(),
        }
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Odds {
    type Err = SpellingError;

    fn from_str(text: &str) -> Result<Self, SpellingError> {
        match text {
            // Documents of tournaments called it after the side that is given.
            "first_move" | "sente" => Ok(Self::FirstMove),
            _ => text.parse().and_then(|handicap| match Handicap::OF_SHOGI.contains(&handicap) {
                true => Ok(Self::Pieces(handicap)),
                false => Err(SpellingError("odds")),
            }),
        }
    }
}

impl Serialize for Odds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Odds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Odds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Odds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let all: Vec<_> = Self::all().map(Self::as_str).collect();
        schemars::json_schema!({
            "type": "string",
            "description": "What the stronger gives: the first move of an even game, or pieces (§3.2).",
            "enum": all,
        })
    }
}
