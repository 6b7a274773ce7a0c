//! One host against everybody else.

use komadai_rules::{Grade, Handicap, Odds};
use komadai_tournament::{
    CellResult, Entry, Event, Fault, Game, HandicapPolicy, Outcome, RoundCell, State,
    formats::Terms,
};
use serde_json::json;

/// A 4-dan host with guests of these grades.
fn event(settings: &serde_json::Value, guests: &[Option<Grade>]) -> Event {
    let mut format = json!({ "t": "simul", "host": "host" });
    for (key, value) in settings.as_object().expect("settings") {
        format[key] = value.clone();
    }
    let mut event = Event::new("", serde_json::from_value(format).expect("a set-up"));
    event.handicap = HandicapPolicy::Jsa { reduce: 0, max: None };
    event.entries.push(Entry { grade: Grade::dan(4), ..Entry::new("host") });
    event.entries.extend(guests.iter().enumerate().map(|(n, &grade)| Entry {
        grade,
        seed: Some(n as u32 + 1),
        ..Entry::new(&format!("g{n}"))
    }));
    event
}

fn pairs(event: &Event) -> Vec<String> {
    let games = event.check().expect("sound").pairings(0).games;
    let odds = |game: &Game| game.handicap.map_or("even", |odds| odds.as_str()).to_owned();
    games.iter().map(|game| format!("{}-{} {}", game.sente, game.gote, odds(game))).collect()
}

#[test]
fn the_host_gives_what_grades_suggest_and_receives_nothing() {
    let grades = [Grade::dan(6), Grade::dan(4), Grade::dan(3), Grade::dan(1), Grade::kyu(10)];
    let mut guests = grades.to_vec();
    guests.push(None);
    let suggested = |apart| Odds::suggested(apart).unwrap().as_str();
    assert_eq!(
        pairs(&event(&json!({ "side": "alternate" }), &guests)),
        [
            "host-g0 even".to_owned(),
            "g1-host even".to_owned(),
            format!("g2-host {}", suggested(1)),
            format!("g3-host {}", suggested(3)),
            format!("g4-host {}", suggested(13)),
            "g5-host even".to_owned(),
        ]
    );
}

#[test]
fn what_the_host_decides_goes_before_the_table() {
    let mut event = event(&json!({ "side": "gote" }), &[Grade::kyu(1); 2]);
    event.entries[1].odds = Some(Terms::Even);
    event.entries[2].odds = Some(Terms::Given(Odds::Pieces(Handicap::TwoPiece)));
    assert_eq!(pairs(&event), ["g0-host even", "g1-host 2_piece"]);
    let told = serde_json::to_value(&event.entries).unwrap();
    assert_eq!((&told[1]["odds"], &told[2]["odds"]), (&json!("even"), &json!("2_piece")));
    assert_eq!(serde_json::from_value::<Vec<Entry>>(told).unwrap(), event.entries);
}

#[test]
fn the_host_has_a_score_and_the_guests_are_ranked() {
    let mut event = event(&json!({}), &[None; 3]);
    let next = event.check().unwrap().pairings(0);
    assert_eq!(next.games.len(), 3);
    event.publish(&next).unwrap();
    assert!(!event.check().unwrap().standings().over);
    for (key, outcome) in [("1-1", Outcome::Sente), ("1-2", Outcome::Draw), ("1-3", Outcome::Gote)]
    {
        event.note_result(&key.into(), outcome, None).unwrap();
    }
    let standings = event.check().unwrap().standings();
    assert!(standings.over);
    assert_eq!(event.check().unwrap().pairings(0).state, State::Over);
    let [guests, host] = &standings.rankings[..] else { panic!("{standings:?}") };
    let row = &host.rows[0];
    assert_eq!((row.wins, row.losses, row.draws), (1, 1, 1));
    assert!(matches!(row.rounds[0], RoundCell::Game { result: Some(CellResult::Win), .. }));
    let order: Vec<_> = guests.rows.iter().map(|row| row.entry.as_str()).collect();
    assert_eq!(order, ["g2", "g1", "g0"]);
}

#[test]
fn it_waits_for_its_host_and_has_room_for_fifty() {
    let mut full = event(&json!({}), &[None; 50]);
    assert_eq!(pairs(&full).len(), 50);
    full.entries.push(Entry::new("one-more"));
    let code = |event: &Event| event.check().unwrap_err().0[0].code;
    assert_eq!(code(&full), Fault::TooMany);
    full.entries.retain(|entry| entry.id.as_str() != "host");
    assert_eq!(code(&full), Fault::Host);
    full.format.settings.remove("host");
    assert_eq!(full.host().unwrap().id.as_str(), "g0");
    let alone = event(&json!({}), &[]);
    assert!(alone.check().unwrap().pairings(0).games.is_empty());
}
