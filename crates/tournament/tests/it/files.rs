//! Files of other programs: what is written comes back, samples as those programs write them are
//! read, and nothing that stands in a file panics.

use std::collections::BTreeMap;

use komadai_rules::{Handicap, Odds};
use komadai_tournament::{
    ByeKind, Entry, EntryId, Event, Game, Points, Row, State, command,
    files::{ALL, About, File, FileError, ProgramFile, read},
    lot::Stream,
    simulate::Plan,
};

use crate::support::{before, event as bare_event, n_cases, players, standings};

const TRF16: &str = include_str!("../data/files/chess.trf");
const OPENGOTHA: &str = include_str!("../data/files/opengotha.xml");
const H9: &str = include_str!("../data/files/egd.h9");

fn known(name: &str) -> &'static ProgramFile {
    ProgramFile::of(name).expect("it is in the list")
}

fn write(name: &str, event: &Event) -> String {
    known(name).write(event, &standings(event), &about()).expect("it has a cross table")
}

fn about() -> About {
    About {
        place: "Hà Nội".to_owned(),
        country: "VN".to_owned(),
        first_day: "2026-11-21".to_owned(),
        last_day: "2026-11-22".to_owned(),
        round_days: vec!["2026-11-21".to_owned(), "2026-11-22".to_owned()],
        time_control: "60".to_owned(),
        arbiter: "Đỗ Thị Mai".to_owned(),
    }
}

/// A made-up event. A player who announces absence from its first rounds is a late entry, which is
/// what such files say of it.
fn event(kind: &str, seed: u64) -> Event {
    let mut stream = Stream::new(seed);
    let players = if kind == "round_robin" { 3 + stream.below(9) } else { 4 + stream.below(40) };
    let rounds = (3 + stream.below(6)).min(players + players % 2 - 1);
    let plan = Plan {
        players: players as usize,
        seed,
        withdrawals: stream.below(players / 4 + 1) as usize,
        late: if kind == "round_robin" { 0 } else { stream.below(players / 4 + 1) as usize },
        absence: if kind == "round_robin" { 0.0 } else { stream.unit() * 0.1 },
        no_show: stream.unit() * 0.1,
        draw: stream.unit() * 0.3,
        clubs: stream.below(4) as usize,
        ..Plan::default()
    };
    let mut event = plan.event(command::setup(kind, rounds as u32).expect("a format"));
    event.name = "Giải mùa thu".to_owned();
    if kind == "mcmahon" && stream.happens(0.5) {
        let policy = r#"{"table":"jsa","reduce":2}"#;
        event.handicap = serde_json::from_str(policy).expect("a policy");
    }
    for entry in &mut event.entries {
        entry.nationality = stream.happens(0.5).then(|| "DE".to_owned());
        if stream.happens(0.3) {
            (entry.family, entry.given) =
                (Some(format!("Nguyễn-{}", entry.id)), Some("Văn An".to_owned()));
            entry.name = format!("Văn An Nguyễn-{}", entry.id);
        }
        while entry.absent.contains(&entry.from_round) {
            entry.from_round += 1;
        }
    }
    plan.play(&mut event).expect("a sound event");
    event
}

/// Start score, points and SOS by name.
fn scores(event: &Event) -> BTreeMap<String, [Points; 3]> {
    let tiebreaks = ["points", "sos"].map(|name| name.parse().expect("known")).to_vec();
    let event = Event { tiebreaks, ..event.clone() };
    let rows = standings(&event).rankings.remove(0).rows;
    let score = |row: &Row| {
        let name = event.entry(&row.entry).expect("entered").display_name().to_owned();
        (name, [row.start, row.points, row.values[1].expect("everybody has it")])
    };
    rows.iter().map(score).collect()
}

/// Every game by the players' names.
fn games(event: &Event, with_handicap: bool) -> Vec<String> {
    let name = |id: &EntryId| event.entry(id).expect("entered").display_name().to_owned();
    let game = |game: &Game| {
        let odds = game.handicap.filter(|_| with_handicap).map(|odds| odds.to_string());
        // The first move alone is no handicap in such files.
        let odds = odds.filter(|odds| odds != "first_move");
        let (sente, gote) = (name(&game.sente), name(&game.gote));
        format!(
            "{} {sente} {gote} {:?} {odds:?}",
            game.round,
            event.outcome_of(game, &|id| event.entry(id))
        )
    };
    let mut games: Vec<_> = event.games.iter().filter(|it| !it.is_annulled()).map(game).collect();
    games.sort();
    games
}

/// The players who are to play or have a bye in the next round.
fn is_there(event: &Event) -> Option<Vec<String>> {
    let next = event.check().expect("sound").pairings(0);
    let byes = next.byes.iter().filter(|bye| bye.kind == ByeKind::Bye).map(|bye| &bye.entry);
    let ids = next.games.iter().flat_map(|game| [&game.sente, &game.gote]).chain(byes);
    let name = |id: &EntryId| event.entry(id).expect("entered").display_name().to_owned();
    let mut names: Vec<String> = ids.map(name).collect();
    names.sort();
    (next.state == State::Pair).then_some(names)
}

#[test]
fn what_is_written_comes_back() {
    for seed in 1..=n_cases(40, 200) {
        for kind in ["swiss", "mcmahon", "round_robin"] {
            let event = event(kind, seed);
            for known in ALL {
                let what = format!("{kind} {seed} by way of {}", known.name);
                let text = write(known.name, &event);
                let File { event: again, about: told, .. } =
                    read(text.as_bytes()).unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
                let is_round_robin = kind == "round_robin" && known.name == "trf16";
                assert_eq!(again.format.name == "round_robin", is_round_robin, "{what}");
                let (mut expected, mut found) = (scores(&event), scores(&again));
                if kind == "round_robin" && !is_round_robin {
                    // It is read as a Swiss, in which a forfeit is no game in SOS.
                    let scores = expected.values_mut().chain(found.values_mut());
                    scores.for_each(|score| score[2] = Points::ZERO);
                }
                assert_eq!(found, expected, "{what}\n{text}");
                let with_handicap = known.name != "trf16";
                assert_eq!(games(&again, with_handicap), games(&event, with_handicap), "{what}");
                assert_eq!((&again.name, &told.place), (&event.name, &about().place), "{what}");
                assert_eq!(told.first_day, about().first_day, "{what}");
                // What was read is written again as it was.
                assert_eq!(
                    scores(&read(write(known.name, &again).as_bytes()).expect("it was").event),
                    scores(&again),
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn a_running_event_goes_on_with_the_same_players() {
    let mut compared = 0;
    for seed in 1..=n_cases(40, 200) {
        for kind in ["swiss", "mcmahon"] {
            let whole = event(kind, seed);
            let event = before(&whole, 1 + (seed % 4) as u32);
            for name in ["trf16", "opengotha"] {
                let again = read(write(name, &event).as_bytes()).expect("it was written").event;
                let (expected, found) = (is_there(&event), is_there(&again));
                assert_eq!(found, expected, "{kind} {seed} by way of {name}");
                compared += usize::from(found.is_some());
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Names, points and places of the first lines, as `Name 2.5`.
fn table(event: &Event) -> Vec<String> {
    let row = |row: &Row| {
        let name = event.entry(&row.entry).expect("entered").display_name();
        format!("{name} {}", row.start + row.points)
    };
    standings(event).rankings[0].rows.iter().map(row).collect()
}

#[test]
fn a_report_of_a_chess_program_is_read() {
    let File { event, about, .. } = read(TRF16.as_bytes()).expect("a sample");
    assert_eq!(
        (event.name.as_str(), event.format.name.as_str()),
        ("Offene Stadtmeisterschaft", "swiss")
    );
    assert_eq!((about.place.as_str(), about.first_day.as_str()), ("Marburg", "2026-05-14"));
    assert_eq!(about.round_days, ["2026-05-14", "2026-05-14", "2026-05-15"]);
    assert_eq!(
        table(&event),
        ["Jan Novák 2.5", "Eva Lindqvist 2", "Otto Berger 1.5", "Lea Meyer 1.5", "Ana Souza 1"]
    );
    let jan = event.entries.iter().find(|entry| entry.name == "Jan Novák").expect("entered");
    assert_eq!(
        (jan.rating, jan.nationality.as_deref(), jan.seed),
        (Some(2104), Some("CZ"), Some(1))
    );
    assert_eq!(event.games.len(), 6);
    let walkover = event
        .games
        .iter()
        .find(|game| game.round == 3 && game.result.is_some_and(|it| !it.was_played()));
    assert_eq!(walkover.expect("a forfeit").gote.as_str(), jan.id.as_str());
    assert_eq!(event.check().expect("sound").n_rounds(), Some(5));
}

#[test]
fn a_file_of_opengotha_is_read() {
    let File { event, about, .. } = read(OPENGOTHA.as_bytes()).expect("a sample");
    assert_eq!((event.name.as_str(), event.format.name.as_str()), ("Coupe d'automne", "mcmahon"));
    assert_eq!((about.place.as_str(), about.last_day.as_str()), ("Grenoble", "2026-10-04"));
    // The bar is 3D and the floor 12K, so 4D starts with 32 and 15K with 18.
    assert_eq!(
        table(&event),
        [
            "Luc Martin 34",
            "Anne-Marie De La Tour 32",
            "Jürgen Weiß 28.5",
            "Mia Rossi 19",
            "Tim Ng 19"
        ]
    );
    let ties: Vec<String> = event.tiebreaks.iter().map(ToString::to_string).collect();
    assert_eq!(ties, ["mcmahon", "sos", "sosos"]);
    let ng = event.entries.iter().find(|entry| entry.name == "Tim Ng").expect("entered");
    assert_eq!((ng.from_round, ng.rating, ng.club.as_deref()), (2, None, Some("Lyon")));
    let given = event.games.iter().find_map(|game| game.handicap).expect("a handicap");
    assert_eq!(given.to_string(), "2_piece");
    assert_eq!(event.n_rounds(), 2);
}

#[test]
fn a_table_of_the_egd_is_read() {
    let File { event, about, .. } = read(H9.as_bytes()).expect("a sample");
    assert_eq!((event.name.as_str(), event.format.name.as_str()), ("Turnaj Zima", "mcmahon"));
    assert_eq!((about.country.as_str(), about.place.as_str()), ("CZ", "Brno"));
    assert_eq!(
        table(&event),
        ["Petr Dvořák 35", "Iva Malá 34", "Jan Van Dyck 32.5", "Olga Kos 31", "Ed Ho 30"]
    );
    let jan = event.entries.iter().find(|entry| entry.name == "Jan Van Dyck").expect("entered");
    assert_eq!((jan.family.as_deref(), jan.nationality.as_deref()), (Some("Van Dyck"), Some("NL")));
    assert_eq!(jan.grade.map(|grade| grade.to_string()).as_deref(), Some("2k"));
    let given = event.games.iter().find_map(|game| game.handicap).expect("a handicap");
    assert_eq!(given.to_string(), "bishop");
    // Shared places and lines without one are counted.
    let shared = read(H9.replace("\n5 ", "\n4 ").replace("\n2 ", "\n").as_bytes());
    assert_eq!(shared.expect("a sample").event, event);
    let n_forfeits =
        event.games.iter().filter(|game| game.result.is_some_and(|it| !it.was_played()));
    assert_eq!(n_forfeits.count(), 1);
}

#[test]
fn columns_stand_where_fide_wants_them() {
    let mut event = event("swiss", 3);
    event.entries[0].name = "Nguyễn Thị Một Cái Tên Rất Dài Ơi Là Dài".to_owned();
    let text = write("trf16", &event);
    for line in text.lines().filter(|line| line.starts_with("001")) {
        let signs: Vec<char> = line.chars().collect();
        let at = |from: usize, to: usize| signs[from - 1..to].iter().collect::<String>();
        assert!(at(5, 8).trim().parse::<u32>().is_ok(), "{line}");
        assert!(!at(15, 47).trim().is_empty() && at(48, 48) == " ", "{line}");
        assert!(at(49, 52).trim().parse::<u32>().is_ok(), "{line}");
        assert!(["GER", "   "].contains(&at(54, 56).as_str()), "{line}");
        assert!(at(81, 84).contains('.') && at(86, 89).trim().parse::<u32>().is_ok(), "{line}");
        for cell in signs[89..].chunks(10) {
            let cell: String = cell.iter().collect();
            let (opponent, rest) = cell.split_at(6);
            assert!(opponent.trim().parse::<u32>().is_ok(), "{line}");
            assert!(rest.len() == 4 && rest.starts_with(' '), "{line}");
        }
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let check = |text: &str, expected: &str| {
        let error = read(text.as_bytes()).map(|_| ()).expect_err(text).to_string();
        assert!(error.contains(expected), "{error:?} does not say {expected:?}");
    };
    check("hello", "no kind of file is recognised");
    check(&TRF16.replace("2104", "21x4"), "line 15: `21x4` in the columns 49 to 52");
    check(&TRF16.replace("XXR 5", "XXR five"), "line 14: `five` is no number of rounds");
    check(&TRF16.replace("0000 - H", "0000 - Q"), "round 1 (column 92): `Q` is no result");
    check(&TRF16.replace("001    2 ", "001    1 "), "line 16: another line has the number 1 too");
    check(&TRF16.replace("  3 b 1", "  3 w 1"), "line 15, round 1: the sides do not fit");
    check(&TRF16.replace("  3 b 1", "  3 b ="), "line 15, round 1: the results do not fit");
    check(&TRF16.replace("  3 b 1", "  4 b 1"), "line 15, round 1: the opponent has somebody else");
    check(&OPENGOTHA.replace("</Players>", ""), "the XML");
    check(&OPENGOTHA.replace("RESULT_EQUAL", "RESULT_MAYBE"), "<Game>: the result `RESULT_MAYBE`");
    check(&OPENGOTHA.replace("\"NGTIM\"", "\"NGTOM\""), "nobody is called `NGTOM`");
    check(
        &OPENGOTHA.replace("roundNumber=\"2\"", "roundNumber=\"9\""),
        "`9` is no roundNumber: write a number from 1 to 3",
    );
    check(&OPENGOTHA.replace("rank=\"4D\"", "rank=\"best\""), "`best` is no rank");
    check(&H9.replace(" 1d ", " strong "), "there is no grade behind a name");
    check(&H9.replace("2+/b0", "2*/b0"), "another number of rounds");
    check(&H9.replace("3+/w2", "3+/x2"), "write /b or /w");
    check(&H9.replace("3+/w2", "3+/w99"), "`99` is no handicap");
    check(&H9.replace("3+/w2", "77+/w2"), "no line has the opponent's place");
    check(&H9.replace("\n5 ", "\nThat was all.\n5 "), "line 15: there is no grade behind a name");
}

#[test]
fn only_cross_tables_are_written() {
    let event = bare_event(r#"{"t":"single_elimination"}"#, players(4));
    let long = bare_event(r#"{"t":"swiss","rounds":21}"#, players(4));
    for known in ALL {
        let error = known
            .write(&event, &standings(&event), &About::default())
            .map(|_| ())
            .expect_err("none");
        assert!(
            error.to_string().starts_with("a `single_elimination` has no cross table"),
            "{error}"
        );
        let is_refused = known.write(&long, &standings(&long), &About::default()).is_err();
        assert_eq!(is_refused, known.name == "opengotha");
    }
    assert!(command::export("{}", "xls", &About::default()).is_err());
}

#[test]
fn nothing_that_stands_in_a_file_panics() {
    let mut stream = Stream::new(2_026);
    let mut n_read = 0;
    let (swiss, mcmahon) = (event("swiss", 5), event("mcmahon", 6));
    let written = ALL.iter().flat_map(|it| [write(it.name, &swiss), write(it.name, &mcmahon)]);
    let texts = [TRF16, OPENGOTHA, H9].map(str::to_owned).into_iter().chain(written);
    for text in texts {
        for _ in 0..n_cases(600, 4_000) {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + stream.below(4) {
                let at = stream.below(bytes.len() as u64) as usize;
                let to = (at + stream.below(40) as usize).min(bytes.len());
                match stream.below(4) {
                    0 => bytes[at] = b" 0123456789+-=!/wbHZ;<>\"\n"[stream.below(25) as usize],
                    1 => drop(bytes.drain(at..to)),
                    2 => bytes.extend_from_within(at..to),
                    _ => bytes[at] = stream.number() as u8,
                }
                if bytes.is_empty() {
                    break;
                }
            }
            match read(&bytes) {
                Ok(file) => {
                    n_read += 1;
                    file.event.check().expect("it was checked").standings();
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
    assert!(n_read > 500, "{n_read}");
}

#[test]
fn the_command_line_reads_and_writes() {
    let event = read(H9.as_bytes()).expect("a sample").event;
    let document = serde_json::to_string(&event).expect("it has a JSON form");
    for known in ALL {
        let text = command::export(&document, known.name, &about()).expect("a McMahon");
        assert!(read(text.as_bytes()).is_ok(), "{text}");
    }
    // ISO 8859-1, lines that end as on old machines, and a byte order mark.
    let latin: Vec<u8> = "001    1      M\u{fc}ller, Jo\r\n001    2      Ito, Mai\r\n"
        .chars()
        .map(|it| it as u8)
        .collect();
    let event = read(&latin).expect("two players").event;
    assert_eq!(event.entries[0].name, "Jo Müller");
    assert!(read(format!("\u{feff}{H9}").as_bytes()).is_ok());
}

#[test]
fn handicaps_go_by_the_traditional_list() {
    let with = |number: &str| {
        read(OPENGOTHA.replace("handicap=\"5\"", &format!("handicap=\"{number}\"")).as_bytes())
    };
    let given = |event: &Event| event.games.iter().find_map(|game| game.handicap);
    // In a table of the EGD it stands on the lines of both.
    let n_lines = |text: &str, number: usize| {
        let ends = [format!("/b{number}"), format!("/w{number}")];
        let has = |word: &str| ends.iter().any(|end| word.ends_with(end));
        text.split_whitespace().filter(|word| has(word)).count()
    };
    for (number, name) in [(1, "lance"), (2, "bishop"), (5, "2_piece"), (11, "naked_king")] {
        let mut event = with(&number.to_string()).expect("a handicap").event;
        let odds = Handicap::from_name(name).map(Odds::Pieces);
        assert_eq!(given(&event), odds, "{number}");
        assert_eq!(n_lines(&write("h9", &event), number), 2, "{number}");
        for kind in ["opengotha", "h9"] {
            let again = read(write(kind, &event).as_bytes()).expect("it was written").event;
            assert_eq!(given(&again), odds, "{number} by way of {kind}");
        }
        // The first move alone is none.
        for game in event.games.iter_mut().filter(|game| game.handicap.is_some()) {
            game.handicap = Some(Odds::FirstMove);
        }
        assert_eq!(n_lines(&write("h9", &event), number), 0, "{number}");
        let again = read(write("opengotha", &event).as_bytes()).expect("it was written").event;
        assert_eq!(given(&again), None, "{number}");
    }
    assert_eq!(given(&with("0").expect("none").event), None);
    for number in ["12", "-1", "many"] {
        let error = with(number).map(|_| ()).expect_err(number).to_string();
        assert!(error.contains(&format!("`{number}` is no handicap")), "{error}");
    }
}

#[test]
fn grades_beyond_the_ends_are_the_ends() {
    let opengotha = |grade: &str| {
        read(OPENGOTHA.replace("rank=\"4D\"", &format!("rank=\"{grade}\"")).as_bytes())
    };
    let h9 = |grade: &str| read(H9.replace(" 2d ", &format!(" {grade} ")).as_bytes());
    let of = |file: Result<File, FileError>, name: &str| {
        let event = file.expect("a grade").event;
        let entry = event.entries.into_iter().find(|entry| entry.name == name).expect("entered");
        entry.grade.map(|grade| grade.to_string())
    };
    for (text, known) in
        [("5K", "5k"), ("1D", "1d"), ("99k", "30k"), ("12 Dan", "9d"), ("0k", "1k"), ("3P", "9d")]
    {
        let known = Some(known.to_owned());
        assert_eq!(of(opengotha(text), "Luc Martin"), known, "{text}");
        // A grade is one word there.
        if !text.contains(' ') {
            assert_eq!(of(h9(text), "Petr Dvořák"), known, "{text}");
        }
    }
    assert_eq!(of(opengotha(""), "Luc Martin"), None);
    for text in ["k", "?", "5", "5x"] {
        let wrong = |file: Result<File, FileError>| file.map(|_| ()).expect_err(text).to_string();
        let (one, other) = (wrong(opengotha(text)), wrong(h9(text)));
        assert!(one.contains(&format!("`{text}` is no rank")), "{one}");
        assert!(other.contains("there is no grade behind a name"), "{other}");
    }
}

#[test]
fn names_are_split_as_their_countries_write_them() {
    for (name, nation, family, given) in [
        ("Anna Müller", Some("DE"), "Müller", "Anna"),
        ("O'Neill, Seán", Some("IE"), "O'Neill", "Seán"),
        ("Nguyen Thi Anh Tuyet", Some("VN"), "Nguyen", "Thi Anh Tuyet"),
        ("佐藤　健", Some("JP"), "佐藤", "健"),
        ("李 小龍", Some("CN"), "李", "小龍"),
        ("Kim Min-jun", Some("KR"), "Kim", "Min-jun"),
        ("Nguyen Thi Anh", None, "Anh", "Nguyen Thi"),
        ("Sato, Takeru", Some("JP"), "Sato", "Takeru"),
        ("Madonna", None, "Madonna", ""),
        ("Ánh", Some("VN"), "Ánh", ""),
    ] {
        let entry = Entry {
            name: name.to_owned(),
            nationality: nation.map(str::to_owned),
            ..Entry::new("1")
        };
        assert_eq!(entry.family_and_given(), (family.to_owned(), given.to_owned()), "{name}");
    }
}
