//! 300 players are paired in under a second, and large fields in a few.

use std::time::Duration;

use komadai_tournament::{
    Points,
    simulate::{Plan, quality},
};

use crate::support::{before, setup, standings};

/// What this thread has spent computing, so that other programs on the machine do not count.
/// Where the system does not tell, the time on the wall.
fn spent() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse().ok());
    told.map_or_else(on_the_wall, Duration::from_nanos)
}

#[expect(clippy::disallowed_methods, reason = "this test measures time")]
fn on_the_wall() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
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
        plan.play(&mut event).expect("a sound event");
        let mut slowest = Duration::ZERO;
        for round in 1..=event.n_rounds() {
            let event = before(&event, round);
            let start = spent();
            let next = event.check().expect("sound").next(0);
            slowest = slowest.max(spent() - start);
            assert!(next.games.len() > 130);
        }
        println!("300 players, {}: slowest round {slowest:?}", event.format.name);
        println!("{:?}", quality(&event, &standings(&event)));
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    }
}

#[test]
fn a_large_field_is_paired_without_a_repeat() {
    for within in ["slide", "fold", "adjacent", "random"] {
        let format = format!(r#"{{"t":"swiss","rounds":4,"pairing":{{"within":"{within}"}}}}"#);
        let plan = Plan { players: 1_201, seed: 7, draw: 0.1, no_show: 0.01, ..Plan::default() };
        let mut event = plan.event(setup(&format));
        plan.play(&mut event).expect("a sound event");
        let found = quality(&event, &standings(&event));
        assert_eq!((found.repeats, found.second_byes), (0, 0), "{within}: {found:?}");
        // In the first rounds whole score groups meet among themselves.
        assert!(found.uneven_max <= Points::ONE, "{within}: {found:?}");
        for round in 1..=4 {
            let games = event.games.iter().filter(|game| game.round == round);
            assert!(games.count() >= 590, "{within}, round {round}");
        }
    }
}

#[test]
fn a_wave_of_a_thousand_leaves_over_only_whoever_came_last() {
    let mut event = crate::events::made_up(
        r#"{"t":"arena","start_ms":3600000,"duration_ms":3600000,"wave_ms":0}"#,
        1_001,
    );
    for presence in &mut event.presence {
        presence.at_ms /= 60_000;
    }
    let mut met = std::collections::HashSet::new();
    for wave in 0..3 {
        let at_ms = 3_600_000 + wave * 60_000;
        let start = spent();
        let next = event.check().expect("sound").next(at_ms);
        println!("a wave of 1,001: {:?}", spent() - start);
        assert_eq!(next.games.len(), 500);
        for game in &next.games {
            let (a, b) = (&game.sente, &game.gote);
            let pair = if a < b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
            assert!(met.insert((wave, pair.clone())));
            assert!(wave == 0 || !met.contains(&(wave - 1, pair)), "an immediate rematch");
        }
        event.publish(&next).expect("new");
        for game in &next.games {
            event
                .note_result(&game.key, crate::support::favourite(game, 0), Some(at_ms + 1_000))
                .expect("none yet");
        }
    }
}
