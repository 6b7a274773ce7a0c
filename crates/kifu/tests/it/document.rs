//! `docs/kifu.md` says what is so.

use komadai_kifu::{Encoding, formats, limits};

const PAGE: &str = include_str!("../../../../docs/kifu.md");

#[test]
fn every_format_is_in_the_table_with_its_files() {
    for format in formats::ALL {
        let start = format!("| `{}`", format.name());
        let rows: Vec<_> = PAGE.lines().filter(|line| line.starts_with(&start)).collect();
        let [row] = rows.as_slice() else { panic!("{} rows for {format}", rows.len()) };
        for encoding in Encoding::ALL {
            let files = format!("`.{}`", format.extension(encoding));
            assert!(row.contains(&files), "{files} of {format}");
        }
    }
}

#[test]
fn the_limits_are_those_of_the_code() {
    for (row, limit) in [
        ("a file", format!("{} MiB", limits::FILE_BYTES_MAX >> 20)),
        ("games in a file", thousands(limits::GAMES_MAX)),
        ("moves of a game with all variations", thousands(limits::NODES_MAX)),
        ("moves of one line of play", thousands(limits::PLIES_MAX as usize)),
        ("a line of text", format!("{} KiB", limits::LINE_BYTES_MAX >> 10)),
        ("notes kept about a file", thousands(limits::NOTES_MAX)),
    ] {
        assert!(PAGE.contains(&format!("| {row} | {limit} |")), "{row}: {limit}");
    }
}

fn thousands(number: usize) -> String {
    format!("{},{:03}", number / 1_000, number % 1_000)
}
