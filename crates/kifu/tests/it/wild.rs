//! Files as programs and people write them, each with what it tells.
//!
//! `tests/data/wild.txt` and `tests/data/lishogi.txt` hold the cases: a line `=== FORMAT NAME`, the file, a line `---`, and
//! then for each game `usi`, `end`, `times` and so on, as [`tell`] writes them.

use std::fmt::Write;

use komadai_kifu::{Format, Record, Step, formats, read};
use komadai_rules::Variant;

const CASES: [&str; 2] = [include_str!("../data/wild.txt"), include_str!("../data/lishogi.txt")];

/// The contents of a record, a line each: every line of play, and what is recorded with the moves.
fn tell(record: &Record) -> String {
    let mut told = String::new();
    let mut walk = record.walk();
    let mut lines: Vec<Vec<String>> = vec![vec![]];
    let mut beside = String::new();
    while let Some(visit) = walk.next() {
        let node = visit.node;
        if visit.begins_variation {
            lines.push(vec![format!("({})", node.ply())]);
        }
        let step = match &node.step {
            Step::Start => String::new(),
            Step::Move(mv) => mv.usi(record.variant()).to_string(),
            Step::End(outcome) => {
                let winner = outcome.winner.map_or("-", |side| side.as_str());
                format!("{}:{winner}", outcome.cause.as_str())
            }
        };
        let time = node.spent_ms.map_or(String::new(), |ms| format!("/{ms}"));
        if !step.is_empty() {
            lines.last_mut().expect("a line").push(step + &time);
        }
        for comment in &node.comments {
            let _ = writeln!(beside, "comment {} {comment}", node.ply());
        }
        if let Some(bookmark) = &node.bookmark {
            let _ = writeln!(beside, "bookmark {} {bookmark}", node.ply());
        }
    }
    let variant = record.variant();
    if variant != Variant::standard() {
        let _ = writeln!(told, "variant {variant}");
    }
    if record.start() != variant.start() {
        let _ = writeln!(told, "start {}", record.start().sfen());
    }
    for line in lines {
        let _ = writeln!(told, "line {}", line.join(" "));
    }
    told += &beside;
    for (key, text) in record.headers.iter() {
        let _ = writeln!(told, "header {} {}", key.english(), text.replace('\n', "\\n"));
    }
    told
}

#[test]
fn files_tell_what_they_should() {
    let mut n_cases = 0;
    let mut wrong = String::new();
    for case in CASES.iter().flat_map(|cases| cases.split("=== ").skip(1)) {
        let (title, case) = case.split_once('\n').expect("a title");
        let (file, expected) = case.split_once("\n---\n").expect("what it tells");
        let (format, name) = title.split_once(' ').expect("a format and a name");
        let format = Format::from_name(format).expect("a format");
        let reading = read(file.as_bytes(), Some(format));
        let told = match &reading {
            Err(error) => format!("error {error}\n"),
            Ok(reading) => {
                let games: Vec<_> = reading.records.iter().map(tell).collect();
                let mut told = games.join("game\n");
                for note in &reading.notes {
                    let _ = writeln!(told, "note {note}");
                }
                told
            }
        };
        let expected = expected.trim_end();
        if told.trim_end() != expected {
            let _ = writeln!(wrong, "{name}:\n{file}\n--- told\n{told}--- expected\n{expected}\n");
            continue;
        }
        if reading.is_ok() {
            // The format is detected, and with every line end.
            let detected = read(file.as_bytes(), None).expect(name);
            let is_same = detected.format == format
                // KIF and KI2 are one family with one reader.
                || [format, detected.format].iter().all(|one| [formats::KIF, formats::KI2].contains(one));
            assert!(is_same, "{name}: {}", detected.format);
            let crlf =
                read(file.replace('\n', "\r\n").as_bytes(), None).expect("it was read before");
            assert_eq!(crlf.records, detected.records, "{name}");
        }
        n_cases += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(n_cases > 40, "{n_cases} cases");
}
