//! The list of all addresses: the router is made together with the document that names them, so
//! none can be forgotten.

use std::collections::BTreeSet;

use komadai_server::api;
use serde_json::Value;

/// A method and a path, with parameters in braces: below `/api/v1`, or whole where it begins with
/// `/api`.
pub(super) type Address = (String, String);

/// Every address of our own API. Those of lishogi's, which take no cookie and answer in its words,
/// have stories of their own.
pub(super) fn all() -> BTreeSet<Address> {
    told().into_iter().filter(|(_, path)| !path.starts_with("/api/")).collect()
}

/// Every address there is. The document tells of files that are JSON one by one; they are served
/// at one address with all others.
fn told() -> BTreeSet<Address> {
    let document = api::document();
    let paths = document["paths"].as_object().into_iter().flatten();
    let addresses = paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flat_map(|it| it.keys());
        methods.map(|method| (method.to_uppercase(), path.clone()))
    });
    let told: BTreeSet<Address> = addresses.collect();
    let is_one_of_files = |(method, path): &Address| {
        path.rsplit_once('/').is_some_and(|(folder, name)| {
            name.contains('.') && told.contains(&(method.clone(), format!("{folder}/{{file}}")))
        })
    };
    told.iter().filter(|address| !is_one_of_files(address)).cloned().collect()
}

/// Whether a path is one of these addresses: `/games/123/x` is a `/games/{code}/{file}`.
pub(super) fn fits(address: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let (mut address, mut path) = (address.split('/'), path.split('/'));
    loop {
        match (address.next(), path.next()) {
            (None, None) => return true,
            (Some(wanted), Some(is)) if wanted.starts_with('{') || wanted == is => {}
            _ => return false,
        }
    }
}

#[test]
fn every_address_says_what_it_takes_and_gives() {
    let document = api::document();
    let all = told();
    assert!(all.len() > 80, "{}: {all:#?}", all.len());
    for (method, path) in &all {
        let operation = &document["paths"][path][method.to_lowercase()];
        let said = |at: &str| operation.pointer(at).is_some_and(|it| !it.is_null());
        assert!(operation["summary"].as_str().is_some_and(|it| it.len() > 5), "{method} {path}");
        let answers = operation["responses"].as_object().map_or(0, serde_json::Map::len);
        assert!(said("/responses/default") && answers > 1, "{method} {path}: {operation}");
        // A field without a word on it helps nobody.
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.filter(|it| it["in"] == "query") {
            assert!(parameter["description"].is_string(), "{method} {path}: {parameter}");
        }
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        for (field, property) in schema["properties"].as_object().into_iter().flatten() {
            let is_tag = property.get("const").is_some();
            let is_said = is_tag || property["description"].is_string();
            assert!(is_said, "{name}.{field}: {property}");
        }
        // Two types of one name are two things that nobody can tell apart.
        let alike = name.trim_end_matches(|last: char| last.is_ascii_digit());
        assert!(alike == name || !schemas.contains_key(alike), "{name} is called as {alike} is");
    }
    assert_eq!(document["openapi"], Value::from("3.1.0"));
    assert!(fits("/games/{code}/{file}", "/games/1/record.kif?x=1"));
    assert!(!fits("/games/{code}", "/games/1/record.kif") && !fits("/games", "/players"));
}
