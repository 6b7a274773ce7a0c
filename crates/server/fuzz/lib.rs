//! The headers of a request, which anybody can send.

use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use komadai_server::{
    assets,
    config::Config,
    http::{cookies, origin},
};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("headers", headers)];

/// Sites by http and by https.
static SITES: LazyLock<[Config; 2]> =
    LazyLock::new(|| ["http://localhost:8080", "https://shogi.example"].map(site));

fn site(public_url: &str) -> Config {
    let environment = [("KOMADAI__SERVER__PUBLIC_URL".to_owned(), public_url.to_owned())];
    Config::load(None, environment).expect("the settings are right")
}

/// One header: its name, a colon, and what it says.
pub fn headers(bytes: &[u8]) {
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else { return };
    let (name, value) = bytes.split_at(colon);
    let value = value.get(1..).unwrap_or_default().trim_ascii();
    let Ok(name) = HeaderName::from_bytes(name) else { return };
    let Ok(value) = HeaderValue::from_bytes(value) else { return };
    let headers = HeaderMap::from_iter([(name, value.clone())]);
    for site in &*SITES {
        let is_https = site.public_url().starts_with("https");
        if let Some(token) = cookies::token(&headers, site) {
            let name = if is_https { "__Host-komadai=" } else { "komadai=" };
            let said = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
            let name = name.to_ascii_lowercase();
            assert!(said.contains(&format!("{name}{}", token.reveal())), "{said}");
        }
        if let Some(said) = headers.get(header::ORIGIN)
            && origin::is_allowed(&headers, site)
        {
            let is_public = said.as_bytes() == site.public_url().as_bytes();
            assert!(is_public || (!is_https && is_here(said)), "{said:?}");
        }
        if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
        {
            assert!(origin::check(&headers, site).is_err());
        }
    }
    // However the client may be packed, it is the same file or none.
    if let Some(file) = assets::file(assets::OFFLINE_PAGE, &headers) {
        assert!(file.status().is_success());
    }
}

/// Whether an address is one of this machine, on any port.
fn is_here(address: &HeaderValue) -> bool {
    let address = String::from_utf8_lossy(address.as_bytes()).to_ascii_lowercase();
    let Some((scheme, rest)) = address.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let mut here = ["localhost", "127.0.0.1", "[::1]"].into_iter();
    let is_host = here.any(|it| {
        host.strip_prefix(it).is_some_and(|port| port.is_empty() || port.starts_with(':'))
    });
    is_host && matches!(scheme, "http" | "https")
}
