//! What the tests share.

use komadai_tournament::{
    Entry, EntryId, Event, Game, Outcome, Row, Setup, Standings, State, Wait, lot::Stream,
    simulate::Plan,
};

pub(crate) fn setup(json: &str) -> Setup {
    serde_json::from_str(json).expect("a set-up")
}

/// How many cases to try; `CASES` asks for another number.
pub(crate) fn n_cases(fast: u64, slow: u64) -> u64 {
    let asked = std::env::var("CASES").ok().and_then(|text| text.parse().ok());
    asked.unwrap_or(if is_slow() { slow } else { fast })
}

pub(crate) fn is_slow() -> bool {
    std::env::var_os("RUN_SLOW_TESTS").is_some()
}

pub(crate) fn standings(event: &Event) -> Standings {
    event.check().expect("a sound event").standings()
}

pub(crate) fn row<'s>(standings: &'s Standings, id: &str) -> &'s Row {
    let rows = standings.rankings.iter().flat_map(|ranking| &ranking.rows);
    rows.into_iter().find(|row| row.entry.as_str() == id).expect("ranked")
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

/// Plays an event one result at a time, in an order by lot, and checks on the way that a
/// director may stop anywhere: asking twice, going through JSON and publishing twice change
/// nothing; keys are new; nobody is given a second game while playing (but where all rounds are
/// published at once, and the host of a simul). Returns the rounds' numbers in the order of publication.
pub(crate) fn direct(event: &mut Event, seed: u64, result: &dyn Fn(&Game, u64) -> Outcome) {
    let mut stream = Stream::new(seed);
    let mut now = 0;
    for _ in 0..20_000 {
        let checked = event.check().expect("sound");
        let next = checked.next(now);
        let json = serde_json::to_string(event).expect("no maps in it");
        let again = Event::read(&json).expect("its own writing");
        assert_eq!(again.check().expect("sound").next(now), next, "after a restart");
        assert_eq!(again.check().expect("sound").standings(), checked.standings());
        if next.state == State::Over {
            assert!(event.pending().is_empty());
            let event = Event { closed: true, ..event.clone() };
            assert!(standings(&event).over);
            return;
        }
        for game in &next.games {
            assert_eq!(event.game(&game.key), None, "a key is used once");
        }
        let busy = event.pending();
        event.publish(&next).expect("keys are new");
        let once = event.clone();
        event.publish(&next).expect("they are the same games");
        assert_eq!(*event, once, "publishing twice is publishing once");
        if !free_pace(event) {
            let host = event.host().map(|host| host.id.clone());
            let players: Vec<_> = event
                .pending()
                .iter()
                .filter_map(|key| event.game(key))
                .flat_map(|game| [game.sente.clone(), game.gote.clone()])
                .filter(|player| Some(player) != host.as_ref())
                .collect();
            let different: std::collections::HashSet<_> = players.iter().collect();
            assert_eq!(players.len(), different.len(), "somebody has two games at once");
        }
        for game in &next.games {
            if game.toss {
                let sente = if stream.happens(0.5) { &game.sente } else { &game.gote };
                event.note_toss(&game.key, sente).expect("it was tossed for");
            }
        }
        let open = event.pending();
        now += 60_000;
        match open.get(stream.below(open.len() as u64) as usize) {
            Some(key) => {
                let game = event.game(key).expect("it is pending");
                let outcome = result(game, stream.number());
                let timed = game.started_ms.is_some();
                event.note_result(key, outcome, timed.then_some(now)).expect("it had none");
                event.note_result(key, outcome, timed.then_some(now)).expect("the same again");
            }
            None => {
                if let Some(Wait::Time { at_ms }) = next.waiting_for {
                    now = now.max(at_ms);
                } else {
                    assert!(busy.is_empty() && next.state == State::Pair, "stuck: {next:?}");
                }
            }
        }
    }
    panic!("it does not end");
}

fn free_pace(event: &Event) -> bool {
    serde_json::to_string(&event.format).is_ok_and(|json| json.contains(r#""pace":"free""#))
}

/// Results by lot: mostly wins of the higher rating, some draws, some who do not come.
pub(crate) fn by_lot(game: &Game, lot: u64) -> Outcome {
    match lot % 100 {
        0..=4 => Outcome::Draw,
        5 => Outcome::SenteNoShow,
        6 => Outcome::GoteNoShow,
        7 if game.slot.is_none() => Outcome::BothNoShow,
        n if n % 2 == 0 => Outcome::Sente,
        _ => Outcome::Gote,
    }
}

/// The one with the smaller number in its id wins.
pub(crate) fn favourite(game: &Game, _lot: u64) -> Outcome {
    let number = |id: &EntryId| {
        id.as_str().trim_start_matches(char::is_alphabetic).parse::<u32>().expect("p1, p2, …")
    };
    if number(&game.sente) < number(&game.gote) { Outcome::Sente } else { Outcome::Gote }
}

/// p1, p2, …, the first the strongest.
pub(crate) fn players(n: usize) -> Vec<Entry> {
    (1..=n)
        .map(|n| Entry { rating: Some(2000 - n as i32), ..Entry::new(&format!("p{n}")) })
        .collect()
}

pub(crate) fn event(format: &str, entries: Vec<Entry>) -> Event {
    Event { seed: 7, entries, ..Event::new("", setup(format)) }
}

/// Places and ids, as `1 p1, 2 p2, 3 p3, 3 p4`.
pub(crate) fn places(standings: &Standings) -> String {
    let rows = standings.rankings.first().expect("a ranking").rows.iter();
    let rows: Vec<String> = rows.map(|row| format!("{} {}", row.place, row.entry)).collect();
    rows.join(", ")
}
