//! What holds for every request: it says one thing about where it goes and whom it comes from, and
//! has a number by which the lines of the log that belong to it are found.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Version, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use komadai_protocol::RefusalCode;
use metrics::counter;
use tracing::{Instrument as _, debug, info_span};

use super::problem::Problem;

/// Where the answer has the number, so that a person can quote it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives the request its number.
pub(crate) async fn number(request: Request, next: Next) -> Response {
    let mut random = [0; 8];
    let id = match getrandom::fill(&mut random) {
        Ok(()) => format!("{:016x}", u64::from_be_bytes(random)),
        // It is for the log only.
        Err(_) => "unknown".to_owned(),
    };
    let span = info_span!("request", id = %id);
    let path = request.uri().path().to_owned();
    let method = request.method().clone();
    let mut response = async {
        let response = next.run(request).await;
        debug!("{method} {path} is answered with {}", response.status().as_u16());
        response
    }
    .instrument(span)
    .await;
    counter!("komadai_http_answers_total", "status" => response.status().as_u16().to_string())
        .increment(1);
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Headers that a request has once at most: they decide where it goes and on whose behalf, and a
/// proxy may have looked at the other one.
const SINGLE: [HeaderName; 4] = [
    header::HOST,
    header::ORIGIN,
    header::AUTHORIZATION,
    HeaderName::from_static("sec-fetch-site"),
];

/// Why a request can be read in two ways, if it can.
fn ambiguity(version: Version, headers: &HeaderMap) -> Option<String> {
    // RFC 9112 §3.2; HTTP/1.0 knows no hosts.
    if version == Version::HTTP_11 && !headers.contains_key(header::HOST) {
        return Some("a request names one host".to_owned());
    }
    let is_repeated = |name: &HeaderName| headers.get_all(name).iter().nth(1).is_some();
    let repeated = SINGLE.into_iter().find(is_repeated)?;
    Some(format!("a request has the header {repeated} once"))
}

/// Refuses a request that can be read in two ways.
pub(crate) async fn is_unambiguous(request: Request, next: Next) -> Response {
    match ambiguity(request.version(), request.headers()) {
        Some(detail) => Problem::new(RefusalCode::BadRequest, detail).into_response(),
        None => next.run(request).await,
    }
}
