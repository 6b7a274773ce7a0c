//! Quick pairing of open seeks: pairing players without anybody choosing.

use komadai_game::{SideChoice, Start};
use komadai_ids::UserId;
use komadai_rating::{
    DEVIATION_MAX, grades_given,
    matchmaking::{WaitingPlayer, pair},
};
use komadai_rules::{Grade, Handicap, Odds};

use super::Seek;

/// Where a player of whom nothing is known is looked for.
const UNKNOWN_RATING: f64 = 1_040.0;

/// The largest handicap that may be rated.
const RATED_MAX: Handicap = Handicap::SixPiece;

/// Which quick seeks meet, the one that has waited longer first.
pub(super) fn pairs(
    seeks: &[Seek],
    have_just_met: impl Fn(UserId, UserId) -> bool,
    now_ms: u64,
) -> Vec<(Seek, Seek)> {
    let quick: Vec<&Seek> = seeks.iter().filter(|seek| seek.quick).collect();
    let waiting: Vec<WaitingPlayer> = quick.iter().map(|seek| waiting(seek, now_ms)).collect();
    let may_meet = |a: usize, b: usize| match (quick.get(a), quick.get(b)) {
        (Some(one), Some(other)) => meets(one, other) && !have_just_met(one.by.id, other.by.id),
        _ => false,
    };
    let seek = |place: usize| quick.get(place).map(|seek| (*seek).clone());
    pair(&waiting, may_meet)
        .into_iter()
        .filter_map(|(a, b)| Some((seek(a.min(b))?, seek(a.max(b))?)))
        .collect()
}

fn waiting(seek: &Seek, now_ms: u64) -> WaitingPlayer {
    let (rating, deviation) = match &seek.strength {
        Some(strength) => (strength.estimate, strength.deviation),
        None => (UNKNOWN_RATING, DEVIATION_MAX),
    };
    WaitingPlayer { rating, deviation, waited_ms: now_ms.saturating_sub(seek.at_ms) }
}

/// Whether two seeks are for the same game, and for each other.
fn meets(one: &Seek, other: &Seek) -> bool {
    let (a, b) = (&one.setup, &other.setup);
    let same_game = (&a.variant, &a.start, a.rules, a.clocks, a.seats.side, a.rated)
        == (&b.variant, &b.start, b.rules, b.clocks, b.seats.side, b.rated)
        && one.suggests == other.suggests
        && a.seats.side == SideChoice::Random;
    let is_blocked = one.blocked.contains(&other.by.id) || other.blocked.contains(&one.by.id);
    same_game
        && !is_blocked
        && one.by.id != other.by.id
        && one.wants.includes(other.strength.as_ref())
        && other.wants.includes(one.strength.as_ref())
}

/// §3.3: from where two players of these levels begin, and on which side the first of them sits.
/// A rated game begins from no handicap whose worth is not known.
pub fn suggested_start(own: Grade, other: Grade, rated: bool) -> (Start, SideChoice) {
    let stronger = own > other;
    let Some(odds) = Odds::suggested(own.apart(other)) else {
        return (Start::Even, SideChoice::Random);
    };
    // The giver sits as gote; a player who is given the first move, as sente.
    let side = if stronger { SideChoice::Gote } else { SideChoice::Sente };
    let start = match odds {
        Odds::FirstMove => Start::Even,
        Odds::Pieces(handicap) => {
            let handicap = if rated && grades_given(odds).is_none() { RATED_MAX } else { handicap };
            Start::Handicap(handicap.name().to_owned())
        }
    };
    (start, side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(own: &str, other: &str, rated: bool) -> (Start, SideChoice) {
        suggested_start(own.parse().unwrap(), other.parse().unwrap(), rated)
    }

    #[test]
    fn the_stronger_gives() {
        let handicap = |name: &str| Start::Handicap(name.to_owned());
        assert_eq!(start("1d", "1d", true), (Start::Even, SideChoice::Random));
        assert_eq!(start("1d", "1k", true), (Start::Even, SideChoice::Gote));
        assert_eq!(start("1k", "1d", true), (Start::Even, SideChoice::Sente));
        assert_eq!(start("1d", "2k", true), (handicap("lance"), SideChoice::Gote));
        assert_eq!(start("10k", "2k", false), (handicap("4_piece"), SideChoice::Sente));
        assert_eq!(start("5d", "15k", true), (handicap("6_piece"), SideChoice::Gote));
        assert_eq!(start("5d", "15k", false), (handicap("10_piece"), SideChoice::Gote));
    }
}
