//! docs/tournaments.md says what the crate does.

use std::collections::HashSet;

use komadai_tournament::{Entry, Event, Points, TieBreak, files, formats, lot::lot, tiebreaks};

use crate::support::{setup, standings};

pub(crate) const DOCS: &str = include_str!("../../../../docs/tournaments.md");

/// The blocks of that language, in their order.
pub(crate) fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let parts = DOCS.split(&fence).skip(1);
    parts.map(|part| part.split("\n```").next().expect("it is closed")).collect()
}

/// The event of the worked example.
pub(crate) fn example() -> Event {
    let json = blocks("json").into_iter().find(|json| json.contains("worked example"));
    Event::read(json.expect("the example")).expect("sound")
}

/// The table after the example: a name, then a value for each column.
fn table() -> (Vec<String>, Vec<Vec<String>>) {
    let lines = DOCS.lines().skip_while(|line| !line.starts_with("| player |"));
    let mut lines = lines.take_while(|line| line.starts_with('|')).map(|line| {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    });
    let head = lines.next().expect("a head");
    (head, lines.skip(1).collect())
}

#[test]
fn the_worked_example_comes_out_as_printed() {
    let event = example();
    let standings = standings(&event);
    let ranking = &standings.rankings[0];
    let (head, lines) = table();
    let criteria: Vec<String> = ranking.criteria.iter().map(ToString::to_string).collect();
    assert_eq!(head[1..], criteria);
    assert_eq!(lines.len(), ranking.rows.len());
    for line in lines {
        let entry = event.entries.iter().find(|entry| entry.name == line[0]).expect("entered");
        let row = ranking.rows.iter().find(|row| row.entry == entry.id).expect("ranked");
        let values =
            row.values.iter().map(|value| value.map_or("–".to_owned(), |v| v.to_string()));
        assert_eq!(line[1..], values.collect::<Vec<_>>(), "{}", line[0]);
    }
}

/// The values of a player of the example under these criteria, after a change to it.
fn values(change: impl Fn(&mut Event), ties: &[&str], id: &str) -> String {
    let mut event = example();
    event.tiebreaks = ties.iter().map(|name| name.parse().expect("known")).collect();
    change(&mut event);
    let standings = standings(&event);
    let row = standings.rankings[0].rows.iter().find(|row| row.entry == id.into());
    let row = row.expect("ranked");
    let values = row.values.iter().map(|value| value.map_or("–".to_owned(), |v| v.to_string()));
    format!("{} {}", row.place, values.collect::<Vec<_>>().join(" "))
}

fn entry<'e>(event: &'e mut Event, id: &str) -> &'e mut Entry {
    event.entries.iter_mut().find(|entry| entry.id == id.into()).expect("entered")
}

#[test]
fn start_scores_are_counted_as_the_page_says() {
    let starts_with_3 = |id: &'static str| {
        move |event: &mut Event| {
            let bars = r#"{"t":"mcmahon","rounds":3,"bars":{"by":"rating","floors":[]}}"#;
            event.format = setup(bars);
            entry(event, id).start = Some(Points::whole(3));
        }
    };
    assert_eq!(values(starts_with_3("ann"), &["mcmahon"], "ann"), "1 5");
    assert_eq!(values(starts_with_3("cem"), &["mcmahon", "sos"], "cem"), "1 5 4.25");
}

#[test]
fn seeds_rank_as_the_page_says() {
    let seeded = |event: &mut Event| {
        entry(event, "eve").seed = Some(1);
        entry(event, "ben").seed = Some(2);
    };
    assert_eq!(values(seeded, &["points", "seed"], "eve"), "1 2 -1");
    assert_eq!(values(seeded, &["points", "seed"], "ben"), "2 2 -2");
    assert_eq!(values(seeded, &["points", "seed"], "ann"), "3 2 –");
}

#[test]
fn board_points_are_counted_as_the_page_says() {
    let json = r#"{
        "format": {"t": "team", "boards": 3, "inner": {"t": "round_robin"}},
        "tiebreaks": ["points", "board_points"],
        "entries": [
            {"id": "a1", "team": "A"}, {"id": "a2", "team": "A"}, {"id": "a3", "team": "A"},
            {"id": "b1", "team": "B"}, {"id": "b2", "team": "B"}, {"id": "b3", "team": "B"},
            {"id": "c1", "team": "C"}, {"id": "c2", "team": "C"}, {"id": "c3", "team": "C"}
        ],
        "games": [
            {"round": 1, "slot": "1-1", "sente": "a1", "gote": "b1", "result": "sente"},
            {"round": 1, "slot": "1-1", "sente": "b2", "gote": "a2", "result": "gote"},
            {"round": 1, "slot": "1-1", "sente": "a3", "gote": "b3", "result": "gote"},
            {"round": 2, "slot": "2-1", "sente": "a1", "gote": "c1", "result": "draw"},
            {"round": 2, "slot": "2-1", "sente": "c2", "gote": "a2", "result": "sente"},
            {"round": 2, "slot": "2-1", "sente": "a3", "gote": "c3", "result": "gote"}
        ]
    }"#;
    let event = Event::read(json).expect("sound");
    let standings = standings(&event);
    let shown = standings.rankings[0].rows.iter().map(|row| {
        let values = row.values.iter().flatten().map(ToString::to_string);
        format!("{} {}", row.entry, values.collect::<Vec<_>>().join(" "))
    });
    let mut shown: Vec<String> = shown.collect();
    shown.sort();
    assert_eq!(shown, ["A 1 2.5", "B 0 1", "C 1 2.5"]);
}

#[test]
fn every_criterion_is_in_the_example_or_has_its_own_test() {
    let shown = example().tiebreaks;
    let elsewhere = ["mcmahon", "board_points", "seed"];
    for tie in tiebreaks::ALL {
        let name = tie.name();
        let is_shown = shown.iter().any(|tie| tie.get().name() == name);
        assert!(is_shown != elsewhere.contains(&name), "{name}");
    }
}

#[test]
fn if_only_two_who_met_are_tied_the_encounter_decides() {
    // As the page says of Ann and Cem, with the others' points taken away by rulings.
    let mut event = example();
    event.tiebreaks = ["points", "direct"].map(|name| name.parse().expect("known")).to_vec();
    event.scoring.bye = Points::ZERO;
    let standings = standings(&event);
    let shown: Vec<String> = standings.rankings[0]
        .rows
        .iter()
        .map(|row| {
            let direct = row.values[1].map_or("–".to_owned(), |value| value.to_string());
            format!("{} {} {direct}", row.place, row.entry)
        })
        .collect();
    assert_eq!(shown[..2], ["1 cem 1", "2 ann 0"]);
    assert_eq!(shown[2..], ["3 ben –", "3 eve –", "5 dora –"]);
}

#[test]
fn every_label_has_a_column() {
    let event = example();
    let text = komadai_tournament::cross_table(&event, &standings(&event));
    for tie in &event.tiebreaks {
        let tie: &dyn TieBreak = tie.get();
        assert!(text.contains(tie.label()), "{text}");
    }
    assert!(text.contains("absent") && text.contains("bye"), "{text}");
}

/// There is a heading with that name.
fn check_heading(name: &str) {
    let heading = format!("### `{name}`");
    assert!(DOCS.lines().any(|line| line.starts_with(&heading)), "no heading {heading}");
}

#[test]
fn every_format_has_a_name_of_its_own_and_a_heading() {
    let names: HashSet<_> = formats::ALL.iter().map(|known| known.name).collect();
    assert_eq!(names.len(), formats::ALL.len());
    names.into_iter().for_each(check_heading);
}

#[test]
fn every_criterion_has_a_heading() {
    tiebreaks::ALL.iter().for_each(|tie| check_heading(tie.name()));
}

#[test]
fn every_kind_of_file_is_described() {
    let part = DOCS.split("## Files of other programs").nth(1).expect("the section");
    let part = part.split("\n## ").next().expect("its text");
    for known in files::ALL {
        assert!(part.contains(&format!("`{}`", known.name)), "{}", known.name);
    }
}

#[test]
fn lots_are_as_documented() {
    // The numbers come from the recipe written down a second time, in Python.
    assert_eq!(lot(0, ""), 0xc381_7c01_6ba4_ff30);
    assert_eq!(lot(42, "alice"), 0x82c1_1514_be1c_c6a3);
    assert_eq!(lot(42, "駒台"), 0xce6f_aa0d_acdc_519b);
    assert_ne!(lot(42, "alice"), lot(43, "alice"));
    assert_ne!(lot(42, "alice"), lot(42, "bob"));
}
