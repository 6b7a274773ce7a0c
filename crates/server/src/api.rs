//! `/api/v1`: everything that is not live.

mod account;
mod audit;
mod bot;
mod bots;
pub(crate) mod broadcasts;
mod certificate;
mod clubs;
mod compositions;
mod correspondence;
mod explorer;
pub(crate) mod export;
mod files;
pub(crate) mod games;
mod grades;
mod imports;
mod league;
mod learning;
mod me;
mod metrics;
mod moderation;
mod notes;
mod notices;
mod own_data;
mod people;
mod players;
mod positions;
mod ratings;
mod reviews;
mod rush;
mod search;
mod site;
mod studies;
mod tournaments;
mod tsume;
mod walk;
mod watch;

use std::sync::LazyLock;

use axum::{
    Router,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header, uri::PathAndQuery},
    middleware::{Next, from_fn, map_response},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use komadai_protocol::RefusalCode;
use serde_json::Value;

use crate::{
    app::App,
    bodies::SharedBytes,
    http::{
        answer::Tagged,
        caching::Cached,
        contract::{self, Routes, document::BYTES},
        problem::Problem,
    },
};

pub fn router() -> Router<App> {
    let (router, _) = routes().into_parts();
    router
        .fallback(nowhere)
        .layer(from_fn(as_bytes))
        .layer(from_fn(without_zero))
        .layer(map_response(as_problem))
}

/// lishogi's bot API, at the addresses that its programs know.
pub fn bot_router() -> Router<App> {
    let (router, _) = bot::routes().into_parts();
    router.layer(from_fn(without_zero)).layer(map_response(as_problem))
}

/// A problem as programs of lishogi read one.
pub(crate) async fn in_words_of_lishogi(response: Response) -> Response {
    bot::errors::told(response).await
}

/// `GET /game/export/{code}`: a game as lishogi gives it.
pub(crate) async fn exported(
    State(app): State<App>,
    peer: crate::http::peer::Peer,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Response {
    bot::export::game(&app, peer, &headers, &code).await.into_response()
}

/// `GET /api/openapi.json`: what every address takes and gives.
pub(crate) async fn openapi(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<(Bytes, Cached)> = LazyLock::new(|| {
        let document = Bytes::from(document().to_string());
        let cached = Cached::public(&document, false);
        (document, cached)
    });
    let (document, cached) = &*DOCUMENT;
    let mut answer = Tagged::<Value>::of(&headers, cached, || document.clone()).into_response();
    answer.extensions_mut().insert(SharedBytes);
    answer
}

/// The same as OpenAPI 3.1.
pub fn document() -> Value {
    let own = routes().into_parts().1;
    let of_bots = bot::routes().into_parts().1;
    contract::document::document(&[own, of_bots].concat())
}

/// Every address, with what it takes and gives.
fn routes() -> Routes {
    Routes::new("api")
        .nest("/account", account::routes())
        .nest("/clubs", clubs::routes())
        .merge(clubs::own_routes())
        .nest("/tournaments", tournaments::routes())
        .nest("/moderation", moderation::routes())
        .merge(moderation::players())
        .merge(site::routes())
        .merge(learning::routes())
        .merge(games::engine_routes())
        .merge(explorer::routes())
        .merge(notices::routes())
        .merge(watch::routes())
        .merge(correspondence::routes())
        .merge(notes::routes())
        .nest("/games", games::routes())
        .nest("/positions", positions::routes())
        .merge(me::routes())
        .nest("/players", players::routes())
        .nest("/people", people::routes())
        .merge(bots::routes())
        .merge(reviews::routes())
        .merge(studies::routes())
        .merge(broadcasts::routes())
        .nest("/tsume", tsume::routes())
        .nest("/league", league::routes())
}

async fn nowhere() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is no such address")
}

/// Refuses addresses with a zero byte: nobody means one, and PostgreSQL has no text with it.
async fn without_zero(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query().map_or("", PathAndQuery::as_str);
    if address.contains("%00") {
        let detail = "the address has a zero byte";
        return Problem::new(RefusalCode::BadRequest, detail).into_response();
    }
    next.run(request).await
}

/// A file is plain bytes to a program that accepts nothing else, and is kept by nobody as such.
async fn as_bytes(request: Request, next: Next) -> Response {
    let wants_bytes = request.headers().get(header::ACCEPT).is_some_and(|it| it == BYTES);
    let mut response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_file = kind.is_some_and(|kind| !kind.starts_with(b"application/json"));
    if wants_bytes && is_file && response.status() == StatusCode::OK {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(BYTES));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// What is refused before a handler sees it is reported like every other refusal.
async fn as_problem(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_told = kind.is_some_and(|kind| !kind.starts_with(b"text/plain"));
    if is_told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (code, detail) = match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            (RefusalCode::MethodNotAllowed, "this address does not support that method")
        }
        StatusCode::NOT_FOUND => (RefusalCode::NotFound, "there is no such address"),
        status if status.is_client_error() => {
            (RefusalCode::BadRequest, "the request cannot be read")
        }
        _ => (RefusalCode::Internal, "something went wrong in the server"),
    };
    let mut told = Problem::new(code, detail).with_status(status).into_response();
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
    pub fn new(code: RefusalCode, detail: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(code.status());
        Self(Box::new(HttpProblem {
            kind: "about:blank".to_owned(),
            title: String::new(),
            status: code.status(),
            code,
            detail: detail.into(),
            line: None,
            column: None,
            wrong: None,
            rows: Vec::new(),
        }))
        .with_status(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
    }

    /// Another status than its code usually has.
    fn with_status(mut self, status: StatusCode) -> Self {
        self.0.status = status.as_u16();
        self.0.title = status.canonical_reason().unwrap_or("Error").to_owned();
        self
    }

    /// It is about one of several things that were sent, counted from 1, as its detail says.
    fn at_row(mut self, row: usize) -> Self {
        self.0.line = u32::try_from(row).ok();
        self
    }

    fn with_rows(mut self, rows: Vec<BadRow>) -> Self {
        self.0.rows = rows;
        self
    }

    /// The database does not answer; why is logged.
    fn store(cause: &komadai_store::Error) -> Self {
        tracing::error!("the archive cannot be used: {cause}");
        let detail = "the archive cannot be used at the moment; try again";
        Self::new(RefusalCode::Internal, detail).with_status(StatusCode::SERVICE_UNAVAILABLE)
    }

    /// A file cannot be read as a record.
    fn unreadable(file: &[u8], cause: &Error) -> Self {
        let Error::Text { at: Place { line, column }, problem } = cause else {
            return Self::new(RefusalCode::Unreadable, cause.to_string());
        };
        let Self(mut told) = Self::new(RefusalCode::Unreadable, problem.to_string());
        (told.line, told.column) = (Some(*line), Some(*column));
        let excerpt = imports::excerpts(file, &[Place { line: *line, column: *column }]).pop();
        told.wrong = Some(imports::wrong(problem, excerpt.flatten()));
        Self(told)
    }
}

impl From<komadai_store::Error> for Problem {
    fn from(cause: komadai_store::Error) -> Self {
        Self::store(&cause)
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let problem = Self::new(refused.code, refused.message());
        match refused.code {
            // The database does not answer.
            RefusalCode::Internal => problem.with_status(StatusCode::SERVICE_UNAVAILABLE),
            _ => problem,
        }
    }
}

impl From<ReviewRefusal> for Problem {
    fn from(refusal: ReviewRefusal) -> Self {
        Refused::from(refusal).into()
    }
}

impl From<NotKept> for Problem {
    fn from(why: NotKept) -> Self {
        Refused::from(why).into()
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
