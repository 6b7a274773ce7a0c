//! One game.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use komadai_game::Game;
use komadai_ids::Code;
use komadai_rules::BySide;
use komadai_service::RoomFacts;

use super::Problem;
use crate::{app::App, render};

/// `GET /api/v1/games/{code}`: the game as a watcher's snapshot shows it.
pub(super) async fn show(State(app): State<App>, Path(code): Path<String>) -> Response {
    match look(&app, &code).await {
        Ok(game) => {
            let facts = RoomFacts { connected: BySide::default(), watchers: 0, chat: &[] };
            let now_ms = app.service.timebase.now_ms();
            Json(render::snapshot(&game, &facts, None, now_ms)).into_response()
        }
        Err(problem) => problem.into_response(),
    }
}

async fn look(app: &App, code: &str) -> Result<Game, Problem> {
    let unknown = || Problem::new(StatusCode::NOT_FOUND, "unknown_game", "there is no such game");
    let code: Code = code.parse().map_err(|_| unknown())?;
    let game = app.service.directory.look(code).await.map_err(|cause| {
        tracing::warn!("game {code} cannot be opened: {cause}");
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "internal",
            "the archive cannot be read just now; try again",
        )
    })?;
    game.ok_or_else(unknown)
}
