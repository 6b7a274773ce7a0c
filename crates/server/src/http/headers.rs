//! Headers of every answer, so that browsers forbid whatever is not foreseen.

use axum::{
    body::Body,
    extract::State,
    http::{
        HeaderMap, HeaderName, HeaderValue, Response,
        header::{
            CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
            X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
        },
    },
};

use crate::app::App;

/// What an answer may load that is no page of ours: nothing.
const NOTHING: HeaderValue =
    HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// What no page of ours asks for.
const NO_PERMISSIONS: HeaderValue =
    HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()");

/// Half a year.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=15768000");

/// Adds what an answer does not say itself.
pub(crate) async fn add(State(app): State<App>, mut response: Response<Body>) -> Response<Body> {
    let is_https = app.config.public_url().starts_with("https://");
    complete(response.headers_mut(), is_https);
    response
}

fn complete(headers: &mut HeaderMap, is_https: bool) {
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    headers.entry(X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
    let policy = headers.get(CONTENT_SECURITY_POLICY).and_then(|policy| policy.to_str().ok());
    if !policy.is_some_and(|policy| policy.ends_with("frame-ancestors *")) {
        headers.entry(X_FRAME_OPTIONS).or_insert(HeaderValue::from_static("DENY"));
    }
    // An address may hold the code of a game that was meant for one friend.
    headers.entry(REFERRER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    headers.entry(PERMISSIONS).or_insert(NO_PERMISSIONS);
    if is_https {
        headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(ONLY_HTTPS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_answer_says_itself_stays() {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'self'"));
        complete(&mut headers, false);
        assert_eq!(headers[CONTENT_SECURITY_POLICY], "default-src 'self'");
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(!headers.contains_key(STRICT_TRANSPORT_SECURITY));
        complete(&mut headers, true);
        assert_eq!(headers.get_all(X_CONTENT_TYPE_OPTIONS).iter().count(), 1);
        assert!(headers.contains_key(STRICT_TRANSPORT_SECURITY));
    }
}
