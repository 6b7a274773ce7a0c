//! One game.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use komadai_game::{Game, Phase};
use komadai_ids::Code;
use komadai_rules::BySide;
use komadai_service::RoomFacts;

use super::{
    Problem,
    caching::Cached,
    files::{self, File, Look, Subject, unwritable},
};
use crate::{app::App, films::Source, record, render, throttle::Peer};

/// `GET /api/v1/games/{code}`: the game as a watcher's snapshot shows it.
pub(super) async fn show(State(app): State<App>, Path(code): Path<String>) -> Response {
    match find(&app, &code).await {
        Ok(game) => {
            let facts = RoomFacts {
                connected: BySide::default(),
                claim_ms: BySide::default(),
                watchers: 0,
                chat: &[],
            };
            let now_ms = app.service.timebase.now_ms();
            Json(render::snapshot(&game, &facts, None, now_ms)).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

/// `GET /api/v1/games/{code}/record.{ending}`: the game's record, in the format that files with
/// that ending have: `.kif` and `.ki2` are in Shift_JIS, everything else in UTF-8.
/// `GET /api/v1/games/{code}/diagram.{svg|png|gif}`: a position of it, or all of it.
pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    Path((code, name)): Path<(String, String)>,
    query: Result<Query<Look>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = File::from_name(&name)?;
    let wanted = Look::of(query)?;
    let game = find(&app, &code).await?;
    let subject = Subject {
        record: record::record(&game).map_err(|cause| unwritable(&cause))?,
        name: format!("komadai-{}", game.id()),
        king: record::king_holder(&game),
        cached: Cached::public((game.id(), game.seq(), file, &wanted), game.phase() == Phase::Over),
        source: Some(Source::Game(game.id(), game.seq())),
    };
    files::send(&app, peer, &headers, subject, file, &wanted).await
}

pub(super) async fn find(app: &App, code: &str) -> Result<Game, Problem> {
    look(app, code.parse().map_err(|_| unknown())?).await
}

fn unknown() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "unknown_game", "there is no such game")
}

/// Any game as it is now.
pub(crate) async fn look(app: &App, code: Code) -> Result<Game, Problem> {
    let game = app.service.directory.look(code).await.map_err(|cause| {
        tracing::warn!(game.id = %code, "game {code} cannot be opened: {cause}");
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "internal",
            "the archive cannot be read just now; try again",
        )
    })?;
    game.ok_or_else(unknown)
}
