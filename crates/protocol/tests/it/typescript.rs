//! The TypeScript types are those of the crate.

use std::{fs, path::Path};

#[test]
fn the_generated_types_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/generated.ts");
    let wanted = komadai_protocol::typescript::types();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        present == wanted,
        "web/src/wire/generated.ts is out of date: run `UPDATE=1 cargo test -p komadai-protocol`"
    );
}
