//! The OpenAPI document.

use std::{collections::BTreeSet, fs, path::Path};

use komadai_server::api;
use serde_json::Value;

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

/// Every schema, at whatever depth, with the way to it.
fn walk<'v>(at: &str, value: &'v Value, see: &mut impl FnMut(&str, &'v Value)) {
    see(at, value);
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| walk(&format!("{at}/{name}"), field, see));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(at, item, see)),
        _ => {}
    }
}

#[test]
fn unions_say_what_tells_their_members_apart() {
    let document = api::document();
    walk("", &document, &mut |at, schema| {
        let Some(members) = schema["oneOf"].as_array() else { return };
        let told_by = &schema["discriminator"];
        let mapping = told_by["mapping"].as_object().unwrap_or_else(|| panic!("{at}: by nothing"));
        assert_eq!(mapping.len(), members.len(), "{at}");
        for (said, member) in mapping {
            assert!(members.iter().any(|it| it["$ref"] == *member), "{at}: {said}");
            let member = document.pointer(&member.as_str().unwrap()[1..]);
            let field = told_by["propertyName"].as_str().unwrap();
            let tag = member.map(|it| &it["properties"][field]["const"]);
            assert_eq!(tag.and_then(Value::as_str), Some(said.as_str()), "{at}");
        }
    });
}

#[test]
fn every_generator_knows_what_is_asked_and_answered() {
    let document = api::document();
    let mut ids = BTreeSet::new();
    walk("", &document["paths"], &mut |at, operation| {
        let Some(answers) = operation["responses"].as_object() else { return };
        assert!(ids.insert(operation["operationId"].as_str()), "{at}: its id is another's");
        let parameters = operation["parameters"].as_array();
        for parameter in parameters.into_iter().flatten() {
            assert!(!parameter["schema"].to_string().contains("null"), "{at}: {parameter}");
        }
        for (status, answer) in answers {
            let Some(content) = answer["content"].as_object() else { continue };
            let is_json = content.len() == 1 && content.keys().all(|it| it.ends_with("json"));
            let is_bytes = content.contains_key("application/octet-stream")
                && content.values().all(|it| it["schema"]["format"] == "binary");
            assert!(is_json || is_bytes, "{at} {status}: {content:?}");
        }
    });
    assert!(ids.len() > 100);
}
