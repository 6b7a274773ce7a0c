//! Handicaps (§3.2) and how many a difference of grades suggests (§3.3).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Grade;

/// What the stronger player gives. The names are those of §3.2, and `sente` before them:
/// nothing is removed, but the weaker player is sente.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "TournamentHandicap")]
pub enum Handicap {
    /// The weaker player is sente.
    #[serde(rename = "sente")]
    Sente,
    /// 香落ち
    #[serde(rename = "lance")]
    Lance,
    /// 角落ち
    #[serde(rename = "bishop")]
    Bishop,
    /// 飛車落ち
    #[serde(rename = "rook")]
    Rook,
    /// 飛香落ち
    #[serde(rename = "rook_lance")]
    RookLance,
    /// 二枚落ち
    #[serde(rename = "2_piece")]
    TwoPiece,
    /// 四枚落ち
    #[serde(rename = "4_piece")]
    FourPiece,
    /// 六枚落ち
    #[serde(rename = "6_piece")]
    SixPiece,
    /// 八枚落ち
    #[serde(rename = "8_piece")]
    EightPiece,
    /// 十枚落ち
    #[serde(rename = "10_piece")]
    TenPiece,
}

impl Handicap {
    /// Every handicap that the table knows, the smallest first.
    pub const ALL: [Self; 10] = [
        Self::Sente,
        Self::Lance,
        Self::Bishop,
        Self::Rook,
        Self::RookLance,
        Self::TwoPiece,
        Self::FourPiece,
        Self::SixPiece,
        Self::EightPiece,
        Self::TenPiece,
    ];

    /// The name in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sente => "sente",
            Self::Lance => "lance",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::RookLance => "rook_lance",
            Self::TwoPiece => "2_piece",
            Self::FourPiece => "4_piece",
            Self::SixPiece => "6_piece",
            Self::EightPiece => "8_piece",
            Self::TenPiece => "10_piece",
        }
    }

    /// §3.3, the table of the JSA's dojo for so many grades between two players.
    pub fn for_difference(grades: u32) -> Option<Self> {
        match grades {
            0 => None,
            1 => Some(Self::Sente),
            2 => Some(Self::Lance),
            3 => Some(Self::Bishop),
            4 => Some(Self::Rook),
            5 => Some(Self::RookLance),
            6..=7 => Some(Self::TwoPiece),
            8..=9 => Some(Self::FourPiece),
            10..=12 => Some(Self::SixPiece),
            13..=15 => Some(Self::EightPiece),
            16.. => Some(Self::TenPiece),
        }
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether stronger players give handicaps in an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "table", rename_all = "snake_case", deny_unknown_fields)]
pub enum HandicapPolicy {
    /// Every game is even.
    #[default]
    None,
    /// By difference of grade, the table of §3.3.
    Jsa {
        /// So many grades of difference are not counted.
        #[serde(default)]
        reduce: u32,
        /// Never more than this.
        #[serde(default)]
        max: Option<Handicap>,
    },
}

impl HandicapPolicy {
    /// Who gives what when players of these grades meet. `None` is an even game, as it is when
    /// a grade is unknown.
    pub fn between(&self, a: Option<Grade>, b: Option<Grade>) -> Option<Given> {
        let Self::Jsa { reduce, max } = self else { return None };
        let difference = a?.level() - b?.level();
        let handicap = Handicap::for_difference(difference.unsigned_abs().saturating_sub(*reduce))?;
        let handicap = max.map_or(handicap, |max| handicap.min(max));
        Some(Given { handicap, first_gives: difference > 0 })
    }
}

/// A handicap between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// What is given.
    pub handicap: Handicap,
    /// The first of the two is the giver: uwate, who sits as gote.
    pub first_gives: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_one_of_the_rules() {
        let table: Vec<_> = (0..18)
            .map(|grades| Handicap::for_difference(grades).map_or("even", Handicap::as_str))
            .collect();
        assert_eq!(
            table.join(" "),
            "even sente lance bishop rook rook_lance 2_piece 2_piece 4_piece 4_piece \
             6_piece 6_piece 6_piece 8_piece 8_piece 8_piece 10_piece 10_piece"
        );
    }

    #[test]
    fn names_in_documents_are_the_names_in_code() {
        for handicap in Handicap::ALL {
            let json = serde_json::to_string(&handicap).expect("no maps in it");
            assert_eq!(json, format!("\"{handicap}\""));
        }
    }

    #[test]
    fn the_stronger_gives_up_to_the_limit() {
        let (strong, weak) = (Grade::dan(3), Grade::kyu(3));
        let check = |policy: &HandicapPolicy, expected: Option<Handicap>| {
            for (a, b) in [(strong, weak), (weak, strong)] {
                let given = policy.between(a, b);
                assert_eq!(given.map(|given| given.handicap), expected);
                assert!(given.is_none_or(|given| given.first_gives == (a == strong)));
            }
            assert_eq!(policy.between(strong, None), None);
        };
        check(&HandicapPolicy::None, None);
        check(&HandicapPolicy::Jsa { reduce: 0, max: None }, Some(Handicap::RookLance));
        check(&HandicapPolicy::Jsa { reduce: 2, max: None }, Some(Handicap::Bishop));
        check(
            &HandicapPolicy::Jsa { reduce: 0, max: Some(Handicap::Lance) },
            Some(Handicap::Lance),
        );
        check(&HandicapPolicy::Jsa { reduce: 9, max: None }, None);
    }
}
