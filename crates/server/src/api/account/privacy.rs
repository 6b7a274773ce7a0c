//! `/api/v1/account/privacy`: what somebody lets others do, and see of them.

use axum::{Json, Router, extract::State, http::StatusCode, response::IntoResponse, routing::get};
use komadai_store::{ChallengesFrom, Privacy};
use serde::{Deserialize, Serialize};

use super::{
    super::sent::{Sent, Session},
    Answer, Problem,
};
use crate::app::App;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new().route("/privacy", get(show).put(set))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrivacyWire {
    /// `all`, `followed` or `none`.
    challenges_from: String,
    tells_followers: bool,
}

async fn show(State(app): State<App>, Session(session): Session) -> Answer {
    let Privacy { challenges_from, tells_followers } =
        app.service.accounts.privacy(session).await?;
    let challenges_from = challenges_from.as_str().to_owned();
    Ok(Json(PrivacyWire { challenges_from, tells_followers }).into_response())
}

async fn set(
    State(app): State<App>,
    Session(session): Session,
    Sent(PrivacyWire { challenges_from, tells_followers }): Sent<PrivacyWire>,
) -> Answer {
    let challenges_from = ChallengesFrom::from_name(&challenges_from).ok_or_else(|| {
        let detail = "challenges are taken from all, followed or none";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_privacy", detail)
    })?;
    let privacy = Privacy { challenges_from, tells_followers };
    app.service.accounts.set_privacy(session, privacy).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
