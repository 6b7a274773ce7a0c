//! `/api/v1/account/tokens`: with what programs act for the account.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::account as wire;
use komadai_store::ApiToken;

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Attempt, Session},
        problem::Problem,
    },
};

/// For how many days a token is good at most, if not until it is revoked: ten years.
const DAYS_MAX: u32 = 3_650;

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .get("/tokens", list, "The tokens of programs")
        .post("/tokens", make, "Creates a token for a program")
        .delete("/tokens/{id}", revoke, "Revokes a token")
}

fn view(token: ApiToken) -> wire::ApiToken {
    wire::ApiToken {
        id: token.id,
        name: token.name,
        scopes: token.scopes,
        made_ms: token.made_ms,
        used_ms: token.used_ms,
        expires_ms: token.expires_ms,
    }
}

async fn list(State(app): State<App>, Session(session): Session) -> Answer<wire::ApiTokens> {
    let tokens = app.service.accounts.tokens(session).await?;
    Ok(Json(wire::ApiTokens { tokens: tokens.into_iter().map(view).collect() }))
}

async fn make(
    State(app): State<App>,
    attempt: Attempt<wire::NewApiToken>,
) -> Answer<wire::MadeApiToken> {
    let Attempt { session, body: wire::NewApiToken { name, scopes, password, days }, .. } = attempt;
    if scopes.is_empty() || scopes.contains(&wire::Scope::Csa) && scopes.len() > 1 {
        let detail = "scopes are one or more of read, play, import and bot, or csa alone";
        return Err(Problem::new(RefusalCode::BadScopes, detail));
    }
    if days.is_some_and(|days| days == 0 || days > DAYS_MAX) {
        let detail = format!("a token is valid for 1 to {DAYS_MAX} days, or permanently with null");
        return Err(Problem::new(RefusalCode::BadDays, detail));
    }
    let accounts = &app.service.accounts;
    let (_, token) = accounts.make_token(session, password, &name, scopes, days).await?;
    Ok(Json(wire::MadeApiToken { token }))
}

async fn revoke(
    State(app): State<App>,
    Session(session): Session,
    Path(id): Path<String>,
) -> Completion {
    let unknown = || Problem::new(RefusalCode::NotFound, "there is no such token");
    let id = id.parse().map_err(|_| unknown())?;
    if app.service.accounts.revoke_token(session, id).await? {
        Ok(NoContent)
    } else {
        Err(unknown())
    }
}
