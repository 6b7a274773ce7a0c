//! Whether a client may keep what it was sent, and whether it has to be sent once more.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// How long what cannot change may be kept without asking, in seconds: not for ever, because a
/// later version may draw it more beautifully.
const KEPT_S: u32 = 7 * 24 * 60 * 60;

/// Nobody keeps it.
const NEVER: &str = "no-store";

/// Anybody may keep it and asks whether it is still the same.
pub(crate) const ASKED_FOR_ANEW: &str = "no-cache";

/// Forbids browsers and proxies to keep an answer of the API that does not say itself that it is
/// the same for everybody, errors among them: whatever is not foreseen may depend on the session.
pub(crate) async fn keep_only_what_is_public(mut response: Response) -> Response {
    let status = response.status();
    let is_good = status.is_success() || status == StatusCode::NOT_MODIFIED;
    let control = response.headers().get(header::CACHE_CONTROL).map(HeaderValue::as_bytes);
    let is_public = control
        .is_some_and(|it| it == ASKED_FOR_ANEW.as_bytes() || it.starts_with(b"public"))
        && !response.headers().contains_key(header::SET_COOKIE);
    if !(is_good && is_public) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(NEVER));
    }
    response
}

/// What an answer depends on, and whether that can change.
#[derive(Clone, Debug)]
pub(crate) struct CacheTag {
    etag: String,
    is_final: bool,
    /// Whether others may see it too.
    is_public: bool,
}

impl CacheTag {
    /// An answer that anybody may see and that depends on these things and on this program.
    pub(crate) fn public(of: impl Hash, is_final: bool) -> Self {
        Self { etag: etag(of), is_final, is_public: true }
    }

    /// An answer that depends on who asks. A client that has kept it all the same, as programs may,
    /// is informed that it is unchanged.
    pub(crate) fn own(of: impl Hash) -> Self {
        Self { etag: etag(of), is_final: false, is_public: false }
    }

    /// The answer if the client has it already.
    pub(crate) fn known(&self, headers: &HeaderMap) -> Option<Response> {
        let told = headers.get_all(header::IF_NONE_MATCH).into_iter();
        let mut tags = told.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
        let is_known = tags.any(|tag| {
            let tag = tag.trim();
            tag == "*" || tag.trim_start_matches("W/") == self.etag.trim_start_matches("W/")
        });
        is_known.then(|| self.mark(StatusCode::NOT_MODIFIED.into_response()))
    }

    /// Tells the client how long the answer is good.
    pub(crate) fn mark(&self, mut response: Response) -> Response {
        let control = match (self.is_public, self.is_final) {
            (false, _) => NEVER.to_owned(),
            (true, true) => format!("public, max-age={KEPT_S}, immutable"),
            (true, false) => ASKED_FOR_ANEW.to_owned(),
        };
        let values = [(header::CACHE_CONTROL, control), (header::ETAG, self.etag.clone())];
        for (name, value) in values {
            if let Ok(value) = HeaderValue::try_from(value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

/// Weak, because what is compressed on the way is other bytes.
fn etag(of: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    crate::version::VERSION.hash(&mut hasher);
    of.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_it_is_told_so() {
        let cached = CacheTag::public(("game", 7), true);
        let tag = cached.etag.clone();
        let plain = tag.trim_start_matches("W/").to_owned();
        for (told, known) in [
            (tag.clone(), true),
            (plain, true),
            (format!("\"x\", {tag}"), true),
            ("*".to_owned(), true),
            ("\"x\"".to_owned(), false),
            (CacheTag::public(("game", 8), true).etag, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, told.parse().unwrap());
            let answer = cached.known(&headers);
            assert_eq!(answer.is_some(), known, "{told}");
            assert!(answer.is_none_or(|it| it.status() == StatusCode::NOT_MODIFIED));
        }
        assert!(cached.known(&HeaderMap::new()).is_none());
    }

    #[test]
    fn only_what_is_final_is_kept_without_asking() {
        let control = |cached: CacheTag| {
            let response = cached.mark(StatusCode::OK.into_response());
            response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!(control(CacheTag::public(1, false)), "no-cache");
        assert_eq!(control(CacheTag::public(1, true)), "public, max-age=604800, immutable");
        assert_eq!(control(CacheTag::own(1)), "no-store");
    }

    #[tokio::test]
    async fn what_does_not_say_that_it_is_public_is_not_kept() {
        let ok = StatusCode::OK;
        for (status, said, kept) in [
            (ok, None, "no-store"),
            (ok, Some("private, no-cache"), "no-store"),
            (ok, Some("private, max-age=604800, immutable"), "no-store"),
            (ok, Some("no-cache"), "no-cache"),
            (ok, Some("public, max-age=604800, immutable"), "public, max-age=604800, immutable"),
            (StatusCode::NOT_MODIFIED, Some("no-cache"), "no-cache"),
            (StatusCode::NOT_FOUND, Some("public, max-age=1"), "no-store"),
            (StatusCode::TOO_MANY_REQUESTS, None, "no-store"),
        ] {
            let mut response = status.into_response();
            if let Some(said) = said {
                response.headers_mut().insert(header::CACHE_CONTROL, said.parse().unwrap());
            }
            let response = keep_only_what_is_public(response).await;
            assert_eq!(response.headers()[header::CACHE_CONTROL], kept, "{status} {said:?}");
        }
        // A cookie is one reader's.
        let headers = [(header::CACHE_CONTROL, "no-cache"), (header::SET_COOKIE, "x=y")];
        let response = keep_only_what_is_public((headers, "").into_response()).await;
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-store");
    }
}
