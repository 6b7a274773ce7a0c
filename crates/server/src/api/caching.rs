//! Whether a client has to be sent what it asks for once more.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// How long what cannot change may be kept without asking, in seconds: not for ever, because a
/// later version may draw it more beautifully.
const KEPT_S: u32 = 7 * 24 * 60 * 60;

/// What an answer depends on, and whether that can change.
#[derive(Clone, Debug)]
pub(super) struct Cached {
    etag: String,
    is_final: bool,
    /// Whether others may see it too.
    is_public: bool,
}

impl Cached {
    /// An answer that anybody may see and that depends on these things and on this program.
    pub(super) fn public(of: impl Hash, is_final: bool) -> Self {
        Self { etag: etag(of), is_final, is_public: true }
    }

    /// An answer that only one player may see, and that does not change.
    pub(super) fn private(of: impl Hash) -> Self {
        Self { etag: etag(of), is_final: true, is_public: false }
    }

    /// An answer that only one reader may see, and that may be another one the next time.
    pub(super) fn own(of: impl Hash) -> Self {
        Self { etag: etag(of), is_final: false, is_public: false }
    }

    /// The answer if the client has it already.
    pub(super) fn known(&self, headers: &HeaderMap) -> Option<Response> {
        let told = headers.get_all(header::IF_NONE_MATCH).into_iter();
        let mut tags = told.filter_map(|value| value.to_str().ok()).flat_map(|it| it.split(','));
        let is_known = tags.any(|tag| {
            let tag = tag.trim();
            tag == "*" || tag.trim_start_matches("W/") == self.etag.trim_start_matches("W/")
        });
        is_known.then(|| self.mark(StatusCode::NOT_MODIFIED.into_response()))
    }

    /// Tells the client how long the answer is good.
    pub(super) fn mark(&self, mut response: Response) -> Response {
        let whose = if self.is_public { "public" } else { "private" };
        let control = match self.is_final {
            true => format!("{whose}, max-age={KEPT_S}, immutable"),
            false if self.is_public => "no-cache".to_owned(),
            false => "private, no-cache".to_owned(),
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
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    of.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_has_it_is_told_so() {
        let cached = Cached::public(("game", 7), true);
        let tag = cached.etag.clone();
        let plain = tag.trim_start_matches("W/").to_owned();
        for (told, known) in [
            (tag.clone(), true),
            (plain, true),
            (format!("\"x\", {tag}"), true),
            ("*".to_owned(), true),
            ("\"x\"".to_owned(), false),
            (Cached::public(("game", 8), true).etag, false),
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
        let control = |cached: Cached| {
            let response = cached.mark(StatusCode::OK.into_response());
            response.headers()[header::CACHE_CONTROL].to_str().unwrap().to_owned()
        };
        assert_eq!(control(Cached::public(1, false)), "no-cache");
        assert_eq!(control(Cached::public(1, true)), "public, max-age=604800, immutable");
        assert_eq!(control(Cached::private(1)), "private, max-age=604800, immutable");
        assert_eq!(control(Cached::own(1)), "private, no-cache");
    }
}
