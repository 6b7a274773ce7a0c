//! `/api/v1/account/sessions`: where somebody is signed in.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
    routing::{delete, get},
};
use komadai_store::{SessionSummary, TokenHash};
use serde::Serialize;

use super::{super::sent::Session, Answer, Problem};
use crate::app::App;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new().route("/sessions", get(list)).route("/sessions/{id}", delete(end))
}

#[derive(Serialize)]
struct SessionView {
    /// The beginning of the hash of its token, which is of no use but here.
    id: String,
    /// The browser and the system, where they are known.
    agent: Option<String>,
    /// Where it was opened from, while that is kept.
    address: Option<String>,
    opened: i64,
    /// When it was last used, to the day.
    used: i64,
    /// Whether it is the one that asks.
    this: bool,
}

#[derive(Serialize)]
struct Sessions {
    sessions: Vec<SessionView>,
}

/// By what a session is named among those of its owner.
fn id(token: TokenHash) -> String {
    token.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

async fn list(State(app): State<App>, Session(session): Session) -> Answer {
    let view = |it: SessionSummary| SessionView {
        id: id(it.token),
        agent: it.agent,
        address: it.address,
        opened: it.created_ms,
        used: it.seen_ms,
        this: it.token == session,
    };
    let sessions = app.service.accounts.sessions(session).await?;
    Ok(Json(Sessions { sessions: sessions.into_iter().map(view).collect() }).into_response())
}

async fn end(
    State(app): State<App>,
    Session(session): Session,
    Path(wanted): Path<String>,
) -> Answer {
    match app.service.accounts.end_session(session, |token| id(token) == wanted).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => {
            let detail = "there is no such session, or not any more";
            Err(Problem::new(StatusCode::NOT_FOUND, "not_found", detail))
        }
    }
}
