//! Which pages may talk to the server.

use axum::http::{HeaderMap, Uri, header};

use crate::config::Config;

/// Whether a request may come from where it says: from the public address, from this machine,
/// or from a program, which says nothing.
pub fn is_allowed(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if origin == config.public_url() {
        return true;
    }
    let Ok(uri) = origin.parse::<Uri>() else { return false };
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
}
