//! Who meets whom at one touch.

use komadai_rating::matchmaking::{
    Fit, NEXT_CLOCK_AFTER_MS, WaitingPlayer, are_next, expected_ms, pair,
};
use proptest::prelude::*;

fn waiting(all: &[(f64, u64)]) -> Vec<WaitingPlayer> {
    let one = |&(rating, waited_ms)| WaitingPlayer { rating, deviation: 60.0, waited_ms };
    all.iter().map(one).collect()
}

#[test]
fn the_window_widens_with_waiting() {
    let meets = |gap: f64, waited_ms| {
        !pair(&waiting(&[(1_500.0, waited_ms), (1_500.0 + gap, 0)]), |_, _| Fit::SameGame)
            .is_empty()
    };
    assert!(meets(80.0, 0) && !meets(81.0, 0));
    assert!(meets(200.0, 10_000) && !meets(201.0, 10_000));
    assert!(meets(2_000.0, 60_000));
    assert!(pair(&waiting(&[(1_500.0, 0), (1_500.0, 0)]), |_, _| Fit::Never).is_empty());
}

#[test]
fn the_nearest_meet_first() {
    let all = waiting(&[(1_500.0, 60_000), (1_900.0, 60_000), (1_510.0, 0), (1_880.0, 0)]);
    assert_eq!(pair(&all, |_, _| Fit::SameGame), [(0, 2), (1, 3)]);
}

#[test]
fn who_is_unknown_meets_anybody_but_the_known_meet_first() {
    let known = |rating| WaitingPlayer { rating, deviation: 60.0, waited_ms: 0 };
    let unknown = WaitingPlayer { deviation: f64::INFINITY, ..known(1_040.0) };
    assert_eq!(pair(&[known(2_400.0), unknown], |_, _| Fit::SameGame), [(0, 1)]);
    // Although the first of them is nearer to the guest.
    let all = [known(1_050.0), unknown, known(1_100.0)];
    assert_eq!(pair(&all, |_, _| Fit::SameGame), [(0, 2)]);
}

#[test]
fn those_with_whom_one_may_not_play_hide_nobody() {
    // Twenty who search for games of their own, between two who search for the same.
    let all: Vec<_> = (0..22).map(|n| (1_000.0 + f64::from(n), 60_000)).collect();
    let fit = |a: usize, b: usize| if a.abs_diff(b) == 21 { Fit::SameGame } else { Fit::Never };
    assert_eq!(pair(&waiting(&all), fit), [(0, 21)]);
}

#[test]
fn another_clock_is_for_those_who_have_both_waited() {
    let pairs =
        |one, other| pair(&waiting(&[(1_500.0, one), (1_500.0, other)]), |_, _| Fit::NextClock);
    assert!(pairs(NEXT_CLOCK_AFTER_MS - 1, 50_000).is_empty());
    assert!(pairs(50_000, NEXT_CLOCK_AFTER_MS - 1).is_empty());
    // Who has waited longer comes first.
    assert_eq!(pairs(50_000, NEXT_CLOCK_AFTER_MS), [(0, 1)]);
    assert_eq!(pairs(NEXT_CLOCK_AFTER_MS, 50_000), [(1, 0)]);
    // The same clock goes before another, however near that player is.
    let all = waiting(&[(1_500.0, 30_000), (1_501.0, 30_000), (1_700.0, 30_000)]);
    let fit = |a: usize, b: usize| if a + b == 2 { Fit::SameGame } else { Fit::NextClock };
    assert_eq!(pair(&all, fit), [(0, 2)]);
}

/// The clocks of the buttons, in the order of how long they are expected to take.
#[test]
fn which_clocks_are_next_to_each_other() {
    const MINUTE: u64 = 60_000;
    let clocks = [
        ("3 min", expected_ms(3 * MINUTE, 0, 0)),
        ("10 s", expected_ms(0, 0, 10_000)),
        ("10 min", expected_ms(10 * MINUTE, 0, 0)),
        ("5 min + 5 s a move", expected_ms(5 * MINUTE, 5_000, 0)),
        ("3 min + 30 s", expected_ms(3 * MINUTE, 0, 30_000)),
        ("10 min + 30 s", expected_ms(10 * MINUTE, 0, 30_000)),
        ("15 min + 60 s", expected_ms(15 * MINUTE, 0, 60_000)),
        ("30 min + 60 s", expected_ms(30 * MINUTE, 0, 60_000)),
    ];
    let next: Vec<String> = clocks
        .iter()
        .map(|(name, ms)| {
            let others = clocks.iter().filter(|(it, other)| it != name && are_next(*ms, *other));
            let others: Vec<_> = others.map(|(name, _)| *name).collect();
            format!("{name}: {}", others.join(", "))
        })
        .collect();
    assert_eq!(
        next,
        [
            "3 min: 10 s",
            "10 s: 3 min, 10 min, 5 min + 5 s a move",
            "10 min: 10 s, 5 min + 5 s a move, 3 min + 30 s",
            "5 min + 5 s a move: 10 s, 10 min, 3 min + 30 s",
            "3 min + 30 s: 10 min, 5 min + 5 s a move, 10 min + 30 s",
            "10 min + 30 s: 3 min + 30 s, 15 min + 60 s",
            "15 min + 60 s: 10 min + 30 s, 30 min + 60 s",
            "30 min + 60 s: 15 min + 60 s",
        ]
    );
}

proptest! {
    /// Nobody meets twice at once, or whom they may not meet, and of two that may meet and have
    /// waited for a minute one is taken.
    #[test]
    fn pairs_are_what_they_must_be(
        all in prop::collection::vec((300.0..2_800.0, 0_u64..90_000), 0..40),
        forbidden in 0_usize..5,
    ) {
        let all = waiting(&all);
        let may_meet = |a: usize, b: usize| (a + b) % 5 != forbidden;
        let fit = |a, b| if may_meet(a, b) { Fit::SameGame } else { Fit::Never };
        let pairs = pair(&all, fit);
        let mut seen = std::collections::BTreeSet::new();
        for &(a, b) in &pairs {
            prop_assert!(may_meet(a, b));
            prop_assert!(all[a].waited_ms >= all[b].waited_ms);
            prop_assert!(seen.insert(a) && seen.insert(b));
        }
        prop_assert_eq!(pair(&all, fit), pairs);
        if all.len() == 2 && all[0].waited_ms >= 60_000 && may_meet(0, 1) {
            prop_assert_eq!(seen.len(), 2);
        }
    }
}
