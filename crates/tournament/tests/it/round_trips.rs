//! Events go on by way of another program's file as they would have without.

use std::collections::{BTreeMap, BTreeSet};

use komadai_tournament::{
    Absence, ByeKind, EntryId, Event, Order, Outcome, Points, Scoring, State, command,
    files::{About, ProgramFile, read},
    lot::Stream,
    simulate::Plan,
};

use crate::support::{before, n_cases, standings};

fn event(text: &str) -> Event {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")).event
}

fn write(kind: &str, event: &Event) -> String {
    let known = ProgramFile::of(kind).expect("known");
    known.write(event, &standings(event), &About::default()).expect("it has a cross table")
}

/// An event with absences and byes of every kind, up to a round.
fn made_up(seed: u64) -> Event {
    let mut stream = Stream::new(seed);
    let players = 5 + stream.below(20);
    let rounds = 4 + stream.below(4) as u32;
    let plan = Plan {
        players: players as usize,
        seed,
        withdrawals: stream.below(3) as usize,
        late: stream.below(3) as usize,
        absence: stream.unit() * 0.1,
        no_show: stream.unit() * 0.05,
        draw: stream.unit() * 0.3,
        ..Plan::default()
    };
    let accelerated = if stream.happens(0.3) { stream.below(4) } else { 0 };
    let first = if stream.happens(0.5) { players / 3 } else { players };
    let pairing = format!(r#"{{"accelerated":{accelerated},"accelerated_players":{first}}}"#);
    let setup = format!(r#"{{"t":"swiss","rounds":{rounds},"pairing":{pairing}}}"#);
    let mut event = plan.event(command::setup(&setup, rounds).expect("a format"));
    let absence = Points::halves(1 + stream.below(2) as i64);
    let pick = |stream: &mut Stream, from: [i64; 3]| Points::halves(from[stream.below(3) as usize]);
    event.scoring = Scoring {
        bye: pick(&mut stream, [0, 1, 2]),
        absence,
        missed: absence,
        no_show: pick(&mut stream, [0, 0, -1]),
        loss: pick(&mut stream, [0, 0, 1]),
        absences_max: stream.happens(0.5).then(|| stream.below(3) as u32),
        absences_until: stream.happens(0.3).then(|| 1 + stream.below(5) as u32),
        ..Scoring::default()
    };
    if stream.happens(0.2) {
        (event.scoring.win, event.scoring.draw) = (Points::whole(3), Points::ONE);
    }
    let ids: Vec<EntryId> = event.entries.iter().map(|entry| entry.id.clone()).collect();
    let n_ids = ids.len() as u64;
    for entry in &mut event.entries {
        if entry.absent.contains(&entry.from_round) {
            entry.absent.clear();
        }
        for round in entry.from_round + 1..=rounds {
            if stream.happens(0.05) && !entry.absent.contains(&round) {
                let points = if stream.happens(0.7) { Points::ZERO } else { event.scoring.win };
                entry.absences.push(Absence { round, points });
            }
        }
    }
    plan.play(&mut event).expect("a sound event");
    let coming = 1 + stream.below(u64::from(rounds)) as u32;
    let mut event = before(&event, coming);
    event.closed = false;
    let mut id = || ids[stream.below(n_ids) as usize].clone();
    let (bye, a, b) = (id(), id(), id());
    if event.entry(&bye).is_some_and(|entry| entry.takes_part(coming)) {
        event.orders.push(Order::Bye { round: coming, entry: bye, reason: String::new() });
    }
    if a != b {
        let round = seed.is_multiple_of(2).then_some(coming);
        event.orders.push(Order::Forbid { a, b, round, reason: String::new() });
    }
    event
}

/// Start score, points, SOS and byes by name.
fn scores(event: &Event) -> BTreeMap<String, String> {
    let tiebreaks = ["points", "sos"].map(|name| name.parse().expect("known")).to_vec();
    let event = Event { tiebreaks, ..event.clone() };
    let rows = standings(&event).rankings.remove(0).rows;
    let of = |id: &EntryId| event.entry(id).expect("entered").display_name().to_owned();
    let n_byes = |id: &EntryId| {
        event.byes.iter().filter(|bye| bye.entry == *id && bye.kind == ByeKind::Bye).count()
    };
    rows.iter()
        .map(|row| (of(&row.entry), format!("{:?} {} byes", row.values, n_byes(&row.entry))))
        .collect()
}

/// Who meets whom in the next round, and who has the bye, by name.
fn round_of(event: &Event) -> (State, BTreeSet<String>) {
    let name = |id: &EntryId| event.entry(id).expect("entered").display_name().to_owned();
    let next = event.check().expect("sound").pairings(0);
    let games = next.games.iter().map(|game| {
        let (a, b) = (name(&game.sente), name(&game.gote));
        if a < b { format!("{a}-{b}") } else { format!("{b}-{a}") }
    });
    let byes = next.byes.iter().filter(|bye| bye.kind == ByeKind::Bye);
    (next.state, games.chain(byes.map(|bye| name(&bye.entry))).collect())
}

/// As if the next round had been published and all its games had been drawn: who is sente, lots
/// decide.
fn one_round_on(event: &Event) -> Event {
    let mut event = event.clone();
    let next = event.check().expect("sound").pairings(0);
    event.publish(&next).expect("new");
    for key in event.pending() {
        event.note_result(&key, Outcome::Draw, None).expect("it has none");
    }
    event
}

#[test]
fn an_event_with_every_kind_of_bye_goes_on_by_way_of_a_report_as_without() {
    let mut n_paired = 0;
    for seed in 1..=n_cases(150, 2_000) {
        let made = made_up(seed);
        if made.check().is_err() {
            continue;
        }
        let text = write("trf16", &made);
        let again = event(&text);
        // A last round of byes alone is read as one to come.
        if again.n_rounds() != made.n_rounds() {
            continue;
        }
        let what = format!("{seed}\n{}\n{text}", serde_json::to_string(&made).expect("JSON"));
        assert_eq!(scores(&again), scores(&made), "{what}");
        assert_eq!(round_of(&again), round_of(&made), "{what}");
        assert!(write("trf16", &again) == text, "{}\n{what}", write("trf16", &again));
        if round_of(&made).0 == State::Pair {
            n_paired += 1;
            let (later, later_again) = (one_round_on(&made), one_round_on(&again));
            assert_eq!(scores(&later_again), scores(&later), "one round on, {what}");
        }
    }
    assert!(n_paired > 100, "{n_paired}");
}

#[test]
fn a_play_off_is_in_no_cell_of_a_file() {
    let json = r#"{
        "format": { "t": "swiss", "rounds": 1 }, "tiebreaks": ["points"],
        "entries": [{ "id": "an", "name": "An" }, { "id": "binh", "name": "Binh" }],
        "games": [{ "round": 1, "board": 1, "sente": "an", "gote": "binh", "result": "draw" }]
    }"#;
    let mut event = Event::read(json).expect("sound");
    event.play_off(&["an".into(), "binh".into()]).expect("they are level");
    let plain = event.clone();
    let play_off = event.games.iter_mut().find(|game| game.play_off.is_some());
    play_off.expect("it is there").handicap = "2_piece".parse().ok();
    assert!(event.games[1].handicap.is_some());
    for kind in ["trf16", "opengotha", "h9"] {
        assert_eq!(write(kind, &event), write(kind, &plain), "{kind}");
    }
}
