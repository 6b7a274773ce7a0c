//! §3.2: handicaps, and §3.3: what a difference of grades suggests.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Position, Variant,
    impasse::points_in_all,
    spelling::{SpellingError, spellings},
    variants,
};

/// §3.2: what uwate, who sits as gote and moves first, does without, or what shitate gains. What a
/// handicap is in a variant is [data of the variant](crate::variants::HandicapDef).
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
    /// 三枚落ち: rook, bishop and right lance; in minishogi and Kyoto shogi two pieces and the silver.
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
    /// 右香落ち.
    #[serde(rename = "right_lance")]
    RightLance,
    /// 両香落ち.
    #[serde(rename = "both_lances")]
    BothLances,
    /// 五枚落ち: four pieces and the right knight.
    #[serde(rename = "5_piece")]
    FivePiece,
    /// 七枚落ち: six pieces and the right silver.
    #[serde(rename = "7_piece")]
    SevenPiece,
    /// 九枚落ち: eight pieces and the right gold.
    #[serde(rename = "9_piece")]
    NinePiece,
    /// 太閤落ち: the pawn in front of the rook.
    #[serde(rename = "taiko")]
    Taiko,
    /// トンボ＋桂香: golds and silvers.
    #[serde(rename = "dragonfly_knights_lances")]
    DragonflyKnightsLances,
    /// トンボ＋香: and both knights.
    #[serde(rename = "dragonfly_lances")]
    DragonflyLances,
    /// トンボ: and both lances, so that rook and bishop are the wings of king and pawns.
    #[serde(rename = "dragonfly")]
    Dragonfly,
    /// 香得: shitate has the piece in hand, here and in all that follow.
    #[serde(rename = "lance_gained")]
    LanceGained,
    /// 両香得.
    #[serde(rename = "both_lances_gained")]
    BothLancesGained,
    /// 角得.
    #[serde(rename = "bishop_gained")]
    BishopGained,
    /// 飛車得.
    #[serde(rename = "rook_gained")]
    RookGained,
    /// 飛香得.
    #[serde(rename = "rook_lance_gained")]
    RookLanceGained,
    /// 二枚得.
    #[serde(rename = "2_piece_gained")]
    TwoPieceGained,
    /// 三枚得.
    #[serde(rename = "3_piece_gained")]
    ThreePieceGained,
    /// 四枚得.
    #[serde(rename = "4_piece_gained")]
    FourPieceGained,
    /// 五枚得.
    #[serde(rename = "5_piece_gained")]
    FivePieceGained,
    /// 六枚得.
    #[serde(rename = "6_piece_gained")]
    SixPieceGained,
    /// 七枚得.
    #[serde(rename = "7_piece_gained")]
    SevenPieceGained,
    /// 八枚得.
    #[serde(rename = "8_piece_gained")]
    EightPieceGained,
    /// 九枚得.
    #[serde(rename = "9_piece_gained")]
    NinePieceGained,
    /// Dobutsu shogi: ひよこ落ち.
    #[serde(rename = "chick")]
    Chick,
}

spellings!(Handicap, "handicap", 46:
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
    RightLance = "right_lance",
    BothLances = "both_lances",
    FivePiece = "5_piece",
    SevenPiece = "7_piece",
    NinePiece = "9_piece",
    Taiko = "taiko",
    DragonflyKnightsLances = "dragonfly_knights_lances",
    DragonflyLances = "dragonfly_lances",
    Dragonfly = "dragonfly",
    LanceGained = "lance_gained",
    BothLancesGained = "both_lances_gained",
    BishopGained = "bishop_gained",
    RookGained = "rook_gained",
    RookLanceGained = "rook_lance_gained",
    TwoPieceGained = "2_piece_gained",
    ThreePieceGained = "3_piece_gained",
    FourPieceGained = "4_piece_gained",
    FivePieceGained = "5_piece_gained",
    SixPieceGained = "6_piece_gained",
    SevenPieceGained = "7_piece_gained",
    EightPieceGained = "8_piece_gained",
    NinePieceGained = "9_piece_gained",
    Chick = "chick",
);

impl Handicap {
    /// The fixed spelling.
    pub const fn name(self) -> &'static str {
        self.as_str()
    }

    /// What it is called in Japanese, as in the 手合割 of a record.
    pub const fn kanji(self) -> &'static str {
        match self {
            Self::Lance => "香落ち",
            Self::Bishop => "角落ち",
            Self::Rook => "飛車落ち",
            Self::RookLance => "飛香落ち",
            Self::TwoPiece => "二枚落ち",
            Self::FourPiece => "四枚落ち",
            Self::SixPiece => "六枚落ち",
            Self::EightPiece => "八枚落ち",
            Self::TenPiece => "十枚落ち",
            Self::ThreePawns => "歩三兵",
            Self::NakedKing => "裸玉",
            Self::TwoKings => "二枚王",
            Self::TwoLions => "二枚獅子",
            Self::ThreeLions => "三枚獅子",
            Self::Tokin => "と落ち",
            Self::Silver => "銀落ち",
            Self::Pawn => "歩落ち",
            Self::Gold => "金落ち",
            Self::ThreePiece => "三枚落ち",
            Self::LeftQuail => "左鶉落ち",
            Self::Falcon => "鷹落ち",
            Self::FalconLeftQuail => "鷹左鶉落ち",
            Self::FalconQuails => "鷹両鶉落ち",
            Self::RightLance => "右香落ち",
            Self::BothLances => "両香落ち",
            Self::FivePiece => "五枚落ち",
            Self::SevenPiece => "七枚落ち",
            Self::NinePiece => "九枚落ち",
            Self::Taiko => "太閤落ち",
            Self::DragonflyKnightsLances => "トンボ＋桂香",
            Self::DragonflyLances => "トンボ＋香",
            Self::Dragonfly => "トンボ",
            Self::LanceGained => "香得",
            Self::BothLancesGained => "両香得",
            Self::BishopGained => "角得",
            Self::RookGained => "飛車得",
            Self::RookLanceGained => "飛香得",
            Self::TwoPieceGained => "二枚得",
            Self::ThreePieceGained => "三枚得",
            Self::FourPieceGained => "四枚得",
            Self::FivePieceGained => "五枚得",
            Self::SixPieceGained => "六枚得",
            Self::SevenPieceGained => "七枚得",
            Self::EightPieceGained => "八枚得",
            Self::NinePieceGained => "九枚得",
            Self::Chick => "ひよこ落ち",
        }
    }

    /// The handicap of that name; `even` is none.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// §3.3: those that follow from grades, and the two beyond them, the smallest first.
    pub const LADDER: &'static [Self] = &[
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
    ///
    /// ```
    /// use komadai_rules::{Handicap, Side, Variant};
    ///
    /// let variant = Variant::standard();
    /// let start = Handicap::TwoPiece.start(variant).expect("shogi has it");
    /// assert_eq!(start.turn(), Side::Gote, "uwate moves first");
    /// assert_eq!(start.sfen(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    /// assert_eq!(Handicap::of(start), Some(Handicap::TwoPiece));
    /// ```
    pub fn start(self, variant: Variant) -> Option<&'static Position> {
        let nth = variant.handicaps().position(|handicap| handicap == self)?;
        variant.handicap_starts().get(nth)
    }

    /// §2.3: points of the pieces that are missing from the set, credited to gote at impasse: what
    /// shitate gains is not missing. 0 where there is no impasse, or no such handicap.
    pub fn credit(self, variant: Variant) -> u32 {
        let Some(start) = self.start(variant).filter(|_| variant.def().ends.impasse) else {
            return 0;
        };
        points_in_all(variant.start()).saturating_sub(points_in_all(start))
    }

    /// The handicap that begins so, whatever the move number.
    pub fn of(start: &Position) -> Option<Self> {
        let variant = start.variant();
        let mut all = variant.handicaps().zip(variant.handicap_starts());
        all.find(|&(_, position)| position == start).map(|(handicap, _)| handicap)
    }
}

/// What the stronger of two players gives: pieces, or in an even game the first move. On the
/// [ladder](Self::ladder) the smaller comes first.
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
    ///
    /// ```
    /// use komadai_rules::{Grade, Handicap, Odds};
    ///
    /// let (weaker, stronger): (Grade, Grade) = ("4k".parse()?, "3d".parse()?);
    /// let odds = Odds::suggested(stronger.apart(weaker));
    /// assert_eq!(odds, Some(Odds::Pieces(Handicap::TwoPiece)));
    /// # Ok::<(), komadai_rules::GradeError>(())
    /// ```
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

    /// The first move, then every handicap of shogi.
    pub fn all() -> impl Iterator<Item = Self> {
        let handicaps = variants::standard::DEF.handicaps.iter().map(|def| def.handicap);
        [Self::FirstMove].into_iter().chain(handicaps.map(Self::Pieces))
    }

    /// §3.3: the first move and [the ladder](Handicap::LADDER), the smallest first.
    pub fn ladder() -> impl Iterator<Item = Self> {
        [Self::FirstMove].into_iter().chain(Handicap::LADDER.iter().copied().map(Self::Pieces))
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
            _ => {
                let found = Self::all().find(|odds| odds.as_str() == text);
                found.ok_or(SpellingError("odds"))
            }
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
