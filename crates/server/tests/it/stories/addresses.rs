//! The list of all addresses, read from where they are written, so that none is forgotten.
//!
//! A router cannot be asked for its addresses. The modules of `src/api` write them in one way:
//! `.route("/path", get(…).post(…))` in a function that returns a `Router<App>`, which another
//! one merges or nests.

use std::{collections::BTreeSet, fs, path::Path};

/// A method and a path below `/api/v1`, with parameters in braces.
pub(super) type Address = (String, String);

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// Every address of the API.
pub(super) fn all() -> BTreeSet<Address> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    collect(&src, "api", "router", "", &mut found);
    found
}

/// Adds the addresses of a function in the file of a module.
fn collect(src: &Path, module: &str, function: &str, prefix: &str, to: &mut BTreeSet<Address>) {
    let path = src.join(format!("{module}.rs"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let head = format!("fn {function}() -> Router<App> {{");
    let (_, body) = text.split_once(&head).unwrap_or_else(|| panic!("{path:?} has no {head}"));
    let body = body.split_once("\n}\n").map_or(body, |(body, _)| body);
    for arguments in calls(body, ".route(") {
        let (path, handlers) = literal(arguments);
        let path = if path == "/" && !prefix.is_empty() { "" } else { path };
        for method in METHODS {
            if names(handlers, method) {
                to.insert((method.to_uppercase(), format!("{prefix}{path}")));
            }
        }
    }
    for arguments in calls(body, ".nest(") {
        let (path, router) = literal(arguments);
        follow(src, module, router, &format!("{prefix}{path}"), to);
    }
    for arguments in calls(body, ".merge(") {
        // What is written on the spot has been looked at above.
        if !arguments.contains("Router::new()") {
            follow(src, module, arguments, prefix, to);
        }
    }
}

/// Goes on where a `module::function()` leads.
fn follow(src: &Path, module: &str, call: &str, prefix: &str, to: &mut BTreeSet<Address>) {
    let call = call.trim_matches(|sign: char| sign == ',' || sign.is_whitespace());
    let call = call.strip_suffix("()").unwrap_or_else(|| panic!("{module}: what is {call:?}?"));
    let (inner, function) = call.split_once("::").unwrap_or_else(|| panic!("{module}: {call:?}"));
    collect(src, &format!("{module}/{inner}"), function, prefix, to);
}

/// What stands between the parentheses of each such call.
fn calls<'t>(text: &'t str, call: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(call) {
        let inner = &text[at + call.len()..];
        let mut depth = 1;
        let end = inner.find(|sign| {
            match sign {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        found.push(&inner[..end.expect("every parenthesis is closed")]);
    }
    found
}

/// The text at the beginning, and the rest.
fn literal(arguments: &str) -> (&str, &str) {
    let inner = arguments.trim_start().strip_prefix('"').expect("an address is a text");
    inner.split_once("\",").or(inner.split_once('"')).expect("the text has an end")
}

/// Whether handlers for a method are among these.
fn names(handlers: &str, method: &str) -> bool {
    let call = format!("{method}(");
    handlers.match_indices(&call).any(|(at, _)| {
        !handlers[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
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
fn the_addresses_are_read_as_they_are_written() {
    let all = all();
    for (method, path) in [
        ("GET", "/account"),
        ("PATCH", "/account"),
        ("POST", "/account/second-factor/confirm"),
        ("DELETE", "/account/second-factor"),
        ("DELETE", "/moderation/sanctions/{id}"),
        ("POST", "/reports"),
        ("PUT", "/me/settings"),
        ("POST", "/studies"),
        ("GET", "/studies"),
        ("PUT", "/me/follows/{handle}"),
        ("GET", "/games/{code}/{file}"),
        ("POST", "/tournaments/{code}/acts"),
    ] {
        assert!(all.contains(&(method.to_owned(), path.to_owned())), "{method} {path}: {all:#?}");
    }
    assert!(!all.contains(&("DELETE".to_owned(), "/me/follows".to_owned())));
    assert!(all.len() > 80, "{}: {all:#?}", all.len());
    assert!(fits("/games/{code}/{file}", "/games/1/record.kif?x=1"));
    assert!(!fits("/games/{code}", "/games/1/record.kif") && !fits("/games", "/players"));
}
