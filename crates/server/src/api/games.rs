//! One game.

use axum::{
    Json,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_game::Game;
use komadai_ids::Code;
use komadai_kifu::Format;
use komadai_rules::BySide;
use komadai_service::RoomFacts;

use super::Problem;
use crate::{app::App, record, render};

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

/// `GET /api/v1/games/{code}/record.{ending}`: the game's record, in the format that files with
/// that ending have: `.kif` is in Shift_JIS, everything else in UTF-8.
pub(super) async fn file(
    State(app): State<App>,
    Path((code, file)): Path<(String, String)>,
) -> Response {
    match record_file(&app, &code, &file).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn record_file(app: &App, code: &str, file: &str) -> Result<Response, Problem> {
    let Some((format, encoding)) = file.strip_prefix("record.").and_then(Format::from_extension)
    else {
        let endings = "there is record.kif, record.kifu, record.csa and record.usi";
        return Err(Problem::new(StatusCode::NOT_FOUND, "unknown_format", endings));
    };
    let game = look(app, code).await?;
    let unwritable = |cause: &dyn std::fmt::Display| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unwritable", cause.to_string())
    };
    let record = record::record(&game).map_err(|cause| unwritable(&cause))?;
    let bytes =
        komadai_kifu::write(&[record], format, encoding).map_err(|cause| unwritable(&cause))?;
    let ending = format.extension(encoding);
    let headers = [
        (header::CONTENT_TYPE, format.media_type(encoding)),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"komadai-{}.{ending}\"", game.id()),
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, bytes).into_response())
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
