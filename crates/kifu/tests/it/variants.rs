//! Games of every variant: which formats hold them, and that what is written is read back.

use komadai_kifu::{Encoding, Error, Record, formats, notations, read_as, write};
use komadai_rules::{Position, Variant};

/// A game of moves without a pattern.
fn game(variant: Variant, start: &Position, seed: u64) -> Record {
    let mut builder = Record::builder(start.clone());
    let mut state = seed;
    for _ in 0..60 {
        let moves = builder.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(variant.files().into());
        let mv = moves[(state >> 33) as usize % moves.len()];
        builder.play(mv, None).expect("a legal move");
    }
    builder.finish()
}

fn games() -> impl Iterator<Item = Record> {
    Variant::all().iter().flat_map(|&variant| {
        let handicap = variant.handicaps().last().and_then(|handicap| handicap.start(variant));
        let starts = [Some(variant.start()), handicap];
        starts.into_iter().flatten().zip(1..).map(move |(start, seed)| game(variant, start, seed))
    })
}

#[test]
fn a_format_holds_a_game_or_says_that_it_does_not() {
    for record in games() {
        let variant = record.variant();
        for &format in formats::ALL {
            let held = match format.name() {
                "kif" => variant.def().kif.is_some(),
                "csa" | "csa3" | "jkf" | "ki2" => variant == Variant::standard(),
                _ => true,
            };
            let file = match write(std::slice::from_ref(&record), format, Encoding::Utf8) {
                Ok(file) => file,
                Err(Error::CannotHold { .. }) if !held => continue,
                Err(error) => panic!("{variant} {format}: {error}"),
            };
            assert!(held, "{variant} was written as {format}");
            let text = String::from_utf8_lossy(&file);
            // A line of USI does not say what is played.
            let known = (format.name() == "usi").then_some(variant);
            let reading = read_as(&file, Some(format), known).expect(&text);
            let back = &reading.records[0];
            assert_eq!(back.variant(), variant, "{format}: {text}");
            assert_eq!(back.start(), record.start(), "{format}: {text}");
            assert!(back.moves().eq(record.moves()), "{variant} {format}: {text}");
        }
    }
}

#[test]
fn kif_survives_shift_jis() {
    for record in games().filter(|record| record.variant().def().kif.is_some()) {
        let file = write(std::slice::from_ref(&record), formats::KIF, Encoding::ShiftJis);
        let reading = read_as(&file.expect("it has KIF"), None, None).expect("it was written");
        let back = &reading.records[0];
        assert_eq!((reading.charset, back.variant()), ("Shift_JIS", record.variant()));
        assert_eq!(back.start(), record.start());
        assert!(back.moves().eq(record.moves()), "{}", record.variant());
    }
}

#[test]
fn every_move_is_written_so_that_it_is_read_back() {
    for record in games() {
        let mut position = record.start().clone();
        let mut last = None;
        for mv in record.moves() {
            for &notation in notations::ALL {
                let text = notation.write(&position, mv, last);
                let back = notation.read(&position, &text, last);
                assert_eq!(back, Ok(mv), "{notation} {text} in {position:?}");
            }
            position.play(mv);
            last = Some(mv);
        }
    }
}
