//! `/api/v1`: everything that is not live.

mod games;

use axum::{
    Json, Router,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;

use crate::app::App;

/// Its addresses.
pub fn router() -> Router<App> {
    Router::new()
        .route("/games/{code}", get(games::show))
        .route("/games/{code}/{file}", get(games::file))
        .fallback(|| async {
            Problem::new(StatusCode::NOT_FOUND, "not_found", "there is no such address")
        })
}

/// An error as RFC 9457 has it.
#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    code: &'static str,
    detail: String,
}

impl Problem {
    /// A problem with its code for programs and one clause for people.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            code,
            detail: detail.into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}
