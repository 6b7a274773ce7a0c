//! Which pages may talk to the server.

use axum::http::{HeaderMap, Uri, header};

use crate::config::Config;

/// Whether a request may come from where it says: from the public address (where none is set, from
/// the address it is sent to), from this machine, or from a program, which says nothing.
pub fn is_allowed(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    if config.server.public_url.is_empty() {
        // Whoever has not said where the server is reached reaches it where the page came from.
        if uri.authority().is_some_and(|authority| Some(authority.as_str()) == host) {
            return true;
        }
    } else if origin == config.public_url() {
        return true;
    }
    matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]"))
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
            ("http://localhost:5173", true),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:8080", true),
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
