//! What every fuzz target asks of a reader: an error or a record, never a panic, and a record that
//! can be written and read back with the same moves.

use komadai_kifu::{Encoding, Error, Format, formats, read, write};

/// Reads bytes in a format, or in the one they seem to be in.
pub fn check(bytes: &[u8], format: Option<Format>) {
    let Ok(reading) = read(bytes, format) else { return };
    for to in formats::ALL {
        let file = match write(&reading.records, *to, Encoding::Utf8) {
            Ok(file) => file,
            Err(Error::CannotHold { .. }) => continue,
            Err(error) => panic!("{to}: {error}"),
        };
        let back = read(&file, Some(*to)).expect("what is written can be read");
        let pairs = back.records.iter().zip(&reading.records);
        for (back, record) in pairs {
            assert!(back.moves().eq(record.moves()), "{to}");
        }
    }
}
