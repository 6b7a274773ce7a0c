//! `/api/v1/account/email`, and a new password by mail.

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::post,
};
use komadai_kifu::Language;
use serde::Deserialize;

use super::{
    super::sent::{Attempt, Sent},
    Answer,
};
use crate::{
    app::App,
    cookies,
    throttle::{self, Letter, Peer},
};

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/email", post(propose).delete(remove))
        .route("/email/verify", post(verify))
        .route("/forgotten", post(forgotten))
        .route("/reset", post(reset))
        .route("/freeze", post(freeze))
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Freeze {
    ticket: String,
}

fn language(tag: &str) -> Language {
    Language::from_tag(tag).unwrap_or_default()
}

async fn propose(State(app): State<App>, attempt: Attempt<Propose>) -> Answer {
    let Attempt { session, peer, body: Propose { email, password, lang } } = attempt;
    if !app.throttle.letter(peer, Letter::Verify, &email)? {
        return Err(throttle::too_many());
    }
    let lang = language(&lang);
    app.service.accounts.propose_email(session, password, &email, lang).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn remove(State(app): State<App>, attempt: Attempt<Remove>) -> Answer {
    let Attempt { session, body: Remove { password, lang }, .. } = attempt;
    app.service.accounts.remove_email(session, password, language(&lang)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn verify(
    State(app): State<App>,
    peer: Peer,
    Sent(Verify { ticket, lang }): Sent<Verify>,
) -> Answer {
    app.throttle.ticket(peer)?;
    app.service.accounts.verify_email(&ticket, language(&lang)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Answers the same, whether there is such an address or not.
async fn forgotten(
    State(app): State<App>,
    peer: Peer,
    Sent(Forgotten { email, lang }): Sent<Forgotten>,
) -> Answer {
    // Whoever has had enough letters has a link that is still good.
    if app.throttle.letter(peer, Letter::Reset, &email)? {
        app.service.accounts.forgotten(&email, language(&lang))?;
    }
    Ok(StatusCode::ACCEPTED.into_response())
}

async fn reset(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Sent(Reset { ticket, password, lang }): Sent<Reset>,
) -> Answer {
    app.throttle.ticket(peer)?;
    let browser = cookies::token(&headers, &app.config).map(|token| token.hash());
    let lang = language(&lang);
    app.service.accounts.reset_password(&ticket, password, browser, lang).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Whoever has the link of a letter need not be signed in: who has taken the account over may have
/// signed them out.
async fn freeze(
    State(app): State<App>,
    peer: Peer,
    Sent(Freeze { ticket }): Sent<Freeze>,
) -> Answer {
    app.throttle.ticket(peer)?;
    app.service.accounts.freeze(&ticket).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
