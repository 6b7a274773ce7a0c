//! `/api/v1/account/email`, and a new password by mail.

use axum::{
    Json, Router,
    extract::{State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::post,
};
use komadai_kifu::Language;
use serde::Deserialize;

use super::{Answer, read, session};
use crate::{app::App, origin, throttle::Peer};

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/email", post(propose).delete(remove))
        .route("/email/verify", post(verify))
        .route("/forgotten", post(forgotten))
        .route("/reset", post(reset))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Propose {
    email: String,
    password: String,
    /// The language of the letter.
    lang: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Remove {
    password: String,
    lang: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Verify {
    ticket: String,
    lang: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forgotten {
    email: String,
    lang: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reset {
    ticket: String,
    password: String,
    lang: String,
}

fn language(tag: &str) -> Language {
    Language::from_tag(tag).unwrap_or_default()
}

async fn propose(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Json<Propose>, JsonRejection>,
) -> Answer {
    origin::check(&headers, &app.config)?;
    let Propose { email, password, lang } = read(body)?;
    let session = session(&app, &headers)?.hash();
    app.throttle.password(peer, session)?;
    app.throttle.letter(peer, &email)?;
    let lang = language(&lang);
    app.service.accounts.propose_email(session, password, &email, lang).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn remove(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Json<Remove>, JsonRejection>,
) -> Answer {
    origin::check(&headers, &app.config)?;
    let Remove { password, lang } = read(body)?;
    let session = session(&app, &headers)?.hash();
    app.throttle.password(peer, session)?;
    app.service.accounts.remove_email(session, password, language(&lang)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn verify(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Json<Verify>, JsonRejection>,
) -> Answer {
    origin::check(&headers, &app.config)?;
    let Verify { ticket, lang } = read(body)?;
    app.throttle.sign_in(peer, "")?;
    app.service.accounts.verify_email(&ticket, language(&lang)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Answers the same, whether there is such an address or not.
async fn forgotten(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Json<Forgotten>, JsonRejection>,
) -> Answer {
    origin::check(&headers, &app.config)?;
    let Forgotten { email, lang } = read(body)?;
    app.throttle.letter(peer, &email)?;
    app.service.accounts.forgotten(&email, language(&lang))?;
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn reset(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    body: Result<Json<Reset>, JsonRejection>,
) -> Answer {
    origin::check(&headers, &app.config)?;
    let Reset { ticket, password, lang } = read(body)?;
    app.throttle.sign_in(peer, "")?;
    app.service.accounts.reset_password(&ticket, password, language(&lang)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
