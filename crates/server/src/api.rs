//! `/api/v1`: everything that is not live.

mod account;
pub(crate) mod caching;
mod certificate;
mod clubs;
pub(crate) mod export;
mod figures;
mod files;
pub(crate) mod games;
mod grades;
mod imports;
mod learning;
mod me;
mod moderation;
mod notices;
mod own_data;
mod players;
pub(crate) mod ratings;
mod search;
mod sent;
mod site;
mod streaming;
mod studies;
mod tournaments;
mod tsume;
mod watch;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Request},
    http::{HeaderValue, StatusCode, header, uri::PathAndQuery},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use komadai_kifu::{Error, Place};
use komadai_protocol::HttpProblem;

pub use self::streaming::Exports;
use crate::app::App;

/// Its addresses.
pub fn router() -> Router<App> {
    Router::new()
        .nest("/account", account::router())
        .route("/games", get(search::games))
        .nest("/clubs", clubs::router())
        .nest("/moderation", moderation::router())
        .nest("/admin", site::admin())
        .route("/admin/figures", get(figures::show))
        .nest("/tournaments", tournaments::router())
        .merge(moderation::players())
        .route("/site", get(site::show))
        .route("/games/{code}", get(games::show))
        .route("/games/{code}/ratings", get(ratings::of_game))
        .route("/games/{code}/{file}", get(games::file))
        .route("/players", get(players::strongest))
        .route("/players/{handle}", get(players::show))
        .route("/players/{handle}/history", get(players::history))
        .route("/players/{handle}/awards/{grade}", get(players::award))
        .route("/players/{handle}/awards/{grade}/{file}", get(certificate::file))
        .nest("/tsume", tsume::router())
        .route("/me/data.json", get(own_data::file))
        .route("/me/games", get(me::games))
        .route("/me/games.zip", get(export::games))
        .route(
            "/me/imports",
            get(imports::list)
                .post(imports::add)
                .layer(DefaultBodyLimit::max(imports::FILE_BYTES_MAX)),
        )
        .route("/me/imports.zip", get(export::imports))
        .route("/me/imports/{id}", get(imports::show).delete(imports::remove))
        .route("/me/imports/{id}/{file}", get(imports::file))
        .merge(
            Router::new()
                .route("/me/lessons", get(learning::done).post(learning::note_done))
                .route("/me/settings", get(learning::settings).put(learning::set))
                .layer(DefaultBodyLimit::max(learning::BODY_BYTES_MAX)),
        )
        .merge(notices::router())
        .route("/watch", get(watch::games))
        .route("/me/follows", get(watch::list))
        .route("/me/follows/{handle}", put(watch::follow).delete(watch::unfollow))
        .route("/me/studies", get(studies::own))
        .route("/me/engine", get(studies::engine_leave))
        .route(
            "/studies",
            get(studies::public)
                .post(studies::create)
                .layer(DefaultBodyLimit::max(studies::TREE_BYTES_MAX)),
        )
        .route(
            "/studies/read",
            post(studies::read).layer(DefaultBodyLimit::max(imports::FILE_BYTES_MAX)),
        )
        .route(
            "/studies/file/{file}",
            post(studies::write).layer(DefaultBodyLimit::max(studies::TREE_BYTES_MAX)),
        )
        .route(
            "/studies/{code}",
            get(studies::show)
                .put(studies::set_terms)
                .delete(studies::delete)
                .layer(DefaultBodyLimit::max(studies::TERMS_BYTES_MAX)),
        )
        .route("/studies/{code}/{file}", get(studies::file))
        .fallback(|| async {
            Problem::new(StatusCode::NOT_FOUND, "not_found", "there is no such address")
        })
        .layer(from_fn(without_zero))
        .layer(map_response(as_problem))
}

/// Refuses addresses with a zero byte: nobody means one, and PostgreSQL has no text with it.
async fn without_zero(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query().map_or("", PathAndQuery::as_str);
    if address.contains("%00") {
        let detail = "the address has a zero byte";
        return Problem::new(StatusCode::BAD_REQUEST, "bad_request", detail).into_response();
    }
    next.run(request).await
}

/// What is refused before a handler sees it is told like everything else that is refused.
async fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_told = kind.is_some_and(|kind| !kind.starts_with(b"text/plain"));
    if is_told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (code, detail) = match status {
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "this cannot be done there"),
        StatusCode::NOT_FOUND => ("not_found", "there is no such address"),
        status if status.is_client_error() => ("bad_request", "the request cannot be read"),
        _ => ("internal", "something went wrong in the server"),
    };
    let mut told = Problem::new(status, code, detail).into_response();
    if let Some(methods) = response.headers().get(header::ALLOW) {
        told.headers_mut().insert(header::ALLOW, methods.clone());
    }
    told
}

/// An error as RFC 9457 has it.
#[derive(Debug)]
pub struct Problem(Box<HttpProblem>);

impl Problem {
    /// A problem with its code for programs and one clause for people.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self(Box::new(HttpProblem {
            kind: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            code: code.to_owned(),
            detail: detail.into(),
            line: None,
            column: None,
        }))
    }

    /// The database does not answer; why is logged.
    fn store(cause: &komadai_store::Error) -> Self {
        tracing::error!("the archive cannot be used: {cause}");
        let detail = "the archive cannot be used just now; try again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "internal", detail)
    }

    /// A record that was sent cannot be read.
    fn unreadable(cause: &Error) -> Self {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let Error::Text { at: Place { line, column }, problem } = cause else {
            return Self::new(status, "unreadable", cause.to_string());
        };
        let Self(mut told) = Self::new(status, "unreadable", problem.to_string());
        (told.line, told.column) = (Some(*line), Some(*column));
        Self(told)
    }
}

impl From<komadai_store::Error> for Problem {
    fn from(cause: komadai_store::Error) -> Self {
        Self::store(&cause)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.0)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}
