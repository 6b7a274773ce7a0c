//! What the tests share.

use komadai_tournament::{Event, Setup, Standings, lot::Stream, simulate::Plan};

pub(crate) fn setup(json: &str) -> Setup {
    serde_json::from_str(json).expect("a set-up")
}

/// How many cases to try.
pub(crate) fn n_cases(fast: u64, slow: u64) -> u64 {
    if is_slow() { slow } else { fast }
}

pub(crate) fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

pub(crate) fn standings(event: &Event) -> Standings {
    event.check().expect("a sound event").standings()
}

/// A made-up event of a format that pairs freely, played to its end.
pub(crate) fn free_event(seed: u64, players_max: u64) -> (Plan, Event) {
    let mut stream = Stream::new(seed);
    // Small fields as often as large ones: that is where things go wrong.
    let players_max = if stream.happens(0.5) { players_max.min(16) } else { players_max };
    let players = 4 + stream.below(players_max - 3);
    let rounds = (3 + stream.below(9)).min(players + players % 2 - 1);
    let within = ["slide", "fold", "adjacent", "random"][stream.below(4) as usize];
    let pairing = format!(r#"{{"within":"{within}","club_rounds":{}}}"#, stream.below(3));
    let format = if stream.happens(0.7) {
        format!(r#"{{"t":"swiss","rounds":{rounds},"pairing":{pairing}}}"#)
    } else if stream.happens(0.5) {
        let bars = r#"{"by":"grade","top":"2-dan","bottom":"8-kyu"}"#;
        format!(r#"{{"t":"mcmahon","rounds":{rounds},"bars":{bars},"pairing":{pairing}}}"#)
    } else {
        let bars = r#"{"by":"rating","floors":[1300,1500,1700]}"#;
        format!(r#"{{"t":"mcmahon","rounds":{rounds},"bars":{bars},"pairing":{pairing}}}"#)
    };
    let troubled = stream.happens(0.6);
    let plan = Plan {
        players: players as usize,
        seed,
        withdrawals: if troubled { stream.below(players / 3 + 1) as usize } else { 0 },
        late: if troubled { stream.below(players / 4 + 1) as usize } else { 0 },
        absence: if troubled { stream.unit() * 0.15 } else { 0.0 },
        no_show: if troubled { stream.unit() * 0.05 } else { 0.0 },
        draw: stream.unit() * 0.3,
        clubs: stream.below(6) as usize,
        ..Plan::default()
    };
    let mut event = plan.event(setup(&format));
    plan.play(&mut event).expect("a sound event");
    (plan, event)
}

/// The event as it was before that round was published.
pub(crate) fn before(event: &Event, round: u32) -> Event {
    let mut event = event.clone();
    event.games.retain(|game| game.round < round);
    event.byes.retain(|bye| bye.round < round);
    event
}
