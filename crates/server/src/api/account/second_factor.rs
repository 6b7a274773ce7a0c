//! `/api/v1/account/second-factor`, and the second step of signing in.

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
    routing::post,
};
use komadai_service::{AccountError, FactorOffer};
use komadai_store::TokenHash;
use qrcode::{Color, EcLevel, QrCode};
use serde::{Deserialize, Serialize};

use super::{
    super::sent::{Attempt, Sent},
    Answer, Problem, comer, with_session,
};
use crate::{app::App, throttle::Peer};

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/second-factor", post(propose).delete(turn_off))
        .route("/second-factor/confirm", post(turn_on))
        .route("/second-factor/codes", post(renew))
        .route("/sign-in/code", post(sign_in))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Confirmed {
    password: String,
}

/// The password and a code, of the app or for recovery.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Both {
    password: String,
    code: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    code: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SecondStep {
    ticket: String,
    code: String,
}

/// What an app must know, shown once.
#[derive(Serialize)]
struct Offer {
    secret: String,
    uri: String,
    /// The same as a picture, row by row: `1` is dark.
    qr: Vec<String>,
}

impl From<FactorOffer> for Offer {
    fn from(FactorOffer { secret, uri }: FactorOffer) -> Self {
        // It is far too short not to fit; without the picture the secret is typed.
        let code = QrCode::with_error_correction_level(&uri, EcLevel::M).ok();
        let qr = code.map(|code| {
            let sign = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
            let colors = code.to_colors();
            colors.chunks(code.width().max(1)).map(|row| row.iter().map(sign).collect()).collect()
        });
        Self { secret, uri, qr: qr.unwrap_or_default() }
    }
}

/// Shown once.
#[derive(Serialize)]
struct Codes {
    recovery_codes: Vec<String>,
}

async fn propose(State(app): State<App>, attempt: Attempt<Confirmed>) -> Answer {
    let Attempt { session, body: Confirmed { password }, .. } = attempt;
    let offer = app.service.accounts.propose_second_factor(session, password).await?;
    Ok(Json(Offer::from(offer)).into_response())
}

async fn turn_on(State(app): State<App>, attempt: Attempt<First>) -> Answer {
    let Attempt { session, body: First { code }, .. } = attempt;
    let recovery_codes = app.service.accounts.turn_second_factor_on(session, &code).await?;
    Ok(Json(Codes { recovery_codes }).into_response())
}

async fn renew(State(app): State<App>, attempt: Attempt<Both>) -> Answer {
    let Attempt { session, body: Both { password, code }, .. } = attempt;
    count_code(&app, session).await?;
    let accounts = &app.service.accounts;
    let recovery_codes = accounts.renew_recovery_codes(session, password, &code).await?;
    Ok(Json(Codes { recovery_codes }).into_response())
}

async fn turn_off(State(app): State<App>, attempt: Attempt<Both>) -> Answer {
    let Attempt { session, body: Both { password, code }, .. } = attempt;
    count_code(&app, session).await?;
    app.service.accounts.turn_second_factor_off(session, password, &code).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Counts a code that is given in a session with those of signing in.
async fn count_code(app: &App, session: TokenHash) -> Result<(), Problem> {
    let player = app.service.accounts.find(session).await?.ok_or(AccountError::NotSignedIn)?;
    app.throttle.code(player.id)
}

async fn sign_in(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Sent(SecondStep { ticket, code }): Sent<SecondStep>,
) -> Answer {
    app.throttle.ticket(peer)?;
    let accounts = &app.service.accounts;
    app.throttle.code(accounts.asked_for_code(&ticket).await?)?;
    let from = comer(&app, peer, &headers);
    let (member, token) = accounts.sign_in_with_code(&from, &ticket, &code).await?;
    Ok(with_session(&app, member, &token))
}
