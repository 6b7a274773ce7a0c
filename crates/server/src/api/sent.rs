//! What our own pages send, taken apart before a handler sees it.

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Request},
    http::{Method, StatusCode, request::Parts},
};
use komadai_game::Player;
use komadai_service::AccountError;
use komadai_store::{Role, TokenHash};
use serde::de::DeserializeOwned;

use super::{Problem, account::read};
use crate::{app::App, cookies, origin, throttle::Peer};

/// A body from one of our own pages: first it is asked where it comes from, then it is read.
#[derive(Debug)]
pub(super) struct Sent<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        origin::check(request.headers(), &app.config)?;
        read(Json::from_request(request, app).await).map(Self)
    }
}

/// The session of whoever asks, by the hash of its token; what it is worth, the database knows.
/// Where something would change, one of our own pages must ask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Session(pub(super) TokenHash);

impl FromRequestParts<App> for Session {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        check_origin(parts, app)?;
        let token = cookies::token(&parts.headers, &app.config);
        Ok(Self(token.ok_or(AccountError::NotSignedIn)?.hash()))
    }
}

/// What somebody sends about their own account with a password or a code, which might be guessed:
/// such attempts are counted.
#[derive(Debug)]
pub(super) struct Attempt<T> {
    pub(super) session: TokenHash,
    pub(super) peer: Peer,
    pub(super) body: T,
}

impl<T: DeserializeOwned> FromRequest<App> for Attempt<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let peer = Peer::from_request_parts(&mut parts, app).await?;
        let session = Session::from_request_parts(&mut parts, app).await;
        let Sent(body) = Sent::from_request(Request::from_parts(parts, body), app).await?;
        let Session(session) = session?;
        app.throttle.password(peer, session)?;
        Ok(Self { session, peer, body })
    }
}

/// Whoever asks, who is a moderator or an admin.
#[derive(Debug)]
pub(super) struct Moderator(pub(super) Player);

impl FromRequestParts<App> for Moderator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        staff(parts, app, Role::Moderator).await.map(Self)
    }
}

/// Whoever asks, who is an admin.
#[derive(Debug)]
pub(super) struct Admin(pub(super) Player);

impl FromRequestParts<App> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        staff(parts, app, Role::Admin).await.map(Self)
    }
}

/// Whoever asks, who must have this role or a higher one, and a second factor where the settings say
/// so.
async fn staff(parts: &Parts, app: &App, role: Role) -> Result<Player, Problem> {
    check_origin(parts, app)?;
    let accounts = &app.service.accounts;
    let session = cookies::token(&parts.headers, &app.config).ok_or(AccountError::NotSignedIn)?;
    let member = accounts.member(session.hash()).await?.ok_or(AccountError::NotSignedIn)?;
    if member.role < Some(role) {
        let detail = "this is for those who run the site";
        return Err(Problem::new(StatusCode::FORBIDDEN, "not_allowed", detail));
    }
    if app.config.site.staff_second_factor
        && accounts.second_factor(session.hash()).await?.is_none()
    {
        let detail = "turn on two-step sign-in at /account first: who runs the site needs it";
        return Err(Problem::new(StatusCode::FORBIDDEN, "needs_second_factor", detail));
    }
    Ok(member.player)
}

/// Refuses what would change something and does not come from one of our own pages.
fn check_origin(parts: &Parts, app: &App) -> Result<(), Problem> {
    match parts.method {
        Method::GET | Method::HEAD => Ok(()),
        _ => origin::check(&parts.headers, &app.config),
    }
}
