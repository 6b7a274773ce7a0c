//! The program as a person runs it, against the floors that it brings along.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::process::Command;

use serde_json::Value;

/// Runs `play` with these arguments; its report.
fn play(args: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("report.json");
    let output = Command::new(env!("CARGO_BIN_EXE_komadai-load"))
        .args(["play", "--seconds", "0.5", "--json"])
        .arg(&report)
        .args(args)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    serde_json::from_str(&std::fs::read_to_string(&report).unwrap()).unwrap()
}

#[test]
fn a_crowd_plays_as_fast_as_it_can() {
    for floor in ["relay", "sqlite"] {
        let report = play(&["--against", floor, "--games", "5", "--plies", "30"]);
        let moves = report["moves"].as_u64().unwrap();
        // How many depends on what else the machine does.
        assert!(moves > 0, "{floor}: {report:#}");
        assert_eq!(report["heard"]["n"].as_u64(), Some(moves), "{floor}: {report:#}");
        assert!(report["cpu_us_per_move"].is_f64(), "{floor}: {report:#}");
        assert_eq!(report["errors"], Value::Object(Default::default()), "{floor}");
    }
}

#[test]
fn a_crowd_keeps_its_pace_and_everybody_hears_every_move() {
    let report = play(&[
        "--against",
        "relay",
        "--games",
        "3",
        "--watchers",
        "7",
        "--idle",
        "2",
        "--moves-per-second",
        "100",
    ]);
    let moves = report["moves"].as_u64().unwrap();
    assert!((1..100).contains(&moves), "at most about 50 in half a second: {report:#}");
    assert_eq!(report["clients"].as_u64(), Some(15));
    let deliveries = report["deliveries"].as_u64().unwrap();
    assert!(deliveries > 0 && deliveries <= 7 * moves, "{report:#}");
}

#[test]
fn what_cannot_be_done_is_said() {
    for (args, reason) in [
        (&["play", "--games", "1000000"][..], "at most"),
        (&["play", "--address", "192.0.2.1:80", "--pid", "1"], "on this machine"),
        (&["play", "--games", "0", "--watchers", "1"], "no game to watch"),
        (&["play", "--komadai", "/nowhere/komadai", "--games", "1"], "/nowhere/komadai"),
        (&["compare", "--rounds", "0"], "rounds"),
        (&["attack", "--games", "0"], "games"),
        (&["attack", "--addresses", "0"], "addresses"),
        (&["attack", "--only", "kindness"], "there is no attack"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_komadai-load")).args(args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(reason), "{args:?}: {said}");
    }
}

#[test]
fn figures_are_appended_to_a_history() {
    let dir = tempfile::tempdir().unwrap();
    let history = dir.path().join("history.csv");
    let load = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_komadai-load"));
        assert!(command.args(args).status().unwrap().success(), "{args:?}");
    };
    let path = history.to_str().unwrap();
    load(&["figure", path, "ways", "145.8", "M/s", "--compared-with", "102.8", "--command", "x"]);
    load(&["play", "--against", "relay", "--games", "1", "--seconds", "0.1", "--append", path]);
    let text = std::fs::read_to_string(&history).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("date,commit,machine,what,"), "{text}");
    assert!(lines[1].ends_with(",ways,146,M/s,103,1.42,x"), "{text}");
    assert!(lines.iter().any(|it| it.contains(",CPU per move,")), "{text}");
}
