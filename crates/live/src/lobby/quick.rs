//! Quick pairing of open seeks: pairing players without anybody choosing.

use komadai_game::{Setup, SideChoice, Start};
use komadai_ids::UserId;
use komadai_rating::{
    grades_given,
    matchmaking::{Fit, WaitingPlayer, are_next, expected_ms, pair},
};
use komadai_rules::{BySide, Grade, Handicap, Odds};

use super::Seek;

/// Where a player of whom nothing is known is looked for.
const UNKNOWN_RATING: f64 = 1_040.0;

/// The largest handicap that may be rated.
const RATED_MAX: Handicap = Handicap::SixPiece;

/// Which seeks lead to a game by themselves: two quick searches, or one and an offer that somebody
/// else has made by hand; first the one that has waited longer, whose clock is played.
pub(super) fn pairs(
    seeks: &[Seek],
    have_just_met: impl Fn(UserId, UserId) -> bool,
    now_ms: u64,
) -> Vec<(Seek, Seek)> {
    let open: Vec<&Seek> = seeks.iter().filter(|seek| seek.quick || !seek.by.bot).collect();
    let waiting: Vec<WaitingPlayer> = open.iter().map(|seek| waiting(seek, now_ms)).collect();
    let fit = |a: usize, b: usize| match (open.get(a), open.get(b)) {
        (Some(one), Some(other)) => match fit(one, other) {
            Fit::SameGame | Fit::NextClock if have_just_met(one.by.id, other.by.id) => Fit::JustMet,
            fit => fit,
        },
        _ => Fit::Never,
    };
    let seek = |place: usize| open.get(place).map(|seek| (*seek).clone());
    pair(&waiting, fit)
        .into_iter()
        .filter_map(|(first, second)| Some((seek(first)?, seek(second)?)))
        .collect()
}

fn waiting(seek: &Seek, now_ms: u64) -> WaitingPlayer {
    // Of a guest nothing is known.
    let (rating, deviation) = match &seek.strength {
        Some(strength) => (strength.estimate, strength.deviation),
        None => (UNKNOWN_RATING, f64::INFINITY),
    };
    WaitingPlayer { rating, deviation, waited_ms: now_ms.saturating_sub(seek.at_ms) }
}

/// What two seeks are to each other.
fn fit(one: &Seek, other: &Seek) -> Fit {
    let (a, b) = (&one.setup, &other.setup);
    let is_same_game = (&a.variant, &a.start, a.rules, a.seats.side)
        == (&b.variant, &b.start, b.rules, b.seats.side)
        && one.suggests == other.suggests
        && a.seats.side == SideChoice::Random;
    let are_quick = one.quick && other.quick;
    // What somebody has offered by hand is what they want, rated or not.
    let agree = are_quick || (one.quick || other.quick) && a.rated == b.rated;
    if !is_same_game || !agree || !may_play(one, other) || !may_play(other, one) {
        return Fit::Never;
    }
    if a.clocks == b.clocks {
        Fit::SameGame
    } else if are_quick && are_next_clocks(a, b) {
        Fit::NextClock
    } else {
        Fit::Never
    }
}

/// Whether whoever made a seek is ready to play the maker of another.
fn may_play(seek: &Seek, other: &Seek) -> bool {
    seek.by.id != other.by.id
        && !seek.blocked.contains(&other.by.id)
        && (seek.accepts_guests || !other.by.guest)
        && seek.wants.includes(other.strength.as_ref())
}

fn are_next_clocks(one: &Setup, other: &Setup) -> bool {
    match (expected_thinking_ms(one), expected_thinking_ms(other)) {
        (Some(one), Some(other)) => are_next(one, other),
        _ => false,
    }
}

/// How long a side is expected to think; `None` where the sides have different times, or days.
fn expected_thinking_ms(setup: &Setup) -> Option<u64> {
    let BySide { sente, gote } = setup.clocks;
    let time = sente.thinking_time().filter(|_| sente == gote)?;
    Some(expected_ms(time.main_ms, time.added_ms, time.byoyomi_ms))
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
    use komadai_game::{Player, TimeControl, clocks::Byoyomi};
    use komadai_ids::GameId;
    use uuid::Uuid;

    use super::*;
    use crate::lobby::Wants;

    fn start(own: &str, other: &str, rated: bool) -> (Start, SideChoice) {
        suggested_start(own.parse().unwrap(), other.parse().unwrap(), rated)
    }

    const MINUTE: u32 = 60_000;

    fn byoyomi(main_ms: u32, byoyomi_ms: u32) -> TimeControl {
        TimeControl::Byoyomi(Byoyomi { main_ms, byoyomi_ms, periods: 1 })
    }

    /// A quick search by a guest.
    fn search(n: u8, clock: TimeControl, at_ms: u64) -> Seek {
        let id = UserId::new(u64::from(n), [n; 10]);
        let by = Player { id, name: format!("Guest {n}"), guest: true, bot: false };
        let mut setup = Setup::casual(GameId::new(at_ms, [n; 10]), at_ms, clock, by.clone());
        setup.seats.side = SideChoice::Random;
        Seek {
            id: Uuid::from_u128(u128::from(n)),
            by,
            address: None,
            strength: None,
            wants: Wants::default(),
            blocked: Vec::new(),
            quick: true,
            accepts_guests: true,
            suggests: false,
            setup,
            at_ms,
        }
    }

    /// Who meets at that moment, by their numbers.
    fn meet(seeks: &[Seek], now_ms: u64) -> Vec<(u128, u128)> {
        let pairs = pairs(seeks, |_, _| false, now_ms);
        pairs.iter().map(|(first, second)| (first.id.as_u128(), second.id.as_u128())).collect()
    }

    #[test]
    fn neighbouring_clocks_meet_after_a_while() {
        let usual = search(1, byoyomi(10 * MINUTE, 30_000), 0);
        let longer = search(2, byoyomi(15 * MINUTE, 60_000), 5_000);
        let seeks = [usual, longer];
        assert_eq!(meet(&seeks, 24_999), []);
        // On the clock of the first, who has waited longer.
        assert_eq!(meet(&seeks, 25_000), [(1, 2)]);
        let [usual, _] = seeks;
        let longest = search(3, byoyomi(30 * MINUTE, 60_000), 0);
        let shortest = search(4, byoyomi(0, 10_000), 0);
        assert_eq!(meet(&[usual.clone(), longest, shortest], 600_000), []);
        // What was offered by hand is what is wanted.
        let offer = Seek { quick: false, ..search(5, byoyomi(15 * MINUTE, 60_000), 0) };
        assert_eq!(meet(&[usual.clone(), offer], 600_000), []);
        // Neither clock of two sides is the other's.
        let mut unequal = search(6, byoyomi(10 * MINUTE, 30_000), 0);
        unequal.setup.clocks.gote = byoyomi(11 * MINUTE, 30_000);
        assert_eq!(meet(&[usual, unequal], 600_000), []);
    }

    #[test]
    fn who_has_just_met_meets_again_if_nobody_else_comes() {
        let clock = byoyomi(10 * MINUTE, 30_000);
        let seeks = [search(1, clock, 0), search(2, clock, 1_000), search(3, clock, 30_000)];
        let have_met = |one: UserId, other: UserId| {
            let [first, second] = [1, 2].map(|n| UserId::new(n, [n as u8; 10]));
            [one, other] == [first, second] || [one, other] == [second, first]
        };
        let meet = |seeks: &[Seek], now_ms| {
            let pairs = pairs(seeks, have_met, now_ms);
            pairs.iter().map(|(one, other)| [one, other].map(|it| it.by.id)).collect::<Vec<_>>()
        };
        let [first, second, third] = seeks.each_ref().map(|it| it.by.id);
        assert_eq!(meet(&seeks[..2], 20_999), [] as [[UserId; 2]; 0]);
        assert_eq!(meet(&seeks[..2], 21_000), [[first, second]]);
        assert_eq!(meet(&seeks, 30_000), [[first, third]]);
    }

    #[test]
    fn offers_are_met_by_searches_alone() {
        let clock = byoyomi(10 * MINUTE, 30_000);
        let offer = |n| Seek { quick: false, ..search(n, clock, 0) };
        assert_eq!(meet(&[offer(1), offer(2)], 600_000), []);
        assert_eq!(meet(&[offer(1), search(2, clock, 1)], 1), [(1, 2)]);
        let mut program = offer(3);
        program.by.bot = true;
        assert_eq!(meet(&[program, search(4, clock, 1)], 600_000), []);
        // A side that somebody asks for is for others to choose.
        let mut chosen = offer(5);
        chosen.setup.seats.side = SideChoice::Sente;
        assert_eq!(meet(&[chosen, search(6, clock, 1)], 600_000), []);
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
