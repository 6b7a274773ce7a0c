//! What is written for the browser is that of the crates.

use std::{fs, path::Path};

use komadai_protocol::typescript;

#[test]
fn the_constants_are_up_to_date() {
    check("constants.ts", &typescript::constants());
}

#[test]
fn the_variants_tables_are_up_to_date() {
    check("variants.ts", &typescript::variants());
}

#[test]
fn the_words_of_grades_are_up_to_date() {
    check("grades.ts", &typescript::grades());
}

#[test]
fn the_paces_are_up_to_date() {
    check("paces.ts", &typescript::paces());
    check("spends.ts", &typescript::spends());
}

fn check(name: &str, wanted: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, wanted).expect("web/src/wire can be written");
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        present == wanted,
        "web/src/wire/{name} is out of date: run `UPDATE=1 cargo test -p komadai-protocol`"
    );
}
