//! `tournament`: whole events with made-up players and results.

use komadai_tournament::{command::standings, formats};
use serde_json::{Value, json};

use crate::{answer, simulate};

#[test]
fn the_same_seed_simulates_the_same_event() {
    let plan =
        ["tournament", "--players", "23", "--rounds", "6", "--withdrawals", "3", "--late", "2"];
    let trouble = ["--absence", "0.05", "--no-show", "0.05", "--draw", "0.1", "--clubs", "4"];
    let with_seed =
        |seed| [&plan[..], &trouble, &["--json", "--events", "2", "--seed", seed]].concat();
    let lines = answer(&with_seed("11"));
    assert_eq!(lines, answer(&with_seed("11")));
    assert_ne!(lines, answer(&with_seed("13")));
    for line in lines.lines() {
        let simulated: Value = serde_json::from_str(line).unwrap();
        assert_eq!(simulated["quality"]["rounds"], json!(6));
        // What it printed is what `komadai pairing standings` makes of the event.
        let again = standings(&simulated["event"].to_string()).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), simulated["standings"]);
    }
}

#[test]
fn every_format_is_simulated_by_its_name() {
    for format in formats::ALL {
        let text = answer(&["tournament", "--format", format.name, "--players", "12"]);
        let has_winner = ["(champion)", "teams", "\nhost\n"].iter().any(|it| text.contains(it));
        assert!(has_winner, "{}: {text}", format.name);
        assert!(text.contains("correlation of places with ratings"), "{text}");
    }
}

#[test]
fn what_cannot_be_made_up_is_refused() {
    for wrong in [
        &["--players", "3001"][..],
        &["--absence", "2"],
        &["--format", "chess"],
        &["--rounds", "0"],
    ] {
        let output = simulate(&[&["tournament"], wrong].concat());
        assert!(!output.status.success() && output.stdout.is_empty(), "{wrong:?}");
    }
}
