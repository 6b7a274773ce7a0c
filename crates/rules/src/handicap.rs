//! §3.2: handicaps, and §3.3: what a difference of grades suggests.

use std::{fmt, str::FromStr, sync::OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Position, Variant,
    spelling::{SpellingError, spellings},
};

/// §3.2: which pieces uwate, who sits as gote and moves first, does without.
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
    /// 二枚落ち: rook and bishop.
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
}

spellings!(Handicap, "handicap", 11:
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

    /// The start in SFEN.
    pub const fn sfen(self) -> &'static str {
        match self {
            Self::Lance => "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::Bishop => "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::Rook => "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::RookLance => "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::TwoPiece => "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::FourPiece => "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::SixPiece => "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::EightPiece => "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::TenPiece => "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            Self::ThreePawns => "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1",
            Self::NakedKing => "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        }
    }

    /// §2.3: points of the pieces uwate does without, credited to gote at impasse.
    pub const fn credit(self) -> u32 {
        match self {
            Self::Lance => 1,
            Self::Bishop | Self::Rook => 5,
            Self::RookLance => 6,
            Self::TwoPiece => 10,
            Self::FourPiece => 12,
            Self::SixPiece => 14,
            Self::EightPiece => 16,
            Self::TenPiece => 18,
            Self::ThreePawns => 24,
            Self::NakedKing => 27,
        }
    }

    /// The start.
    pub fn start(self) -> &'static Position {
        static STARTS: OnceLock<Vec<Position>> = OnceLock::new();
        let starts = STARTS.get_or_init(|| {
            let read = |handicap: Self| Position::from_sfen(Variant::standard(), handicap.sfen());
            Self::ALL.map(|handicap| read(handicap).expect("a test reads each of them")).to_vec()
        });
        &starts[self as usize]
    }

    /// The handicap that begins so, whatever the move number.
    pub fn of(start: &Position) -> Option<Self> {
        Self::ALL.into_iter().find(|handicap| handicap.start() == start)
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
        [Self::FirstMove].into_iter().chain(Handicap::ALL.into_iter().map(Self::Pieces))
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
            _ => text.parse().map(Self::Pieces),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_one_of_the_rules() {
        let table: Vec<_> =
            (0..18).map(|grades| Odds::suggested(grades).map_or("even", Odds::as_str)).collect();
        assert_eq!(
            table.join(" "),
            "even first_move lance bishop rook rook_lance 2_piece 2_piece 4_piece 4_piece \
             6_piece 6_piece 6_piece 8_piece 8_piece 8_piece 10_piece 10_piece"
        );
    }

    #[test]
    fn odds_are_read_back_and_grow() {
        let all: Vec<Odds> = Odds::all().collect();
        assert!(all.is_sorted());
        for odds in all {
            let json = serde_json::to_string(&odds).expect("JSON");
            assert_eq!(json, format!("\"{odds}\""));
            assert_eq!(serde_json::from_str::<Odds>(&json).expect("odds"), odds);
        }
        assert_eq!("sente".parse(), Ok(Odds::FirstMove));
        assert!("even".parse::<Odds>().is_err());
    }
}
