//! Who sits as sente, and what a pairing costs in that respect.

use komadai_rules::Side;

use crate::pairing::contender::Contender;

/// What a seating costs: see the rules of the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SideCost {
    /// Differences above two.
    pub(crate) limit: i32,
    /// The same side for the third time in a row.
    pub(crate) row: i32,
    /// Wishes that are not granted.
    pub(crate) wish: i32,
}

/// A strong wish: the side played less often.
const STRONG: i32 = 3;

/// A mild wish: to change sides.
const MILD: i32 = 1;

impl SideCost {
    fn of(contender: &Contender<'_>, side: Side) -> Self {
        let step = if side == Side::Sente { 1 } else { -1 };
        let after = (contender.balance + step).abs();
        let wish = match contender.balance.abs() {
            0 if contender.history.last() == Some(&side) => MILD,
            before if after > before && before > 0 => STRONG,
            _ => 0,
        };
        let row = matches!(contender.history[..], [.., a, b] if a == side && b == side);
        Self { limit: (after - 2).max(0), row: i32::from(row), wish }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            limit: self.limit + other.limit,
            row: self.row + other.row,
            wish: self.wish + other.wish,
        }
    }
}

/// The side of `a` against `b`, and its cost. `lot` decides where nothing else does.
pub(crate) fn seat(a: &Contender<'_>, b: &Contender<'_>, lot: u64) -> (Side, SideCost) {
    let cost = |side: Side| SideCost::of(a, side).plus(SideCost::of(b, side.other()));
    let (sente, gote) = (cost(Side::Sente), cost(Side::Gote));
    let side = match sente.cmp(&gote) {
        std::cmp::Ordering::Less => Side::Sente,
        std::cmp::Ordering::Greater => Side::Gote,
        std::cmp::Ordering::Equal => between_equals(a, b, lot),
    };
    (side, if side == Side::Sente { sente } else { gote })
}

/// When both seatings cost the same: the reverse of the last round in which their sides
/// differed; else the one ranked higher has what it wishes; else seeding and lot, so that every
/// other of the favourites is sente.
fn between_equals(a: &Contender<'_>, b: &Contender<'_>, lot: u64) -> Side {
    let differed = a.history.iter().rev().zip(b.history.iter().rev()).find(|(a, b)| a != b);
    if let Some((side, _)) = differed {
        return side.other();
    }
    let a_is_higher =
        (a.score, std::cmp::Reverse(a.one.number)) > (b.score, std::cmp::Reverse(b.one.number));
    let higher = if a_is_higher { a } else { b };
    let wished = match higher.balance.signum() {
        1 => Some(Side::Gote),
        -1 => Some(Side::Sente),
        _ => higher.history.last().map(|side| side.other()),
    };
    let side_of_higher = wished.unwrap_or({
        if (higher.one.number as u64 ^ lot) & 1 == 0 { Side::Sente } else { Side::Gote }
    });
    if a_is_higher { side_of_higher } else { side_of_higher.other() }
}
