//! `/api/v1/admin/figures`: how the server is and was in the last hour, for those who run it.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};

use super::{Problem, sent::Admin, site::COMMIT};
use crate::{
    app::App,
    history::{EVERY, Reading},
    machine,
};

/// Which readings are wanted.
#[derive(Debug, Deserialize)]
pub(super) struct Since {
    /// Those after this moment.
    #[serde(default)]
    after_ms: u64,
}

#[derive(Debug, Serialize)]
struct FiguresView {
    version: &'static str,
    commit: Option<&'static str>,
    database: &'static str,
    started_ms: u64,
    /// The server's time.
    now_ms: u64,
    /// How often there is a new reading.
    every_ms: u64,
    /// What is amiss, as words of a list: `not_ready`, `open_files`, `disk`, `clock`.
    warnings: Vec<&'static str>,
    open_files_max: Option<u64>,
    disk_bytes: Option<u64>,
    /// Wall clock less the server's time.
    clock_skew_ms: i64,
    readings: Vec<Reading>,
}

/// `GET /api/v1/admin/figures`.
pub(super) async fn show(
    State(app): State<App>,
    _: Admin,
    query: Result<Query<Since>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Since { after_ms }) = query.map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
    })?;
    let folder = &app.config.database.data_dir;
    let (files, disk) = (machine::open_files(), machine::disk(folder));
    let (now_ms, wall_ms) = (app.service.timebase.now_ms(), machine::wall_ms());
    let warnings = [
        ("not_ready", app.service.check().is_err()),
        ("open_files", files.and_then(machine::complain_of_open_files).is_some()),
        ("disk", disk.and_then(|disk| machine::complain_of_disk(folder, disk)).is_some()),
        ("clock", machine::complain_of_clock(now_ms, wall_ms).is_some()),
    ];
    let view = FiguresView {
        version: env!("CARGO_PKG_VERSION"),
        commit: COMMIT,
        database: if app.config.database.url.is_empty() { "SQLite" } else { "PostgreSQL" },
        started_ms: app.service.timebase.started_ms(),
        now_ms,
        every_ms: EVERY.as_millis() as u64,
        warnings: warnings.into_iter().filter(|(_, is)| *is).map(|(code, _)| code).collect(),
        open_files_max: files.map(|files| files.limit),
        disk_bytes: disk.map(|disk| disk.limit),
        clock_skew_ms: wall_ms as i64 - now_ms as i64,
        readings: app.history.after(after_ms),
    };
    Ok(Json(view).into_response())
}
