//! `/api/v1/account/sessions`: where somebody is signed in.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::account as wire;
use komadai_store::{SessionSummary, TokenHash};

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::Session,
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("account").get("/sessions", list, "The caller's sessions").delete(
        "/sessions/{id}",
        end,
        "Ends a session",
    )
}

/// By what a session is named among those of its owner.
fn id(token: TokenHash) -> String {
    token.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

async fn list(State(app): State<App>, Session(session): Session) -> Answer<wire::Sessions> {
    let view = |it: SessionSummary| wire::Session {
        id: id(it.token),
        agent: it.agent,
        address: it.address,
        opened_ms: it.created_ms,
        used_ms: it.seen_ms,
        this: it.token == session,
    };
    let sessions = app.service.accounts.sessions(session).await?;
    Ok(Json(wire::Sessions { sessions: sessions.into_iter().map(view).collect() }))
}

async fn end(
    State(app): State<App>,
    Session(session): Session,
    Path(wanted): Path<String>,
) -> Completion {
    if app.service.accounts.end_session(session, |token| id(token) == wanted).await? {
        Ok(NoContent)
    } else {
        let detail = "there is no such session: it may have ended";
        Err(Problem::new(RefusalCode::NotFound, detail))
    }
}
