//! Which pages may talk to the server.

use axum::http::{HeaderMap, HeaderValue, Uri, header};

use super::problem::Problem;
use crate::config::Config;
use komadai_protocol::RefusalCode;

/// Whether a request may come from where it says: from the public address (where none is set, from
/// the address it is sent to), from this machine where the server is reached on this machine or
/// nobody has said where, or from a program, which says nothing.
///
/// A site for the public takes nothing from a visitor's own machine: any program there can have a
/// page on some port.
pub fn is_allowed(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    if config.server.public_url.is_empty() {
        // A server whose operator has not said where it is reached is reached where the page came
        // from.
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let is_same = uri.authority().is_some_and(|authority| Some(authority.as_str()) == host);
        return is_same || is_this_machine(&uri);
    }
    let public_url = config.public_url();
    origin == public_url
        || (is_this_machine(&uri)
            && public_url.parse().is_ok_and(|public: Uri| is_this_machine(&public)))
}

fn is_this_machine(uri: &Uri) -> bool {
    matches!(uri.scheme_str(), Some("http" | "https"))
        && matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// Refuses a request that would change something and that a page from elsewhere has made the
/// browser send along with our cookie.
///
/// # Errors
/// When it comes from elsewhere.
pub fn check(headers: &HeaderMap, config: &Config) -> Result<(), Problem> {
    let is_ours = match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        Some(b"same-origin" | b"none") => true,
        // A page on another port of this machine is one in development.
        Some(_) => headers.contains_key(header::ORIGIN) && is_allowed(headers, config),
        None => is_allowed(headers, config),
    };
    if is_ours {
        return Ok(());
    }
    let detail = "this request comes from another site";
    Err(Problem::new(RefusalCode::WrongOrigin, detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_may() {
        let environment =
            [("KOMADAI__SERVER__PUBLIC_URL".to_owned(), "https://shogi.example".to_owned())];
        let config = Config::load(None, environment).unwrap();
        for (origin, allowed) in [
            ("https://shogi.example", true),
            // A visitor's own machine is not ours.
            ("http://localhost:5173", false),
            ("https://localhost", false),
            ("http://127.0.0.1:8080", false),
            ("http://[::1]:8080", false),
            ("http://shogi.example", false),
            ("https://shogi.example.evil.example", false),
            ("https://localhost.evil.example", false),
            ("null", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            assert_eq!(is_allowed(&headers, &config), allowed, "{origin}");
        }
        assert!(is_allowed(&HeaderMap::new(), &config));
    }

    #[test]
    fn in_development_pages_may_be_on_another_port() {
        for public_url in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080/"] {
            let environment = [("KOMADAI__SERVER__PUBLIC_URL".to_owned(), public_url.to_owned())];
            let config = Config::load(None, environment).unwrap();
            for (origin, allowed) in [
                ("http://localhost:5173", true),
                ("http://[::1]:8080", true),
                ("http://localhost.evil.example", false),
                ("http://192.168.1.5:8080", false),
            ] {
                let mut headers = HeaderMap::new();
                headers.insert(header::ORIGIN, origin.parse().unwrap());
                assert_eq!(is_allowed(&headers, &config), allowed, "{public_url} {origin}");
            }
        }
    }

    #[test]
    fn without_a_public_address_the_page_must_be_from_where_it_asks() {
        let config = Config::load(None, []).unwrap();
        for (origin, allowed) in [
            ("http://192.168.1.5:8080", true),
            ("http://192.168.1.5", false),
            ("http://evil.example", false),
            ("http://localhost:5173", true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "192.168.1.5:8080".parse().unwrap());
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            assert_eq!(is_allowed(&headers, &config), allowed, "{origin}");
        }
    }
}
