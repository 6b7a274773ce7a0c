//! `/api/v1/account/second-factor`, and the second step of signing in.

use axum::{Json, extract::State};
use komadai_protocol::http::account as wire;
use komadai_service::{AccountError, FactorOffer};
use komadai_store::TokenHash;
use qrcode::{Color, EcLevel, QrCode};

use super::{Anew, comer, signed_in};
use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent, WithCookie},
        contract::Routes,
        extract::{Attempt, Body, Visitor},
        problem::Problem,
    },
};

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .post("/second-factor", propose, "Offers a second factor")
        .delete("/second-factor", turn_off, "Turns the second factor off")
        .post("/second-factor/confirm", turn_on, "Turns the offered second factor on")
        .post("/second-factor/codes", renew, "Creates new recovery codes")
        .post("/sign-in/code", sign_in, "The second step of signing in")
}

fn offer(FactorOffer { secret, uri }: FactorOffer) -> wire::FactorOffer {
    // It is far too short not to fit; without the picture the secret is typed.
    let code = QrCode::with_error_correction_level(&uri, EcLevel::M).ok();
    let qr = code.map(|code| {
        let sign = |color: &Color| if *color == Color::Dark { '1' } else { '0' };
        let colors = code.to_colors();
        colors.chunks(code.width().max(1)).map(|row| row.iter().map(sign).collect()).collect()
    });
    wire::FactorOffer { secret, uri, qr: qr.unwrap_or_default() }
}

async fn propose(
    State(app): State<App>,
    attempt: Attempt<wire::WithPassword>,
) -> Answer<wire::FactorOffer> {
    let Attempt { session, body: wire::WithPassword { password }, .. } = attempt;
    let offer = app.service.accounts.propose_second_factor(session, password).await?;
    Ok(Json(self::offer(offer)))
}

async fn turn_on(
    State(app): State<App>,
    attempt: Attempt<wire::ConfirmFactor>,
) -> Answer<wire::RecoveryCodes> {
    let Attempt { session, body: wire::ConfirmFactor { code }, .. } = attempt;
    let recovery_codes = app.service.accounts.turn_second_factor_on(session, &code).await?;
    Ok(Json(wire::RecoveryCodes { recovery_codes }))
}

async fn renew(
    State(app): State<App>,
    attempt: Attempt<wire::WithPasswordAndCode>,
) -> Answer<wire::RecoveryCodes> {
    let Attempt { session, body: wire::WithPasswordAndCode { password, code }, .. } = attempt;
    count_code(&app, session).await?;
    let accounts = &app.service.accounts;
    let recovery_codes = accounts.renew_recovery_codes(session, password, &code).await?;
    Ok(Json(wire::RecoveryCodes { recovery_codes }))
}

async fn turn_off(
    State(app): State<App>,
    attempt: Attempt<wire::WithPasswordAndCode>,
) -> Completion {
    let Attempt { session, body: wire::WithPasswordAndCode { password, code }, .. } = attempt;
    count_code(&app, session).await?;
    app.service.accounts.turn_second_factor_off(session, password, &code).await?;
    Ok(NoContent)
}

/// Counts a code that is given in a session with those of signing in.
async fn count_code(app: &App, session: TokenHash) -> Result<(), Problem> {
    let player = app.service.accounts.find(session).await?.ok_or(AccountError::NotSignedIn)?;
    app.throttle.code(player.id)
}

async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::SecondStep { ticket, code }): Body<wire::SecondStep>,
) -> Anew {
    app.throttle.ticket(visitor.peer)?;
    let accounts = &app.service.accounts;
    app.throttle.code(accounts.asked_for_code(&ticket).await?)?;
    let from = comer(&app, &visitor);
    let (member, token) = accounts.sign_in_with_code(&from, &ticket, &code).await?;
    Ok(WithCookie::new(&app, &token, signed_in(member)))
}
