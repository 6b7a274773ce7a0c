//! `/api/v1/account`: who somebody is, and how they become somebody.

mod email;
mod privacy;
mod programs;
mod second_factor;
mod sessions;

use axum::{
    Json, Router,
    body::Body,
    extract::{DefaultBodyLimit, State, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use komadai_rating::Grade;
use komadai_service::{
    AccountError, Comer, Member, Secret, SessionToken, SignedIn, Wish,
    names::Handle,
    passwords::{Busy, Unfit},
};
use komadai_store::Role;
use serde::{Deserialize, Serialize};
use tracing::{info, warn};

use super::{
    Problem,
    sent::{Attempt, Sent, Session},
};
use crate::{
    agent,
    app::App,
    cookies, origin,
    throttle::{self, Peer},
};

/// The longest body that is read.
const BODY_BYTES_MAX: usize = 4_096;

/// Its addresses.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/", get(show).patch(change_name))
        .route("/register", post(register))
        .route("/sign-in", post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/sign-out-everywhere", post(sign_out_everywhere))
        .route("/delete", post(delete_account))
        .route("/password", post(change_password))
        .merge(email::router())
        .merge(privacy::router())
        .merge(second_factor::router())
        .merge(programs::router())
        .merge(sessions::router())
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
}

/// The one who asks, as they see themselves.
#[derive(Debug, Serialize)]
struct MemberView {
    id: String,
    handle: String,
    name: String,
    registered: u64,
    /// What it may do beyond playing.
    role: Option<&'static str>,
    /// The mail address, if one was verified.
    email: Option<String>,
    /// One that waits to be verified.
    unverified_email: Option<String>,
    /// The recovery codes that are left, where a second step is asked for.
    recovery_codes: Option<i64>,
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            id: member.player.id.code().to_string(),
            handle: member.handle,
            name: member.player.name,
            registered: member.registered_ms,
            role: member.role.map(Role::as_str),
            email: member.email,
            unverified_email: None,
            recovery_codes: None,
        }
    }
}

#[derive(Debug, Serialize)]
struct Account {
    /// `null` for guests and for nobody yet.
    account: Option<MemberView>,
    /// A ticket for `/sign-in/code`, where the password is not enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_step: Option<String>,
}

impl Account {
    fn of(account: Option<MemberView>) -> Self {
        Self { account, second_step: None }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Register {
    handle: String,
    #[serde(default)]
    name: String,
    password: String,
    /// How strong, as `5k` or `1d`.
    declared: Option<Grade>,
    #[serde(default)]
    invitation: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignIn {
    handle: String,
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangePassword {
    old: String,
    new: String,
    /// Whether the tokens of programs end as well.
    #[serde(default = "yes")]
    programs: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignOutEverywhere {
    /// Whether the tokens of programs end as well.
    #[serde(default = "yes")]
    programs: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delete {
    password: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeName {
    name: String,
}

type Answer = Result<Response<Body>, Problem>;

/// What was sent, or what is wrong with it.
pub(super) fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(body)| body)
        .map_err(|rejection| Problem::new(rejection.status(), "bad_body", rejection.body_text()))
}

async fn show(State(app): State<App>, headers: HeaderMap) -> Answer {
    let Some(token) = cookies::token(&headers, &app.config) else {
        return Ok(Json(Account::of(None)).into_response());
    };
    let accounts = &app.service.accounts;
    let member = accounts.member(token.hash()).await.map_err(failed)?;
    let mut account: Option<MemberView> = member.map(Into::into);
    if let Some(account) = &mut account {
        account.unverified_email = accounts.unverified_email(token.hash()).await?;
        let factor = accounts.second_factor(token.hash()).await?;
        account.recovery_codes = factor.map(|factor| factor.n_recovery_codes);
    }
    Ok(Json(Account::of(account)).into_response())
}

async fn register(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Sent(Register { handle, name, password, invitation, declared }): Sent<Register>,
) -> Answer {
    app.throttle.register(peer)?;
    let before = cookies::token(&headers, &app.config).unwrap_or_else(SessionToken::random);
    let accounts = &app.service.accounts;
    let wish = Wish { handle, name, password: Secret(password), invitation, declared };
    let (member, token) =
        accounts.register(before.hash(), &comer(&app, peer, &headers), wish).await?;
    info!("{} has registered", member.handle);
    Ok(with_session(&app, member, &token))
}

async fn sign_in(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Sent(SignIn { handle, password }): Sent<SignIn>,
) -> Answer {
    let from = comer(&app, peer, &headers);
    let accounts = &app.service.accounts;
    match (Handle::parse_any(&handle), from.before) {
        (Ok(handle), Some(browser))
            if accounts.knows(&handle, browser).await.map_err(failed)? =>
        {
            app.throttle.sign_in_again(&handle, browser)?;
        }
        (handle, _) => app.throttle.sign_in(peer, handle.ok().as_ref())?,
    }
    match accounts.sign_in(&from, &handle, password).await? {
        SignedIn::Yes(member, token) => Ok(with_session(&app, *member, &token)),
        SignedIn::AskedForCode(ticket) => {
            Ok(Json(Account { account: None, second_step: Some(ticket) }).into_response())
        }
    }
}

async fn sign_out(State(app): State<App>, headers: HeaderMap) -> Answer {
    origin::check(&headers, &app.config)?;
    let next = SessionToken::random();
    if let Some(token) = cookies::token(&headers, &app.config) {
        app.service.accounts.sign_out(token.hash(), next.hash()).await.map_err(failed)?;
    }
    Ok(without_session(&app, &next))
}

async fn sign_out_everywhere(
    State(app): State<App>,
    Session(session): Session,
    body: Result<Option<Json<SignOutEverywhere>>, JsonRejection>,
) -> Answer {
    let body = read(body.map(|body| body.unwrap_or(Json(SignOutEverywhere { programs: yes() }))))?;
    let next = SessionToken::random();
    app.service.accounts.sign_out_everywhere(session, next.hash(), body.programs).await?;
    Ok(without_session(&app, &next))
}

async fn change_password(State(app): State<App>, attempt: Attempt<ChangePassword>) -> Answer {
    let Attempt { session, body: ChangePassword { old, new, programs }, .. } = attempt;
    app.service.accounts.change_password(session, old, new, programs).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn delete_account(State(app): State<App>, attempt: Attempt<Delete>) -> Answer {
    let Attempt { session, body: Delete { password }, .. } = attempt;
    app.service.delete_account(session, password).await?;
    info!("an account was deleted by its owner");
    Ok(without_session(&app, &SessionToken::random()))
}

async fn change_name(
    State(app): State<App>,
    Session(session): Session,
    Sent(ChangeName { name }): Sent<ChangeName>,
) -> Answer {
    let member = app.service.accounts.change_name(session, &name).await?;
    Ok(Json(Account::of(Some(member.into()))).into_response())
}

/// The browser of somebody who signs in.
fn comer(app: &App, peer: Peer, headers: &HeaderMap) -> Comer {
    Comer {
        before: cookies::token(headers, &app.config).map(|token| token.hash()),
        address: peer.to_string(),
        agent: agent::of(headers),
        banned: throttle::is_banned(app, peer),
    }
}

fn with_session(app: &App, member: Member, token: &SessionToken) -> Response<Body> {
    let mut response = Json(Account::of(Some(member.into()))).into_response();
    response.headers_mut().insert(header::SET_COOKIE, cookies::set(token, &app.config));
    response
}

/// The browser gets a new token, so that nothing that was known of the old one is of use.
fn without_session(app: &App, token: &SessionToken) -> Response<Body> {
    let mut response = Json(Account::of(None)).into_response();
    response.headers_mut().insert(header::SET_COOKIE, cookies::set(token, &app.config));
    response
}

fn failed(cause: komadai_store::Error) -> Problem {
    AccountError::Store(cause).into()
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Self {
        let (status, code) = match &error {
            AccountError::Name(_) => (StatusCode::UNPROCESSABLE_ENTITY, "bad_name"),
            AccountError::Password(Unfit::Length) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "bad_password")
            }
            AccountError::Password(Unfit::Guessable) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "guessable_password")
            }
            AccountError::Taken => (StatusCode::CONFLICT, "name_taken"),
            AccountError::Wrong => (StatusCode::UNAUTHORIZED, "wrong_password"),
            AccountError::Declared => (StatusCode::UNPROCESSABLE_ENTITY, "bad_declared"),
            AccountError::HasAccount => (StatusCode::CONFLICT, "has_account"),
            AccountError::Unknown => (StatusCode::NOT_FOUND, "unknown_player"),
            AccountError::Banned { .. } => (StatusCode::FORBIDDEN, "banned"),
            AccountError::BannedAddress => (StatusCode::FORBIDDEN, "banned"),
            AccountError::Frozen => (StatusCode::FORBIDDEN, "frozen"),
            AccountError::Closed => (StatusCode::FORBIDDEN, "registration_closed"),
            AccountError::Invitation => (StatusCode::FORBIDDEN, "bad_invitation"),
            AccountError::ReadOnly => (StatusCode::SERVICE_UNAVAILABLE, "read_only"),
            AccountError::NotSignedIn => (StatusCode::UNAUTHORIZED, "not_signed_in"),
            AccountError::NoMail => (StatusCode::NOT_FOUND, "no_mail"),
            AccountError::MailFull => (StatusCode::TOO_MANY_REQUESTS, "busy"),
            AccountError::Email => (StatusCode::UNPROCESSABLE_ENTITY, "bad_email"),
            AccountError::StillPlaying => (StatusCode::CONFLICT, "still_playing"),
            AccountError::Organises => (StatusCode::CONFLICT, "organises"),
            AccountError::HasRole => (StatusCode::CONFLICT, "has_role"),
            AccountError::BadToken => (StatusCode::UNAUTHORIZED, "bad_token"),
            AccountError::Scope(_) => (StatusCode::FORBIDDEN, "no_scope"),
            AccountError::TokenName => (StatusCode::UNPROCESSABLE_ENTITY, "bad_token_name"),
            AccountError::TooManyTokens => (StatusCode::CONFLICT, "too_many_tokens"),
            AccountError::Code => (StatusCode::UNAUTHORIZED, "wrong_code"),
            AccountError::AsItIs => (StatusCode::CONFLICT, "as_it_is"),
            AccountError::Ticket => (StatusCode::FORBIDDEN, "bad_ticket"),
            AccountError::Busy(Busy) => (StatusCode::TOO_MANY_REQUESTS, "busy"),
            AccountError::Store(cause) => {
                warn!("the database did not answer: {cause}");
                (StatusCode::SERVICE_UNAVAILABLE, "internal")
            }
        };
        let code = match &error {
            AccountError::Name(error) => error.code(),
            _ => code,
        };
        Self::new(status, code, error.to_string())
    }
}
