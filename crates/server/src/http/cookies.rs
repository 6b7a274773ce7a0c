//! The one cookie: whose browser this is.

use axum::http::{HeaderMap, HeaderValue, header};
use komadai_service::SessionToken;

use super::bearer;
use crate::config::Config;

/// How long a browser keeps it, in seconds: browsers allow 400 days.
const MAX_AGE_S: u32 = 400 * 24 * 60 * 60;

/// The token that a request carries; none where a program asks with a token of its own.
pub fn token(headers: &HeaderMap, config: &Config) -> Option<SessionToken> {
    if bearer::is_present(headers) {
        return None;
    }
    let name = name(config);
    headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(it, _)| *it == name)
        .and_then(|(_, value)| SessionToken::parse(value))
}

/// The header that makes a browser keep a token.
pub fn set(token: &SessionToken, config: &Config) -> HeaderValue {
    let secure = if is_https(config) { "; Secure" } else { "" };
    let cookie = format!(
        "{}={}; Path=/; Max-Age={MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}",
        name(config),
        token.reveal(),
    );
    HeaderValue::try_from(cookie).expect("a cookie of hexadecimal digits is a header value")
}

/// `__Host-` makes browsers insist on `Secure`, which needs https.
fn name(config: &Config) -> &'static str {
    if is_https(config) { "__Host-komadai" } else { "komadai" }
}

fn is_https(config: &Config) -> bool {
    config.public_url().starts_with("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(public_url: &str) -> Config {
        let environment = [("KOMADAI__SERVER__PUBLIC_URL".to_owned(), public_url.to_owned())];
        Config::load(None, environment).unwrap()
    }

    #[test]
    fn the_cookie_is_read_back_among_others() {
        for url in ["http://localhost:8080", "https://shogi.example"] {
            let config = config(url);
            let token = SessionToken::random();
            let set = set(&token, &config);
            let set = set.to_str().unwrap();
            assert_eq!(set.contains("; Secure"), url.starts_with("https"), "{set}");
            assert!(set.contains("HttpOnly"), "{set}");
            let cookie = format!("a=b; {}; c=d", set.split(';').next().unwrap());
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            assert_eq!(super::token(&headers, &config), Some(token));
        }
    }
}
