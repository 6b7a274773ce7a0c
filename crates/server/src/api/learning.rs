//! What the asker keeps between visits: `/api/v1/me/lessons` and `/api/v1/me/settings`.

use axum::{Json, extract::State};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::me as wire;
use komadai_service::{lessons::LessonError, preferences::PreferencesError};

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Body, Player, Reader},
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("me")
        .get("/me/lessons", done, "The lessons that the caller has completed")
        .post("/me/lessons", note_done, "Records that the caller has completed a lesson")
        .get("/me/settings", settings, "The caller's settings")
        .put("/me/settings", set, "Stores the caller's settings")
}

async fn done(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::Lessons> {
    let done = match reader {
        None => Vec::new(),
        Some(player) => app.service.lessons.done(player.id).await?,
    };
    Ok(Json(wire::Lessons { done }))
}

async fn note_done(
    State(app): State<App>,
    player: Player,
    Body(wire::LessonDone { lesson }): Body<wire::LessonDone>,
) -> Completion {
    app.service.lessons.note_done(player.id, &lesson).await?;
    Ok(NoContent)
}

impl From<LessonError> for Problem {
    fn from(error: LessonError) -> Self {
        let code = match &error {
            LessonError::Name => RefusalCode::BadLesson,
            LessonError::TooMany => RefusalCode::TooManyLessons,
            LessonError::Store(cause) => return Self::store(cause),
        };
        Self::new(code, error.to_string())
    }
}

async fn settings(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::KeptSettings> {
    let settings = match reader.filter(|player| !player.guest) {
        Some(player) => app.service.preferences.of(player.id).await?,
        None => None,
    };
    Ok(Json(wire::KeptSettings { settings }))
}

/// What is in it is the client's to know; it is an object of plain values.
async fn set(
    State(app): State<App>,
    player: Player,
    Body(settings): Body<wire::SettingsMap>,
) -> Completion {
    if player.guest {
        let detail = "guests' settings are stored only in their browser";
        return Err(Problem::new(RefusalCode::NeedsAccount, detail));
    }
    app.service.preferences.set(player.id, settings).await?;
    Ok(NoContent)
}

impl From<PreferencesError> for Problem {
    fn from(error: PreferencesError) -> Self {
        match error {
            PreferencesError::Nested => Self::new(RefusalCode::BadSettings, error.to_string()),
            PreferencesError::Store(cause) => Self::store(&cause),
        }
    }
}
