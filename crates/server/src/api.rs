//! `/api/v1`: everything that is not live.

mod account;
mod audit;
mod bell;
mod bot;
mod bots;
pub(crate) mod broadcasts;
pub(crate) mod calendar;
mod certificate;
pub(crate) mod circuits;
mod clubs;
mod compositions;
mod correspondence;
mod explorer;
pub(crate) mod export;
mod files;
pub(crate) mod founding;
pub(crate) mod games;
mod grades;
mod hints;
mod home;
mod imports;
mod league;
mod learning;
mod me;
mod metrics;
pub(crate) mod moderation;
mod notes;
mod notices;
pub(crate) mod oembed;
mod own_data;
mod people;
mod players;
mod positions;
mod ratings;
mod reviews;
mod rush;
mod search;
mod site;
mod staff;
mod studies;
pub(crate) mod tournaments;
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
        answer::TaggedJson,
        caching::CacheTag,
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
    static DOCUMENT: LazyLock<(Bytes, CacheTag)> = LazyLock::new(|| {
        let document = Bytes::from(document().to_string());
        let cached = CacheTag::public(&document, false);
        (document, cached)
    });
    let (document, cached) = &*DOCUMENT;
    let mut answer = TaggedJson::<Value>::of(&headers, cached, || document.clone()).into_response();
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
        .nest("/circuits", circuits::routes())
        .nest("/tournaments", tournaments::routes())
        .nest("/moderation", moderation::routes())
        .merge(moderation::players())
        .merge(site::routes())
        .merge(founding::routes())
        .merge(staff::routes())
        .merge(home::routes())
        .merge(calendar::routes())
        .merge(learning::routes())
        .merge(games::engine_routes())
        .merge(explorer::routes())
        .merge(notices::routes())
        .merge(watch::routes())
        .merge(correspondence::routes())
        .merge(notes::routes())
        .merge(bell::routes())
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
