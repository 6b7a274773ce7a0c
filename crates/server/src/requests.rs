//! What holds for every request: it names one host, and has a number by which the lines of the log
//! that belong to it are found.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use komadai_protocol::RefusalCode;
use tracing::{Instrument as _, debug, info_span};

use crate::api::Problem;

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

/// Refuses a request that names two hosts: a proxy may have looked at the other one.
pub async fn of_one_host(request: Request, next: Next) -> Response {
    if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
        let detail = "a request names one host";
        return Problem::new(RefusalCode::BadRequest, detail).into_response();
    }
    next.run(request).await
}
