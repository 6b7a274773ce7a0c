//! The form in which events are kept.

use std::{fmt::Write as _, fs, path::PathBuf};

use komadai_game::{
    Command, CommandKey, Event, Game, Offer, Record, Setup, Start, Time,
    journal::{self, Clients, JournalError, MOVE_BYTES_MAX},
};
use komadai_rules::{Move, RuleSet, Side, Variant};

use crate::{
    conditions::by_correspondence,
    table::{Table, setup},
    time_off::on_weekdays,
};

#[test]
fn a_move_is_small() {
    let variant = Variant::standard();
    for usi in ["7g7f", "2b3c+", "P*5e"] {
        let record = Record {
            key: Some(CommandKey { client: u64::MAX, id: 9_999 }),
            side: Some(Side::Gote),
            events: vec![Event::Moved {
                mv: Move::from_usi(variant, usi).unwrap(),
                // A long think in a long game.
                thought_ms: 1_800_000,
                credit_ms: 500,
                time: Time { main_ms: 2_000_000, periods: 30 },
            }],
        };
        let mut bytes = Vec::new();
        journal::encode(&record, variant, &mut bytes);
        assert!(bytes.len() <= MOVE_BYTES_MAX, "{usi}: {} bytes", bytes.len());
        assert_eq!(journal::decode(&bytes, Some(variant)), Ok(record));
    }
}

#[test]
fn what_is_damaged_or_from_the_future_is_an_error() {
    let variant = Variant::standard();
    let mut table = Table::playing(setup());
    table.line("7g7f");
    for record in &table.records {
        let mut bytes = Vec::new();
        journal::encode(record, variant, &mut bytes);
        for cut in 1..bytes.len() {
            // Some cuts leave a shorter record behind; none may panic or give the whole.
            assert_ne!(journal::decode(&bytes[..cut], Some(variant)).as_ref(), Ok(record));
        }
    }
    assert_eq!(journal::decode(&[], None), Err(JournalError::Short));
    assert_eq!(journal::decode(&[0x20], None), Err(JournalError::Version(2)));
    assert_eq!(journal::decode(&[0x10, 99], None), Err(JournalError::Tag(99)));
    assert_eq!(
        journal::decode(&[0x10, 3, b'P', 0x55, 0, 0, 0, 0], None),
        Err(JournalError::Move),
        "a drop needs the variant"
    );
    assert_eq!(journal::decode(&[0x23, 1, 1, 0x77, 0x76], None), Err(JournalError::Client));
}

/// The second and later records of a side in the log of a game do not name the client again.
#[test]
fn in_a_log_a_client_is_named_once() {
    let (sente, gote) = (Some(Side::Sente), Some(Side::Gote));
    let given = [
        (sente, Some(1), 0),
        (gote, Some(2), 0),
        (sente, Some(1), 8),
        // By the server.
        (None, None, 0),
        (gote, Some(2), 8),
        // Another window, and the first one again.
        (sente, Some(3), 0),
        (sente, Some(3), 8),
        (sente, Some(1), 0),
        // No side, no client to compare with.
        (None, Some(1), 0),
        (None, Some(1), 0),
    ];
    let mut table = Table::playing(setup());
    table.line("7g7f");
    let events = table.records.pop().unwrap().events;
    let (mut writer, mut reader) = (Clients::default(), Clients::default());
    for (at, (side, client, spared)) in given.into_iter().enumerate() {
        let key = client.map(|client| CommandKey { client, id: 300 + at as u32 });
        let record = Record { key, side, events: events.clone() };
        let mut bytes = Vec::new();
        journal::encode(&record, Variant::standard(), &mut bytes);
        let shorter = in_log(&mut writer, &bytes);
        assert_eq!(bytes.len() - shorter.len(), spared, "record {at}");
        assert_eq!(reader.decode(&shorter, None), Ok(record));
    }
}

/// A record as the log of a game has it.
fn in_log(clients: &mut Clients, record: &[u8]) -> Vec<u8> {
    match clients.shortened(record) {
        Some((head, rest)) => [&[head], rest].concat(),
        None => record.to_vec(),
    }
}

/// Every kind of event once, as this version writes it.
fn one_of_each() -> Vec<(Record, String)> {
    let mut strict = setup();
    strict.rules = RuleSet::tournament();
    let mut table = Table::playing(setup());
    table.line("7g7f 3c3d 8h2b+ 3a2b");
    table.by(1, Command::Offer(Offer::Takeback)).unwrap();
    table.by(2, Command::Answer { offer: Offer::Takeback, accept: true }).unwrap();
    table.line("8h2b+ 3a2b B*5e");
    let (from_ms, to_ms) = (table.now_ms, table.now_ms + 100);
    table.act(komadai_game::By::Server, Command::Interrupt { from_ms, to_ms }).unwrap();
    table.by(2, Command::Resign).unwrap();
    table.by(2, Command::Offer(Offer::Rematch)).unwrap();
    table.by(1, Command::Offer(Offer::Rematch)).unwrap();
    replayed(table.records)
}

/// Records with the position after each.
fn replayed(records: Vec<Record>) -> Vec<(Record, String)> {
    let mut game: Option<Game> = None;
    records
        .into_iter()
        .enumerate()
        .map(|(n, mut record)| {
            record.key = (n % 2 == 1).then_some(CommandKey { client: 0xFEED, id: n as u32 });
            match &mut game {
                Some(game) => game.apply_record(&record),
                none => {
                    *none = Some(Game::new(journal::created(&record).unwrap().clone()).unwrap());
                }
            }
            let sfen = game.as_ref().unwrap().line().position().sfen();
            (record, sfen)
        })
        .collect()
}

/// A game whose players agree before it begins, as programs do.
fn agreed() -> Vec<(Record, String)> {
    let mut table = Table::playing(Setup { agreed_within_ms: Some(120_000), ..setup() });
    table.act(komadai_game::By::Server, Command::Agree).unwrap();
    table.line("7g7f 3c3d");
    replayed(table.records)
}

/// A game by correspondence whose players decided on answers.
fn conditional() -> Vec<(Record, String)> {
    let mut table = Table::playing(by_correspondence());
    table.line("7g7f");
    table.plan(1, &["3c3d 2g2f 8c8d 2f2e", "8c8d 2g2f"]).unwrap();
    table.plan(2, &["3c3d 2g2f 8c8d"]).unwrap();
    table.line("3c3d 8d8e 6i7h");
    replayed(table.records)
}

/// A game by correspondence whose players are on vacation.
fn away() -> Vec<(Record, String)> {
    let mut table = Table::playing(by_correspondence());
    table.away(Side::Sente, Some((0, 14))).unwrap();
    table.away(Side::Gote, Some((3, 5))).unwrap();
    table.line("7g7f");
    table.away(Side::Sente, None).unwrap();
    replayed(table.records)
}

/// A game by correspondence in which weekends do not count.
fn weekends() -> Vec<(Record, String)> {
    let mut table = Table::playing(on_weekdays());
    table.line("7g7f 3c3d");
    replayed(table.records)
}

/// §9.3: moves by way of a square, an offer of a draw, and the draw.
fn chu() -> Vec<(Record, String)> {
    let variant = "chu".to_owned();
    let sfen = "k11/1g10/12/12/6p5/6N5/12/12/12/12/12/K11 b - 1".to_owned();
    let mut table = Table::playing(Setup { variant, start: Start::Sfen(sfen), ..setup() });
    // On from what was taken, back from there by another text, and a pass by two.
    table.line("6f6e6d 11b11c 6d5d6d 11c11b 6d6c7c 12a12b");
    table.by(1, Command::Offer(Offer::Draw)).unwrap();
    table.by(2, Command::Answer { offer: Offer::Draw, accept: true }).unwrap();
    replayed(table.records)
}

/// `tests/data/vN.journal` holds, line by line, a record in hexadecimal and the position after
/// it. Files are only ever added: `UPDATE=1` writes those of the present version that are missing.
#[test]
fn records_of_every_version_are_still_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let all = [
        ("v1", one_of_each()),
        ("v1-agreed", agreed()),
        ("v1-chu", chu()),
        ("v1-conditions", conditional()),
        ("v1-away", away()),
        ("v1-weekends", weekends()),
        ("v2", one_of_each()),
    ];
    for (name, records) in all {
        let kept = folder.join(format!("{name}.journal"));
        if std::env::var_os("UPDATE").is_some() && !kept.exists() {
            let (mut text, mut clients) = (String::new(), Clients::default());
            for (record, sfen) in records {
                let mut bytes = Vec::new();
                journal::encode(&record, Variant::standard(), &mut bytes);
                bytes = in_log(&mut clients, &bytes);
                bytes.iter().for_each(|byte| write!(text, "{byte:02x}").unwrap());
                writeln!(text, " {sfen}").unwrap();
            }
            fs::write(&kept, text).unwrap();
        }
        assert!(kept.exists(), "{} is gone", kept.display());
    }
    let mut n_files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (mut game, mut clients) = (None::<Game>, Clients::default());
        for (n, line) in text.lines().enumerate() {
            let (hex, sfen) = line.split_once(' ').unwrap();
            let bytes: Vec<u8> = (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
                .collect();
            let record = clients
                .decode(&bytes, Some(Variant::standard()))
                .unwrap_or_else(|error| panic!("{} line {}: {error}", path.display(), n + 1));
            match &mut game {
                Some(game) => game.apply_record(&record),
                none => {
                    *none = Some(Game::new(journal::created(&record).unwrap().clone()).unwrap());
                }
            }
            assert_eq!(game.as_ref().unwrap().line().position().sfen(), sfen, "line {}", n + 1);
        }
        n_files += 1;
    }
    assert!(n_files > 0);
}
