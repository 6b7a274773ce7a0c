//! A number for every request, by which the lines of the log that belong to it are found.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use tracing::{Instrument as _, debug, info_span};

/// Where the answer has the number, so that a person can quote it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives the request its number.
pub async fn number(request: Request, next: Next) -> Response {
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
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}
