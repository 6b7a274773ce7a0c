//! The OpenAPI document.

use std::{fs, path::Path};

use komadai_server::api;

#[test]
fn the_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let mut wanted = serde_json::to_string_pretty(&api::document()).unwrap();
    wanted.push('\n');
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).expect("docs can be written");
    }
    let present = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        present == wanted,
        "docs/openapi.json is out of date: run `UPDATE=1 cargo test -p komadai-server --test it contract` \
         and `npm --prefix openapi run write` in web/"
    );
}
