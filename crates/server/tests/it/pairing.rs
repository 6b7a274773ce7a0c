//! `komadai pairing`: a whole event from the command line, with no server.

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use komadai_tournament::{
    command::{SimulatedEvent, setup},
    simulate::Plan,
};
use serde_json::{Value, json};

fn komadai(arguments: &[&str], document: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("pairing")
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may have ended before it is written.
    let _ = child.stdin.take().unwrap().write_all(document.as_bytes());
    child.wait_with_output().unwrap()
}

fn answer(arguments: &[&str], document: &str) -> String {
    let output = komadai(arguments, document);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

fn parsed(arguments: &[&str], document: &str) -> Value {
    serde_json::from_str(&answer(arguments, document)).unwrap()
}

fn club() -> String {
    let entries: Vec<Value> =
        (1..=5).map(|n| json!({"id": format!("p{n}"), "rating": 1900 - 100 * n})).collect();
    let event = json!({"seed": 7, "format": {"t": "swiss", "rounds": 3}, "entries": entries});
    event.to_string()
}

#[test]
fn an_event_is_played_by_publishing_and_typing_results() {
    let mut document = club();
    for round in 1..=3 {
        let next = parsed(&["next"], &document);
        assert_eq!((&next["state"], &next["round"]), (&json!("pair"), &json!(round)));
        assert_eq!(next["games"].as_array().unwrap().len(), 2);
        assert_eq!(next["byes"].as_array().unwrap().len(), 1);
        assert_eq!(next["why"].as_array().unwrap().len(), 3);
        let mut event = parsed(&["next", "--publish"], &document);
        let waiting = parsed(&["next"], &event.to_string());
        assert_eq!(waiting["waiting_for"]["games"].as_array().unwrap().len(), 2);
        for game in event["games"].as_array_mut().unwrap() {
            game["result"] = json!(if game["sente"].as_str() < game["gote"].as_str() {
                "sente"
            } else {
                "gote"
            });
        }
        document = event.to_string();
    }
    assert_eq!(parsed(&["next"], &document), json!({"state": "over", "games": [], "byes": []}));
    let standings = parsed(&["standings"], &document);
    assert_eq!(standings["over"], json!(true));
    let first = &standings["rankings"][0]["rows"][0];
    assert_eq!((&first["entry"], &first["points"]), (&json!("p1"), &json!(3)));
    let text = answer(&["standings", "--text"], &document);
    assert!(text.contains("p1 (champion)"), "{text}");
}

#[test]
fn a_pairing_is_explained() {
    let next = parsed(&["next"], &club());
    let [sente, gote] = ["sente", "gote"].map(|seat| next["games"][0][seat].as_str().unwrap());
    let why = parsed(&["next", "--why", sente, gote], &club());
    assert_eq!(why["sente"], next["games"][0]["sente"]);
    assert_eq!(why["alternative"]["exact"], json!(true));
    let refused = komadai(&["next", "--why", sente, sente], &club());
    assert!(!refused.status.success());
}

#[test]
fn what_is_wrong_is_said_with_its_path() {
    let cases = [
        ("{", "line 1 column"),
        (
            r#"{"format":{"t":"swiss","rounds":3},"entries":[{"id":"a","rating":"high"}]}"#,
            "`entries[0].rating`",
        ),
        (
            r#"{"format":{"t":"swiss","rounds":3},"entries":[{"id":"a"},{"id":"a"}]}"#,
            "entries[1]: `a` is entered twice",
        ),
        (
            r#"{"format":{"t":"swiss","rounds":3,"pairing":{"within":"age"}},"entries":[]}"#,
            "format.pairing.within:",
        ),
    ];
    for command in [&["next"][..], &["next", "--publish"], &["standings"], &["standings", "--text"]]
    {
        for (document, expected) in cases {
            let output = komadai(command, document);
            let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && output.stdout.is_empty(), "{document}");
            assert!(complaint.contains(expected), "{document}: {complaint}");
        }
    }
}

#[test]
fn a_league_goes_on_to_its_next_season() {
    let league = r#"{"t":"league","classes":[{"name":"A","down":1,"size":4},{"name":"B","up":1}]}"#;
    let plan = Plan { players: 8, seed: 4, ..Plan::default() };
    let played = json!(SimulatedEvent::new(&plan, &setup(league, 5).unwrap()).unwrap().event);
    let next = parsed(&["season", "--name", "autumn", "--seed", "2"], &played.to_string());
    assert_eq!((&next["name"], &next["games"]), (&json!("autumn"), &json!([])));
    let classes = |event: &Value, class: &str| {
        let entries = event["entries"].as_array().unwrap().iter();
        let of_class = entries.filter(|entry| entry["class"] == class);
        of_class.map(|entry| entry["id"].to_string()).collect::<std::collections::BTreeSet<_>>()
    };
    let (before, after) = (classes(&played, "A"), classes(&next, "A"));
    assert_eq!((after.len(), before.difference(&after).count()), (4, 1));
}
