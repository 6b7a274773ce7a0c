//! `/api/v1/account`: who somebody is, and how they become somebody.

mod email;
pub(super) mod privacy;
mod profile;
mod programs;
mod second_factor;
mod sessions;
mod vacation;

use axum::{Json, extract::State};
use komadai_protocol::RefusalCode;
use komadai_protocol::http::account as wire;
use komadai_service::{
    AccountError, Comer, Member, Secret, SessionToken, SignedIn, Wish,
    names::{Handle, NameError},
    passwords::{Busy, Unfit},
};
use tracing::info;

use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent, WithCookie},
        contract::Routes,
        extract::{Attempt, Body, Session, Visitor},
        problem::Problem,
    },
    throttle::middleware,
    user_agent,
};

pub(super) fn routes() -> Routes {
    Routes::new("account")
        .get("/", show, "The caller's identity")
        .patch("/", change_name, "Changes the display name")
        .post("/register", register, "Registers an account")
        .post("/sign-in", sign_in, "Signs in, or asks for the second step")
        .post("/sign-out", sign_out, "Signs out in this browser")
        .post("/sign-out-everywhere", sign_out_everywhere, "Signs out of every session")
        .post("/bot", become_bot, "Turns the account into a program's, before its first game")
        .post("/delete", delete_account, "Deletes the account")
        .post("/password", change_password, "Changes the password")
        .merge(email::routes())
        .merge(privacy::routes())
        .merge(profile::routes())
        .merge(second_factor::routes())
        .merge(programs::routes())
        .merge(sessions::routes())
        .merge(vacation::routes())
}

pub(super) fn account(member: Member) -> wire::Account {
    wire::Account {
        id: member.player.id.code(),
        handle: member.handle,
        name: member.player.name,
        bot: member.player.bot,
        registered_ms: member.registered_ms,
        role: member.role,
        email: member.email,
        unverified_email: None,
        recovery_codes: None,
    }
}

/// Somebody who is signed in now.
fn signed_in(member: Member) -> Json<wire::WhoAmI> {
    Json(wire::WhoAmI { account: Some(account(member)), second_step: None })
}

async fn show(State(app): State<App>, visitor: Visitor) -> Answer<wire::WhoAmI> {
    let Some(token) = visitor.browser else { return Ok(Json(wire::WhoAmI::default())) };
    let accounts = &app.service.accounts;
    let Some(member) = accounts.member(token.hash()).await? else {
        return Ok(Json(wire::WhoAmI::default()));
    };
    let mut account = account(member);
    account.unverified_email = accounts.unverified_email(token.hash()).await?;
    let factor = accounts.second_factor(token.hash()).await?;
    account.recovery_codes = factor.map(|factor| factor.n_recovery_codes);
    Ok(Json(wire::WhoAmI { account: Some(account), second_step: None }))
}

/// An answer that gives the browser another token.
type Anew = Result<WithCookie<Json<wire::WhoAmI>>, Problem>;

async fn register(
    State(app): State<App>,
    visitor: Visitor,
    Body(asked): Body<wire::Register>,
) -> Anew {
    app.throttle.register(visitor.peer)?;
    let before = visitor.browser.clone().unwrap_or_else(SessionToken::random);
    let wish = Wish {
        handle: asked.handle,
        name: asked.name,
        password: Secret(asked.password),
        invitation: asked.invitation,
        declared: asked.declared,
    };
    let from = comer(&app, &visitor);
    let (member, token) = app.service.register(before.hash(), &from, wish).await?;
    app.service.lobby.leave(member.player.id).await;
    info!("{} has registered", member.handle);
    Ok(WithCookie::new(&app, &token, signed_in(member)))
}

async fn sign_in(
    State(app): State<App>,
    visitor: Visitor,
    Body(wire::SignIn { handle, password }): Body<wire::SignIn>,
) -> Anew {
    let from = comer(&app, &visitor);
    let accounts = &app.service.accounts;
    match (Handle::parse_any(&handle), from.before) {
        (Ok(handle), Some(browser)) if accounts.knows(&handle, browser).await? => {
            app.throttle.sign_in_again(&handle, browser)?;
        }
        (handle, _) => app.throttle.sign_in(visitor.peer, handle.ok().as_ref())?,
    }
    Ok(match accounts.sign_in(&from, &handle, password).await? {
        SignedIn::Yes(member, token) => WithCookie::new(&app, &token, signed_in(*member)),
        SignedIn::AskedForCode(ticket) => {
            WithCookie::as_before(Json(wire::WhoAmI { account: None, second_step: Some(ticket) }))
        }
    })
}

async fn sign_out(State(app): State<App>, visitor: Visitor) -> Anew {
    let next = SessionToken::random();
    if let Some(token) = visitor.browser {
        app.service.accounts.sign_out(token.hash(), next.hash()).await?;
    }
    Ok(nobody(&app, &next))
}

async fn sign_out_everywhere(
    State(app): State<App>,
    Session(session): Session,
    Body(wire::SignOutEverywhere { programs }): Body<wire::SignOutEverywhere>,
) -> Anew {
    let next = SessionToken::random();
    app.service.accounts.sign_out_everywhere(session, next.hash(), programs).await?;
    Ok(nobody(&app, &next))
}

async fn change_password(
    State(app): State<App>,
    attempt: Attempt<wire::ChangePassword>,
) -> Completion {
    let Attempt { session, body: wire::ChangePassword { old, new, programs }, .. } = attempt;
    app.service.accounts.change_password(session, old, new, programs).await?;
    Ok(NoContent)
}

async fn delete_account(State(app): State<App>, attempt: Attempt<wire::WithPassword>) -> Anew {
    let Attempt { session, body: wire::WithPassword { password }, .. } = attempt;
    app.service.delete_account(session, password).await?;
    info!("an account was deleted by its owner");
    Ok(nobody(&app, &SessionToken::random()))
}

async fn change_name(
    State(app): State<App>,
    Session(session): Session,
    Body(wire::ChangeName { name }): Body<wire::ChangeName>,
) -> Answer<wire::WhoAmI> {
    app.throttle.rename(session)?;
    let member = app.service.change_name(session, &name).await?;
    Ok(signed_in(member))
}

/// The browser of somebody who signs in.
pub(super) fn comer(app: &App, visitor: &Visitor) -> Comer {
    Comer {
        before: visitor.browser.as_ref().map(SessionToken::hash),
        address: visitor.peer.to_string(),
        agent: user_agent::of(&visitor.headers),
        banned: middleware::is_banned(app, visitor.peer),
    }
}

/// Makes the account that of a program, for good, before its first game.
async fn become_bot(State(app): State<App>, Session(session): Session) -> Completion {
    app.service.accounts.make_bot_of(session).await?;
    Ok(NoContent)
}

/// The browser gets a new token, so that nothing that was known of the old one is of use.
fn nobody(app: &App, token: &SessionToken) -> WithCookie<Json<wire::WhoAmI>> {
    WithCookie::new(app, token, Json(wire::WhoAmI::default()))
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        let code = match &error {
            AccountError::Name(NameError::Handle) => RefusalCode::BadHandle,
            AccountError::Name(NameError::Reserved) => RefusalCode::ReservedHandle,
            AccountError::Name(NameError::Name) => RefusalCode::BadName,
            AccountError::Password(Unfit::Length) => RefusalCode::BadPassword,
            AccountError::Password(Unfit::Guessable) => RefusalCode::GuessablePassword,
            AccountError::Rated => RefusalCode::AlreadyRated,
            AccountError::About => RefusalCode::LongAbout,
            AccountError::Taken => RefusalCode::NameTaken,
            AccountError::Wrong => RefusalCode::WrongPassword,
            AccountError::Declared => RefusalCode::BadDeclared,
            AccountError::HasAccount => RefusalCode::HasAccount,
            AccountError::HasPlayed => RefusalCode::HasPlayed,
            AccountError::Unknown => RefusalCode::UnknownPlayer,
            AccountError::Banned { .. } => RefusalCode::Banned,
            AccountError::BannedAddress => RefusalCode::Banned,
            AccountError::Frozen => RefusalCode::Frozen,
            AccountError::Closed => RefusalCode::RegistrationClosed,
            AccountError::Invitation => RefusalCode::BadInvitation,
            AccountError::ReadOnly => RefusalCode::ReadOnly,
            AccountError::NotSignedIn => RefusalCode::NotSignedIn,
            AccountError::NoMail => RefusalCode::NoMail,
            AccountError::MailFull => RefusalCode::Busy,
            AccountError::Email => RefusalCode::BadEmail,
            AccountError::StillPlaying => RefusalCode::StillPlaying,
            AccountError::Organises => RefusalCode::Organises,
            AccountError::HasRole => RefusalCode::HasRole,
            AccountError::BadToken => RefusalCode::BadToken,
            AccountError::Scope(_) => RefusalCode::NoScope,
            AccountError::TokenName => RefusalCode::BadTokenName,
            AccountError::TooManyTokens => RefusalCode::TooManyTokens,
            AccountError::Code => RefusalCode::WrongCode,
            AccountError::AsItIs => RefusalCode::AsItIs,
            AccountError::Ticket | AccountError::FirstAdmin => RefusalCode::BadTicket,
            AccountError::Busy(Busy) => RefusalCode::Busy,
            AccountError::Store(cause) => return Self::store(cause),
        };
        Self::new(code, error.to_string())
    }
}
