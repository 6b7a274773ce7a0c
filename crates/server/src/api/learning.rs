//! What the asker keeps between visits: `/api/v1/me/lessons` and `/api/v1/me/settings`.

use axum::{
    Json,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use komadai_service::read_json;
use komadai_store::{lessons, preferences};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    Problem,
    account::read,
    me::{Asker, find, find_to_change},
};
use crate::app::App;

/// The longest body that is read, and so the longest settings that are kept.
pub(super) const BODY_BYTES_MAX: usize = 4_096;

/// The longest name of a lesson.
const LESSON_BYTES_MAX: usize = 40;

#[derive(Debug, Serialize)]
struct Lessons {
    /// Names of the lessons the asker has been through.
    done: Vec<String>,
}

/// `GET /api/v1/me/lessons`.
pub(super) async fn done(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let done = match find(&app, &headers).await? {
        None => Vec::new(),
        Some(player) => {
            let mut conn = app.service.store.read().await?;
            lessons::done(&mut conn, player.id).await?
        }
    };
    Ok(Json(Lessons { done }).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lesson {
    lesson: String,
}

/// `POST /api/v1/me/lessons`: the asker has been through one.
pub(super) async fn note_done(
    State(app): State<App>,
    asker: Asker,
    body: Result<Json<Lesson>, JsonRejection>,
) -> Result<Response, Problem> {
    let Lesson { lesson } = read(body)?;
    let is_name = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_';
    if lesson.is_empty() || lesson.len() > LESSON_BYTES_MAX || !lesson.bytes().all(is_name) {
        let detail = "a lesson's name is of small letters, figures and _";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_lesson", detail));
    }
    let player = find_to_change(&app, &asker).await?;
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut tx = app.service.store.write().await?;
    let known = lessons::done(&mut tx, player.id).await?;
    if known.len() >= lessons::LESSONS_MAX as usize && !known.contains(&lesson) {
        let detail = "there are not so many lessons";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "too_many_lessons", detail));
    }
    lessons::note_done(&mut tx, player.id, &lesson, now_ms).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

#[derive(Debug, Serialize)]
struct Settings {
    /// As the client wrote them; `null` for guests and where nothing was ever set.
    settings: Option<Value>,
}

/// `GET /api/v1/me/settings`.
pub(super) async fn settings(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let mut settings = None;
    if let Some(player) = find(&app, &headers).await?.filter(|player| !player.guest) {
        let mut conn = app.service.store.read().await?;
        let kept = preferences::find(&mut conn, player.id).await?;
        let read = |text: String| read_json(&text, "preferences", "settings", player.id.uuid());
        settings = kept.map(read).transpose()?;
    }
    Ok(Json(Settings { settings }).into_response())
}

/// `PUT /api/v1/me/settings`: keeps what somebody with an account has set. What is in it is the
/// client's to know; it is an object of plain values.
pub(super) async fn set(
    State(app): State<App>,
    asker: Asker,
    body: Result<Json<Map<String, Value>>, JsonRejection>,
) -> Result<Response, Problem> {
    let settings = read(body)?;
    if settings.values().any(|value| value.is_object() || value.is_array()) {
        let detail = "settings are plain values by their names";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_settings", detail));
    }
    let player = find_to_change(&app, &asker).await?;
    if player.guest {
        let detail = "settings of guests are kept in their browser alone";
        return Err(Problem::new(StatusCode::FORBIDDEN, "needs_account", detail));
    }
    let now_ms = app.service.timebase.now_ms() as i64;
    let text = Value::Object(settings).to_string();
    let mut tx = app.service.store.write().await?;
    preferences::set(&mut tx, player.id, &text, now_ms).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
