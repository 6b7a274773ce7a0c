//! What is written is read back, as far as the format can carry it.

use komadai_kifu::{Encoding, Format, Record, formats, read, write};
use proptest::prelude::*;

use crate::games::{Carries, carried, game};

/// What each format carries. A format that is not here fails the test below.
fn carries(format: Format) -> Carries {
    let all = Carries {
        number: true,
        headers: true,
        ends: true,
        comments: true,
        bookmarks: true,
        variations: true,
        time_ms: Some(1_000),
    };
    let line = Carries { number: false, bookmarks: false, variations: false, ..all };
    let moves = Carries {
        number: true,
        headers: false,
        ends: false,
        comments: false,
        time_ms: None,
        ..line
    };
    match format.name() {
        "kif" => all,
        "ki2" => Carries { time_ms: None, ..all },
        "jkf" => Carries { number: false, bookmarks: false, ..all },
        "csa" => line,
        "csa3" => Carries { time_ms: Some(1), ..line },
        "usi" => moves,
        "western" | "hodges" | "vietnamese" => Carries { time_ms: Some(1), ..all },
        other => panic!("{other} is not in the table"),
    }
}

/// Writes a game, reads it back, and gives the text that was written.
pub(crate) fn check(record: &Record, format: Format) -> Result<String, TestCaseError> {
    let file = write(std::slice::from_ref(record), format, Encoding::Utf8).expect("it has words");
    let text = String::from_utf8_lossy(&file).into_owned();
    let reading = read(&file, Some(format));
    let reading = reading.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    prop_assert_eq!(reading.records.len(), 1, "{}", &text);
    prop_assert_eq!(&reading.records[0], &carried(record, carries(format)), "{}", &text);
    Ok(text)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_read_back(record in game()) {
        for format in formats::ALL {
            check(&record, *format)?;
        }
    }

    #[test]
    fn several_games_are_read_back(records in prop::collection::vec(game(), 1..4)) {
        for format in formats::ALL {
            let file = write(&records, *format, Encoding::Utf8).expect("they are standard");
            let reading = read(&file, Some(*format)).expect("it was just written");
            let left: Vec<_> = records.iter().map(|record| carried(record, carries(*format))).collect();
            prop_assert_eq!(&reading.records, &left, "{}", String::from_utf8_lossy(&file));
        }
    }

    #[test]
    fn moves_survive_shift_jis(record in game()) {
        for format in formats::ALL {
            let file = write(std::slice::from_ref(&record), *format, Encoding::ShiftJis).expect("it is standard");
            let reading = read(&file, Some(*format)).expect("it was just written");
            let moves: Vec<_> = reading.records[0].moves().collect();
            prop_assert_eq!(moves, record.moves().collect::<Vec<_>>());
            prop_assert_eq!(&reading.notes, &[], "{:?}", record);
        }
    }
}
