//! Reports for FIDE as programs in the world write them: laid out by characters or by bytes, with
//! tabs, teams and lines that nobody here knows.

use komadai_tournament::{
    ByeKind, Event, Order, Points, State,
    files::{About, File, ProgramFile, read},
};

use crate::support::standings;

fn file(text: &str) -> File {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A line of a player, with what stands in the rounds.
fn line(number: u32, name: &str, rating: u32, cells: &str) -> String {
    let blank = "";
    format!(
        "001 {number:>4}      {name:<33} {rating:>4} VIE {blank:>11} {blank:>10} {:>4} {number:>4}{cells}\n",
        "0.0"
    )
}

fn four(cells: [&str; 4]) -> String {
    let names = ["Nguyễn, An", "Trần, Bình", "Lê, Chi", "Phạm, Dũng"];
    let lines = (1..).zip(names.into_iter().zip(cells));
    let lines = lines.map(|(number, (name, cells))| line(number, name, 2000 - number, cells));
    lines.collect()
}

/// Everybody's points by name.
fn points(event: &Event) -> Vec<String> {
    let rows = &standings(event).rankings[0].rows;
    let row = |row: &komadai_tournament::Row| {
        let name = event.entry(&row.entry).expect("entered").display_name();
        format!("{name} {}", row.points)
    };
    rows.iter().map(row).collect()
}

#[test]
fn columns_are_characters_or_bytes() {
    let cells = [
        "     2 w 1     3 b 1",
        "     1 b 0     4 w 1",
        "     4 w =     1 w 0",
        "     3 b =     2 b 0",
    ];
    let by_signs = four(cells);
    let expected = points(&file(&by_signs).event);
    assert_eq!(expected, ["An Nguyễn 2", "Bình Trần 1", "Chi Lê 0.5", "Dũng Phạm 0.5"]);
    // So many blanks fewer behind a name as its letters have more bytes.
    let shorten = |line: &str| {
        let more = line.len() - line.chars().count();
        let at = line.char_indices().nth(14 + 20).map_or(line.len(), |(at, _)| at);
        let (before, behind) = line.split_at(at);
        format!("{before}{}\n", behind.strip_prefix(&" ".repeat(more)).expect("there is room"))
    };
    let by_bytes: String = by_signs.lines().map(shorten).collect();
    assert_ne!(by_bytes, by_signs);
    let read = file(&by_bytes).event;
    assert_eq!(points(&read), expected);
    assert_eq!(read.entries[0].rating, Some(1999));
}

#[test]
fn tabs_stand_for_blanks_up_to_the_next_stop() {
    let text = four(["     2 w 1", "     1 b 0", "     4 w =", "     3 b ="]);
    // What editors make of eight blanks in a row.
    let tabbed: String = text
        .lines()
        .map(|line| {
            let signs: Vec<char> = line.chars().collect();
            let chunk = |chunk: &[char]| match chunk {
                [' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '] => "\t".to_owned(),
                signs => signs.iter().collect(),
            };
            signs.chunks(8).map(chunk).collect::<String>() + "\r\n"
        })
        .collect();
    assert!(tabbed.contains('\t'));
    assert_eq!(file(&tabbed).event, file(&text).event);
    assert_eq!(file(&format!("\u{feff}{tabbed}")).event, file(&text).event);
}

#[test]
fn teams_are_noted_and_come_back() {
    let mut text = four(["     2 w 1", "     1 b 0", "     4 w =", "     3 b ="]);
    text += "013 Hà Nội                             1    3\n013 Huế                                2    4\n";
    let File { event, .. } = file(&text);
    let teams: Vec<_> = event.entries.iter().map(|it| it.team.as_deref()).collect();
    assert_eq!(teams, [Some("Hà Nội"), Some("Huế"), Some("Hà Nội"), Some("Huế")]);
    let written = ProgramFile::of("trf16")
        .expect("known")
        .write(&event, &standings(&event), &About::default())
        .expect("it has a cross table");
    let again = file(&written).event;
    let teams_again: Vec<_> = again.entries.iter().map(|it| it.team.as_deref()).collect();
    assert_eq!(teams_again, teams, "{written}");
    let wrong = text.replace("    4\n", "    9\n");
    let error = read(wrong.as_bytes()).map(|_| ()).expect_err("nobody is number 9").to_string();
    assert!(
        error.contains("line 6: no player has the number `9` in the columns 42 to 46"),
        "{error}"
    );
}

#[test]
fn what_is_left_out_is_noted_with_its_line() {
    let text = format!(
        "### made by hand\n012 Cúp\nDDD SSSS sTTT\n{}801 something about teams\n202 BH,SB\nXYZ 1\n",
        four(["     2 w 1", "     1 b 0", "     4 w =", "     3 b ="])
    );
    let notes = file(&text).notes;
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("line 8: `801 something about` is left out"), "{notes:?}");
    assert!(notes[1].starts_with("line 10: `XYZ 1` is left out"), "{notes:?}");
}

#[test]
fn days_are_read_however_they_are_written() {
    let days = |head: &str| {
        let rounds = four(["     2 w 1", "     1 b 0", "     4 w =", "     3 b ="]);
        file(&format!("{head}\n{rounds}")).about.days()
    };
    let both = |first: &str, last: &str| Some([first.to_owned(), last.to_owned()]);
    assert_eq!(days("042 2026/05/14\n052 2026/05/17"), both("2026-05-14", "2026-05-17"));
    assert_eq!(days("042 14.05.2026"), both("2026-05-14", "2026-05-14"));
    assert_eq!(days("042 05/14/2026"), both("2026-05-14", "2026-05-14"));
    assert_eq!(days("042 26/05/14\n052 26/05/15"), both("2026-05-14", "2026-05-15"));
    assert_eq!(days("042 14.05.26"), both("2026-05-14", "2026-05-14"));
    assert_eq!(days("042 1.5.26\n052 3.5.2026"), both("2026-05-01", "2026-05-03"));
    assert_eq!(days("042 1/5/26"), both("2026-05-01", "2026-05-01"));
    assert_eq!(days("042 28. 07. 2005\n052 30.  7. 2005"), both("2005-07-28", "2005-07-30"));
    assert_eq!(days("042 2026-05-14 09:30"), both("2026-05-14", "2026-05-14"));
    assert_eq!(days("042 14.05.6"), None);
    // The last day first is a slip.
    assert_eq!(days("042 2026/05/17\n052 2026/05/14"), both("2026-05-14", "2026-05-17"));
    let of_rounds = format!("132 {:85}  26/05/14  26/05/21", "");
    assert_eq!(days(&of_rounds), both("2026-05-14", "2026-05-21"));
    assert_eq!(days("132 2026/05/14 2026/05/21"), both("2026-05-14", "2026-05-21"));
    assert_eq!(days("042 some day in May"), None);
    assert_eq!(days("042 2026/02/30"), None);
}

#[test]
fn a_bye_for_the_round_to_come_does_not_make_it_one_that_was_played() {
    let cells = ["     2 w 1", "     1 b 0", "     4 w 1  0000 - U", "     3 b 0"];
    let text = format!("XXR 4\n{}", four(cells));
    let event = file(&text).event;
    assert_eq!(event.n_rounds(), 1);
    let next = event.check().expect("sound").pairings(0);
    assert_eq!((next.state, next.round), (State::Pair, Some(2)));
    let bye = next.byes.iter().find(|bye| bye.kind == ByeKind::Bye).expect("it is ordered");
    assert_eq!(event.entry(&bye.entry).expect("entered").display_name(), "Chi Lê");
    assert!(event.orders.iter().any(|order| matches!(order, Order::Bye { round: 2, .. })));
}

#[test]
fn who_misses_the_round_to_come_for_nothing_is_back_in_the_next() {
    let cells = ["     2 w 1  0000 - Z", "     1 b 0", "     4 w 1", "     3 b 0"];
    let event = file(&format!("XXR 4\n{}", four(cells))).event;
    let an = &event.entries[0];
    assert_eq!(an.withdrawn_after, None);
    assert!(!an.takes_part(2) && an.takes_part(3));
    assert_eq!(an.absence_points(2), Some(Points::ZERO));
}

#[test]
fn half_points_for_byes_come_back() {
    let cells = [
        "     2 w 1  0000 - U",
        "     1 b 0     3 b 1",
        "  0000 - U     2 w 0",
        "  0000 - H  0000 - Z",
    ];
    let event = file(&format!("XXR 3\nBBU  0.5\n{}", four(cells))).event;
    assert_eq!(event.scoring.bye, Points::HALF);
    let written = ProgramFile::of("trf16")
        .expect("known")
        .write(&event, &standings(&event), &About::default())
        .expect("it has a cross table");
    let again = file(&written).event;
    assert_eq!((points(&again), again.scoring.bye), (points(&event), Points::HALF), "{written}");
    let kinds = |event: &Event| event.byes.iter().map(|it| (it.round, it.kind)).collect::<Vec<_>>();
    assert_eq!(kinds(&again), kinds(&event));
}
