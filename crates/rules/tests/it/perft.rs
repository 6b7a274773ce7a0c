//! Perft tables, `tests/data/NAME.perft`: a line is an SFEN and the counts at depths 1, 2, …, all
//! parted by `;`, in the variant NAME or after a line `variant NAME`.
//!
//! Counts above [`QUICK`] leaves are only taken when `RUN_SLOW_TESTS` is set.

use std::{fs, path::Path};

use komadai_rules::{Position, Variant};

/// Most leaves that an ordinary test run counts at once.
const QUICK: u64 = 1_000_000;

#[test]
fn counts_equal_the_tables() {
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut n_counts = 0;
    for entry in fs::read_dir(folder).expect("the tables are beside the tests") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "perft") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable table");
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let mut parts = line.split(';').map(str::trim);
            let sfen = parts.next().expect("a first part");
            let variant = Variant::from_name(name).unwrap_or_else(Variant::standard);
            let position = Position::from_sfen(variant, sfen).expect(sfen);
            for (depth, count) in (1..).zip(parts) {
                let expected: u64 = count.parse().expect(line);
                if expected <= QUICK || slow {
                    assert_eq!(position.perft(depth), expected, "{name}: {sfen} to depth {depth}");
                    n_counts += 1;
                }
            }
        }
    }
    assert!(n_counts > 60, "only {n_counts} counts were found in the tables");
}

#[test]
fn every_variant_has_a_table() {
    for variant in Variant::all() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/data/{}.perft", variant.name()));
        let text = fs::read_to_string(&path).expect("a table for each variant");
        let start = variant.def().start;
        assert!(text.contains(start), "the start of {variant} is not in its table");
    }
}
