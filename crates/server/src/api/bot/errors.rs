//! Problems in lishogi's words.

use axum::{
    Json,
    body::to_bytes,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use komadai_protocol::{
    RefusalCode,
    http::{HttpProblem, bot_api::BotError},
};

use crate::{http::problem::Problem, refused::WireRefusal};

/// A problem is no longer than this.
const PROBLEM_BYTES_MAX: usize = 64 << 10;

/// A problem as `{"error": …}`; every other answer as it is. None is kept by anybody.
pub(in crate::api) async fn told(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_problem = kind.is_some_and(|kind| kind.starts_with(b"application/problem+json"));
    let mut response = if is_problem { rewritten(response).await } else { response };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn rewritten(response: Response) -> Response {
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, PROBLEM_BYTES_MAX).await.unwrap_or_default();
    let error = match serde_json::from_slice::<HttpProblem>(&bytes) {
        Ok(problem) => problem.detail,
        Err(_) => parts.status.canonical_reason().unwrap_or("Error").to_owned(),
    };
    let mut told = (parts.status, Json(BotError { error })).into_response();
    for name in [header::ALLOW, header::RETRY_AFTER] {
        if let Some(value) = parts.headers.get(&name) {
            told.headers_mut().insert(name, value.clone());
        }
    }
    told
}

/// There is none, or none of theirs.
pub(super) fn not_found(words: &str) -> Problem {
    Problem::new(RefusalCode::NotFound, words)
}

/// It cannot be done.
pub(super) fn bad_request(words: impl Into<String>) -> Problem {
    Problem::new(RefusalCode::BadRequest, words).with_status(StatusCode::BAD_REQUEST)
}

/// What a session has refused. What passes is a failure of the server's to a program, which then
/// tries again; what asks for patience would cost it the game.
pub(super) fn refused(refused: WireRefusal) -> Problem {
    use RefusalCode as C;
    let status = match refused.code {
        C::Internal | C::Stalled | C::Stopping | C::TooFast | C::TooManySockets | C::HelloFirst => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        C::UnknownGame | C::NotAPlayer | C::UnknownChallenge | C::Away | C::UnknownPlayer => {
            StatusCode::NOT_FOUND
        }
        _ => StatusCode::BAD_REQUEST,
    };
    Problem::new(refused.code, refused.message()).with_status(status)
}
