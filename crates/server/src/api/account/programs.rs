//! `/api/v1/account/tokens`: with what programs act for the account.

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
    routing::{delete, get},
};
use komadai_store::{ApiToken, Scope};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    super::sent::{Attempt, Session},
    Answer, Problem,
};
use crate::app::App;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new().route("/tokens", get(list).post(make)).route("/tokens/{id}", delete(revoke))
}

#[derive(Serialize)]
struct TokenView {
    id: Uuid,
    name: String,
    scopes: Vec<&'static str>,
    made: i64,
    /// When it was last used, to the minute.
    used: Option<i64>,
    /// When it ends; `null`: when it is taken back.
    expires: Option<i64>,
}

impl From<ApiToken> for TokenView {
    fn from(token: ApiToken) -> Self {
        Self {
            id: token.id,
            name: token.name,
            scopes: token.scopes.into_iter().map(Scope::as_str).collect(),
            made: token.made_ms,
            used: token.used_ms,
            expires: token.expires_ms,
        }
    }
}

#[derive(Serialize)]
struct Tokens {
    tokens: Vec<TokenView>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Make {
    name: String,
    scopes: Vec<String>,
    password: String,
    /// For how many days it is good; `null`: until it is taken back.
    #[serde(default = "days_by_default")]
    days: Option<u32>,
}

/// For how many days a token is good at most, if not until it is taken back: ten years.
const DAYS_MAX: u32 = 3_650;

fn days_by_default() -> Option<u32> {
    Some(90)
}

#[derive(Serialize)]
struct Made {
    /// Told once; only its hash is kept.
    token: String,
}

async fn list(State(app): State<App>, Session(session): Session) -> Answer {
    let tokens = app.service.accounts.tokens(session).await?;
    Ok(Json(Tokens { tokens: tokens.into_iter().map(Into::into).collect() }).into_response())
}

async fn make(State(app): State<App>, attempt: Attempt<Make>) -> Answer {
    let Attempt { session, body: Make { name, scopes, password, days }, .. } = attempt;
    let scopes: Option<Vec<_>> = scopes.iter().map(|it| Scope::from_name(it)).collect();
    let scopes = scopes.filter(|scopes| !scopes.is_empty()).ok_or_else(|| {
        let detail = "scopes are one or more of read, play and import";
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_scopes", detail)
    })?;
    if days.is_some_and(|days| days == 0 || days > DAYS_MAX) {
        let detail = format!("a token is good for 1 to {DAYS_MAX} days, or for good with null");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_days", detail));
    }
    let accounts = &app.service.accounts;
    let (_, token) = accounts.make_token(session, password, &name, scopes, days).await?;
    Ok(Json(Made { token }).into_response())
}

async fn revoke(
    State(app): State<App>,
    Session(session): Session,
    Path(id): Path<String>,
) -> Answer {
    let unknown = || Problem::new(StatusCode::NOT_FOUND, "not_found", "there is no such token");
    let id = id.parse().map_err(|_| unknown())?;
    match app.service.accounts.revoke_token(session, id).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(unknown()),
    }
}
