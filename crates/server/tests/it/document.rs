//! `docs/protocol.md` shows what is really said.

use std::collections::BTreeSet;

use komadai_protocol::{
    CHAT_CHARS_MAX, ClientMessage, FRAME_BYTES_MAX, GameEvent, LobbyEvent, MeEvent, RefusalCode,
    ReviewEvent, ServerMessage,
};
use serde_json::Value;

/// The page.
pub(crate) const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The examples that begin with this sign, as they stand.
pub(crate) fn examples(sign: &str) -> impl Iterator<Item = &'static str> {
    PAGE.lines().filter_map(move |line| line.strip_prefix(sign))
}

/// Reads an example as the protocol's own type and writes it again.
fn read<T: serde::de::DeserializeOwned + serde::Serialize>(frame: &str) -> (Value, Value) {
    let message: T = serde_json::from_str(frame).unwrap_or_else(|error| panic!("{error}: {frame}"));
    (serde_json::from_str(frame).unwrap(), serde_json::to_value(&message).unwrap())
}

/// Whether everything in `said` is also in `meant`, where what is left out has its default.
fn is_part_of(said: &Value, meant: &Value) -> bool {
    match (said, meant) {
        (Value::Object(said), Value::Object(meant)) => said
            .iter()
            .all(|(key, value)| meant.get(key).is_some_and(|meant| is_part_of(value, meant))),
        (Value::Array(said), Value::Array(meant)) => {
            said.len() == meant.len()
                && said.iter().zip(meant).all(|(said, meant)| is_part_of(said, meant))
        }
        (said, meant) => said == meant,
    }
}

/// The names of an enum's variants, from what serde says when it meets an unknown one.
fn variants<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
    let error = serde_json::from_str::<T>(r#"{"t":"?"}"#).err().map(|it| it.to_string());
    let error = error.unwrap_or_default();
    let (_, names) = error.split_once("expected").unwrap_or_else(|| panic!("{error}"));
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn tag(value: &Value) -> String {
    value["t"].as_str().unwrap_or_else(|| panic!("no `t` in {value}")).to_owned()
}

#[test]
fn every_message_of_a_client_has_an_example_that_is_read() {
    let mut shown = BTreeSet::new();
    for frame in examples("> ") {
        assert!(frame.len() <= FRAME_BYTES_MAX, "{frame}");
        let (said, meant) = read::<ClientMessage>(frame);
        assert!(is_part_of(&said, &meant), "{frame}\nis read as\n{meant}");
        shown.insert(tag(&said));
    }
    assert_eq!(shown, variants::<ClientMessage>());
}

#[test]
fn every_message_of_the_server_has_an_example_that_is_read() {
    let (mut shown, mut snapshots) = (BTreeSet::new(), BTreeSet::new());
    for frame in examples("< ") {
        let (value, meant) = read::<ServerMessage>(frame);
        assert_eq!(value, meant, "the server says it otherwise");
        if tag(&value) == "snapshot" {
            let stream = value["stream"].as_str().unwrap();
            snapshots.insert(stream.split(':').next().unwrap().to_owned());
        }
        shown.insert(tag(&value));
    }
    assert_eq!(shown, variants::<ServerMessage>());
    assert_eq!(snapshots.into_iter().collect::<Vec<_>>(), ["game", "lobby", "me", "review"]);
}

#[test]
fn every_event_has_an_example() {
    let mut shown = BTreeSet::new();
    for frame in examples("< ") {
        let value: Value = serde_json::from_str(frame).unwrap();
        if tag(&value) != "event" {
            continue;
        }
        let stream = value["stream"].as_str().unwrap().split(':').next().unwrap().to_owned();
        let event = value["event"].clone();
        // Which kind of event it is read as must not depend on luck.
        match stream.as_str() {
            "game" => drop(serde_json::from_value::<GameEvent>(event.clone()).unwrap()),
            "review" => drop(serde_json::from_value::<ReviewEvent>(event.clone()).unwrap()),
            "lobby" => drop(serde_json::from_value::<LobbyEvent>(event.clone()).unwrap()),
            _ => drop(serde_json::from_value::<MeEvent>(event.clone()).unwrap()),
        }
        shown.insert((stream, tag(&event)));
    }
    let of = |stream: &str, names: BTreeSet<String>| -> BTreeSet<_> {
        names.into_iter().map(|name| (stream.to_owned(), name)).collect()
    };
    let mut all = of("game", variants::<GameEvent>());
    all.extend(of("lobby", variants::<LobbyEvent>()));
    all.extend(of("me", variants::<MeEvent>()));
    all.extend(of("review", variants::<ReviewEvent>()));
    assert_eq!(shown, all);
}

#[test]
fn every_refusal_is_in_the_table_once() {
    for code in RefusalCode::OF_COMMANDS {
        let row = format!("| `{}` |", code.as_str());
        let rows = PAGE.lines().filter(|line| line.starts_with(&row)).count();
        assert_eq!(rows, 1, "{}", code.as_str());
    }
}

#[test]
fn every_reason_and_handicap_is_named() {
    for reason in komadai_game::EndReason::all() {
        assert!(PAGE.contains(&format!("`{reason}`")), "{reason}");
    }
    for handicap in komadai_rules::Handicap::ALL {
        assert!(PAGE.contains(&format!("`\"{}\"`", handicap.name())), "{}", handicap.name());
    }
}

#[test]
fn the_limits_are_those_of_the_code() {
    for (row, limit) in [
        ("length of a frame", FRAME_BYTES_MAX),
        ("a line of chat", CHAT_CHARS_MAX),
        ("games and reviews followed on one connection", komadai_server::session::STREAMS_MAX),
        ("frames waiting for a client that does not read", komadai_live::FRAMES_MAX),
        ("missed events sent one by one", komadai_live::room::RESUME_EVENTS_MAX as usize),
        ("lines of chat kept", komadai_live::room::CHAT_LINES_MAX),
    ] {
        let line = PAGE.lines().find(|line| line.starts_with(&format!("| {row} |")));
        let line = line.unwrap_or_else(|| panic!("no row for the {row}"));
        assert!(line.contains(&limit.to_string()), "{limit}: {line}");
    }
}
