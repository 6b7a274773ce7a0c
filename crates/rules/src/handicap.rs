//! §3.2: handicaps.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::{Position, Variant, spelling::spellings};

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
