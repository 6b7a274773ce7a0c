//! 300 players are paired in under a second.

use std::time::Duration;

use komadai_tournament::simulate::{Plan, quality};

use crate::support::{before, setup, standings};

#[expect(clippy::disallowed_methods, reason = "this test measures time")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    let done = work();
    (done, start.elapsed())
}

#[test]
fn three_hundred_players_are_paired_in_under_a_second() {
    for format in [
        r#"{"t":"swiss","rounds":9,"pairing":{"club_rounds":2}}"#,
        r#"{"t":"mcmahon","rounds":9,"bars":{"by":"grade","top":"3-dan","bottom":"15-kyu"}}"#,
    ] {
        let plan = Plan {
            players: 300,
            seed: 7,
            clubs: 12,
            withdrawals: 10,
            absence: 0.02,
            no_show: 0.01,
            ..Plan::default()
        };
        let mut event = plan.event(setup(format));
        let (played, all) = timed(|| plan.play(&mut event));
        played.expect("a sound event");
        let mut slowest = Duration::ZERO;
        for round in 1..=event.n_rounds() {
            let event = before(&event, round);
            let (next, took) = timed(|| event.check().expect("sound").next(0));
            assert!(next.games.len() > 130);
            slowest = slowest.max(took);
        }
        let name = &event.format.name;
        println!("300 players, {name}: slowest round {slowest:?}, whole event {all:?}");
        println!("{:?}", quality(&event, &standings(&event)));
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    }
}
