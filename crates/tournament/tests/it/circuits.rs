//! Circuits: exact points, shared places, the best results, and who is ahead.

use komadai_tournament::{
    Event, Points,
    circuit::{
        Category, CircuitEvent, CircuitPoints, CircuitResult, CircuitRow, CircuitRule,
        SharedPlaces, Worth, among, placings, standings,
    },
    formats::PlayersIn,
};
use serde_json::json;

/// An event of this weight, as `an 1, binh 2, chi 2`.
fn event(weight_percent: u32, text: &str) -> CircuitEvent {
    let result = |part: &str| {
        let mut words = part.split_whitespace();
        let person = words.next().expect("a name").to_owned();
        let place = words.next().and_then(|it| it.parse().ok()).expect("a place");
        let points =
            words.next().map_or(Points::ZERO, |it| serde_json::from_str(it).expect("points"));
        CircuitResult { person, place, points }
    };
    let results = text.split(',').filter(|part| !part.trim().is_empty()).map(result);
    CircuitEvent { weight_percent, results: results.collect() }
}

fn places(table: &[u32], shared: SharedPlaces) -> CircuitRule {
    let worth = Worth::Places { table: table.to_vec(), shared };
    CircuitRule { worth, ..CircuitRule::default() }
}

/// A ranking as `1 an 18 [10 8 (6)]`, a line each.
fn text(rows: &[CircuitRow]) -> Vec<String> {
    let line = |row: &CircuitRow| {
        let cells = row.cells.iter().map(|cell| match cell {
            None => "-".to_owned(),
            Some(cell) if cell.counts => cell.points.to_string(),
            Some(cell) => format!("({})", cell.points),
        });
        let place = row.place.map_or("-".to_owned(), |it| it.to_string());
        format!("{place} {} {} [{}]", row.person, row.total, cells.collect::<Vec<_>>().join(" "))
    };
    rows.iter().map(line).collect()
}

fn check(rule: &CircuitRule, events: &[CircuitEvent], expected: &[&str]) {
    assert_eq!(text(&standings(rule, events)), expected, "{rule:?}");
}

#[test]
fn shared_places_share_their_points_or_all_have_the_higher() {
    let tied = [event(100, "an 1, binh 2, chi 2, dung 2, em 5")];
    // 8 + 6 + 5 are 19, a third of which is 6.333….
    let share = places(&[10, 8, 6, 5, 4], SharedPlaces::Share);
    let expected = [
        "1 an 10 [10]",
        "2 binh 6.33 [6.33]",
        "2 chi 6.33 [6.33]",
        "2 dung 6.33 [6.33]",
        "5 em 4 [4]",
    ];
    check(&share, &tied, &expected);
    let highest = places(&[10, 8, 6, 5, 4], SharedPlaces::Highest);
    let expected = ["1 an 10 [10]", "2 binh 8 [8]", "2 chi 8 [8]", "2 dung 8 [8]", "5 em 4 [4]"];
    check(&highest, &tied, &expected);
    // The table ends within the shared places: 5 and nothing are 2.5 each.
    let short = places(&[5], SharedPlaces::Share);
    check(&short, &[event(100, "an 1, binh 1")], &["1 an 2.5 [2.5]", "1 binh 2.5 [2.5]"]);
}

#[test]
fn weights_and_attendance_are_rounded_to_hundredths_halves_up() {
    let rule = CircuitRule { attendance: 1, ..places(&[10, 5], SharedPlaces::Share) };
    let events = [event(150, "an 1, binh 2, chi 3"), event(33, "binh 1")];
    // (10 + 1) × 1.5; (5 + 1) × 1.5 and 11 × 0.33; 1 × 1.5.
    let expected = ["1 an 16.5 [16.5 -]", "2 binh 12.63 [9 3.63]", "3 chi 1.5 [1.5 -]"];
    check(&rule, &events, &expected);
    let score = CircuitRule { worth: Worth::Score, ..CircuitRule::default() };
    // 2.25 × 0.5 are 1.125, and half a hundredth is rounded up.
    let expected = ["1 an 1.13 [1.13]", "2 binh 0.5 [0.5]"];
    check(&score, &[event(50, "an 1 2.25, binh 2 1")], &expected);
}

#[test]
fn the_best_results_count_and_of_equal_ones_the_earlier() {
    let rule = CircuitRule { best: Some(2), ..places(&[10, 8, 6], SharedPlaces::Share) };
    let events = [
        event(100, "an 2, binh 1"),
        event(100, "an 1, binh 3"),
        event(100, "an 2"),
        event(100, "binh 2"),
    ];
    // Equal totals, and equal best and second-best results; the third ones tell them apart.
    let expected = ["1 an 18 [8 10 (8) -]", "2 binh 18 [10 (6) - 8]"];
    check(&rule, &events, &expected);
}

#[test]
fn equal_totals_are_told_apart_by_all_results() {
    let rule = places(&[10, 8, 6, 4, 2], SharedPlaces::Share);
    let events =
        [event(100, "an 1, binh 2, chi 2, dung 6, em 6"), event(100, "an 4, binh 3, chi 3, em 7")];
    // 14 each but for the last two, of whom one has come once more; nothing tells binh from chi.
    let expected =
        ["1 an 14 [10 4]", "2 binh 12 [7 5]", "2 chi 12 [7 5]", "4 em 0 [0 0]", "5 dung 0 [0 -]"];
    check(&rule, &events, &expected);
}

#[test]
fn too_few_events_have_no_place_and_come_last() {
    let rule = CircuitRule { events_min: 2, ..places(&[10, 8], SharedPlaces::Share) };
    let events = [event(100, "an 1, binh 2"), event(100, "binh 2, chi 1")];
    let expected = ["1 binh 16 [8 8]", "- an 10 [10 -]", "- chi 10 [- 10]"];
    check(&rule, &events, &expected);
}

#[test]
fn a_category_ranks_some_of_them_by_the_same_points() {
    let rows = standings(
        &places(&[10, 8, 6, 4], SharedPlaces::Share),
        &[event(100, "an 1, binh 2, chi 2, dung 4")],
    );
    let juniors = among(&rows, |person| person != "an");
    assert_eq!(text(&juniors), ["1 binh 7 [7]", "1 chi 7 [7]", "3 dung 4 [4]"]);
}

#[test]
fn two_entries_of_one_person_are_one_result() {
    let rule = places(&[10, 8, 6], SharedPlaces::Share);
    check(&rule, &[event(100, "an 3, an 1, binh 2")], &["1 an 10 [10]", "2 binh 8 [8]"]);
}

#[test]
fn who_has_not_played_has_no_placing() {
    let mut swiss = Event::read(
        r#"{
            "name": "Club evening", "format": { "t": "swiss", "rounds": 2 },
            "entries": [{ "id": "an" }, { "id": "binh" }, { "id": "chi", "withdrawn_after": 0 }],
            "games": [{ "key": "1-1", "round": 1, "board": 1, "sente": "an", "gote": "binh",
                        "result": "gote" }]
        }"#,
    )
    .unwrap();
    let of = |event: &Event, players_in| {
        let found = placings(&event.check().unwrap().standings(), players_in);
        found.into_iter().map(|(id, place, _)| (id.to_string(), place)).collect::<Vec<_>>()
    };
    let named = |all: &[(&str, usize)]| {
        all.iter().map(|(id, place)| ((*id).to_owned(), *place)).collect::<Vec<_>>()
    };
    assert_eq!(of(&swiss, PlayersIn::First), named(&[("binh", 1), ("an", 2)]));
    swiss.games.clear();
    assert_eq!(of(&swiss, PlayersIn::First), []);
}

#[test]
fn classes_follow_one_another_and_groups_stand_side_by_side() {
    let league = Event::read(
        r#"{
            "name": "League",
            "format": { "t": "league", "classes": [{ "name": "A" }, { "name": "B" }] },
            "entries": [
                { "id": "a1", "class": "A", "seed": 1 }, { "id": "a2", "class": "A", "seed": 2 },
                { "id": "b1", "class": "B", "seed": 1 }, { "id": "b2", "class": "B", "seed": 2 }
            ],
            "games": [
                { "key": "A-1", "round": 1, "board": 1, "sente": "a1", "gote": "a2", "slot": "A", "result": "sente" },
                { "key": "B-1", "round": 1, "board": 2, "sente": "b1", "gote": "b2", "slot": "B", "result": "gote" }
            ]
        }"#,
    )
    .unwrap();
    let standings = league.check().unwrap().standings();
    let of = |players_in| {
        let found = placings(&standings, players_in);
        found.into_iter().map(|(id, place, _)| format!("{id} {place}")).collect::<Vec<_>>()
    };
    assert_eq!(of(PlayersIn::Every), ["a1 1", "a2 2", "b2 3", "b1 4"]);
    assert_eq!(of(PlayersIn::Beside), ["a1 1", "a2 2", "b2 1", "b1 2"]);
}

#[test]
fn a_rule_says_what_is_wrong_with_it_and_is_read_back() {
    let good = json!({
        "worth": { "t": "places", "table": [10, 6, 3], "shared": "highest" },
        "attendance": 1, "best": 4, "events_min": 2,
        "categories": [{ "name": "Juniors", "who": { "tags": ["junior"] } }],
    });
    let rule: CircuitRule = serde_json::from_value(good.clone()).unwrap();
    assert_eq!(rule.problem(), None);
    assert_eq!(serde_json::to_value(&rule).unwrap(), good);
    let table = |table: &[u32]| places(table, SharedPlaces::Share);
    for bad in [
        table(&[]),
        table(&[1; 101]),
        table(&[3, 4]),
        table(&[10_001]),
        CircuitRule { best: Some(0), ..CircuitRule::default() },
        CircuitRule { attendance: 10_001, ..CircuitRule::default() },
        CircuitRule { categories: vec![Category::default(); 11], ..CircuitRule::default() },
    ] {
        assert!(bad.problem().is_some(), "{bad:?}");
    }
    for (hundredths, text) in [(667, "6.67"), (650, "6.5"), (600, "6"), (-5, "-0.05")] {
        let points = CircuitPoints::from_hundredths(hundredths);
        assert_eq!(points.to_string(), text);
        assert_eq!(serde_json::from_str::<CircuitPoints>(text).unwrap(), points);
    }
}
