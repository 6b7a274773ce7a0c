//! docs/tournaments.md says what the crate does.

use komadai_tournament::{Event, Points, TieBreak, tiebreaks};

use crate::support::standings;

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
