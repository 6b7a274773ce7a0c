//! `/api/v1/account/email`, and a new password by mail.

use axum::extract::State;
use komadai_language::Language;
use komadai_protocol::http::account as wire;
use komadai_service::SessionToken;

use crate::{
    app::App,
    http::{
        answer::{AcceptedAnswer, Completion, NoContent},
        contract::Routes,
        extract::{Attempt, Body, Visitor},
        problem::Problem,
    },
    throttle::{self, Letter},
};

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .post(
            "/email",
            propose,
            "Requests a change of email address, confirmed by an email to the new one",
        )
        .delete("/email", remove, "Removes the email address")
        .post("/email/verify", verify, "Confirms an email address by the link of its email")
        .post("/forgotten", forgotten, "Requests an email for resetting the password")
        .post("/reset", reset, "Sets a new password, by an email's link")
        .post("/freeze", freeze, "Freezes an account, by the link of an email about a change")
}

fn language(tag: &str) -> Language {
    Language::from_tag(tag).unwrap_or_default()
}

async fn propose(
    State(app): State<App>,
    attempt: Attempt<wire::ChangeEmail>,
) -> Result<AcceptedAnswer, Problem> {
    let Attempt { session, peer, body: wire::ChangeEmail { email, password, lang } } = attempt;
    if !app.throttle.letter(peer, Letter::Verify, &email)? {
        return Err(throttle::too_many());
    }
    let lang = language(&lang);
    app.service.accounts.propose_email(session, password, &email, lang).await?;
    Ok(AcceptedAnswer)
}

async fn remove(State(app): State<App>, attempt: Attempt<wire::RemoveEmail>) -> Completion {
    let Attempt { session, body: wire::RemoveEmail { password, lang }, .. } = attempt;
    app.service.accounts.remove_email(session, password, language(&lang)).await?;
    Ok(NoContent)
}

async fn verify(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::VerifyEmail { ticket, lang }): Body<wire::VerifyEmail>,
) -> Completion {
    app.throttle.ticket(visitor.peer)?;
    app.service.accounts.verify_email(&ticket, language(&lang)).await?;
    Ok(NoContent)
}

/// Answers the same, whether there is such an address or not.
async fn forgotten(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::ForgottenPassword { email, lang }): Body<wire::ForgottenPassword>,
) -> Result<AcceptedAnswer, Problem> {
    // A person who has had enough emails has a link that is still good.
    if app.throttle.letter(visitor.peer, Letter::Reset, &email)? {
        app.service.accounts.forgotten(&email, language(&lang))?;
    }
    Ok(AcceptedAnswer)
}

async fn reset(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::ResetPassword { ticket, password, lang }): Body<wire::ResetPassword>,
) -> Completion {
    app.throttle.ticket(visitor.peer)?;
    let browser = visitor.browser.as_ref().map(SessionToken::hash);
    let lang = language(&lang);
    app.service.accounts.reset_password(&ticket, password, browser, lang).await?;
    Ok(NoContent)
}

/// A person with the link of an email need not be signed in: somebody who has taken the account
/// over may have signed them out.
async fn freeze(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::FreezeAccount { ticket }): Body<wire::FreezeAccount>,
) -> Completion {
    app.throttle.ticket(visitor.peer)?;
    app.service.accounts.freeze(&ticket).await?;
    Ok(NoContent)
}
