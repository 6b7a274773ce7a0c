//! §2.3: counting at impasse.

use serde::{Deserialize, Serialize};

use crate::{Position, Side};

/// §2.3: own pieces besides the king that a declarer needs in the zone.
pub const DECLARATION_PIECES: u32 = 10;

/// §2.3: how one side stands for agreement and declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ImpasseCount {
    /// Whether the king stands in its own promotion zone.
    pub king_in_zone: bool,
    /// Own pieces in that zone, the king not counted.
    pub pieces_in_zone: u32,
    /// Whether the king is in check.
    pub in_check: bool,
    /// What counts in a declaration: the hand, own pieces in the zone, and the handicap's credit.
    pub points: u32,
    /// What counts by agreement: the hand, all own pieces, and the handicap's credit.
    pub points_everywhere: u32,
}

/// §2.3: the points of all pieces on the board and in both hands.
pub(crate) fn points_in_all(position: &Position) -> u32 {
    Side::ALL.map(|side| ImpasseCount::new(position, side, 0).points_everywhere).iter().sum()
}

impl ImpasseCount {
    /// Counts a side's pieces and adds its credit.
    pub(crate) fn new(position: &Position, side: Side, credit: u32) -> Self {
        let variant = position.variant();
        let zone = variant.def().zone;
        let mut count = Self {
            king_in_zone: false,
            pieces_in_zone: 0,
            in_check: position.is_in_check(side),
            points: credit,
            points_everywhere: credit,
        };
        for (square, piece) in position.pieces().filter(|(_, piece)| piece.side == side) {
            let def = variant.piece(piece.kind);
            let points = u32::from(def.points);
            count.points_everywhere += points;
            if variant.depth(side, square) < zone {
                count.points += points;
                if def.royal {
                    count.king_in_zone = true;
                } else {
                    count.pieces_in_zone += 1;
                }
            }
        }
        for (kind, n) in position.hand(side) {
            let points = u32::from(variant.piece(kind).points) * u32::from(n);
            count.points += points;
            count.points_everywhere += points;
        }
        count
    }

    /// Whether everything but the points is there for a declaration.
    pub(crate) fn is_entered(&self) -> bool {
        self.king_in_zone && self.pieces_in_zone >= DECLARATION_PIECES && !self.in_check
    }
}
