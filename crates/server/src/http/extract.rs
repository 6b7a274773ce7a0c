//! What handlers are given: who asks, and what is sent.
//!
//! Where a request that changes something comes from, and how often, is judged before a handler is
//! reached (`throttle/middleware.rs`).

use std::{marker::PhantomData, ops::Deref};

use axum::{
    Json,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Query, Request},
    http::{HeaderMap, StatusCode, request::Parts},
};
use komadai_protocol::RefusalCode;
use komadai_service::{AccountError, SessionToken};
use komadai_store::{Role, Scope, TokenHash};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{
    bearer,
    contract::{Asker, Input, Operation, RequestBody},
    cookies,
    peer::Peer,
    problem::Problem,
};
use crate::app::{App, NobodyNew};

/// The longest body that is read where nothing else is said.
pub(crate) const BODY_BYTES_MAX: usize = 4_096;

/// What is sent as JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<T, const BYTES_MAX: usize = BODY_BYTES_MAX>(pub(crate) T);

impl<T: DeserializeOwned, const BYTES_MAX: usize> FromRequest<App> for Body<T, BYTES_MAX> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self, Problem> {
        DefaultBodyLimit::max(BYTES_MAX).apply(&mut request);
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(refused) => Err(Problem::new(RefusalCode::BadBody, refused.body_text())
                .with_status(refused.status())),
        }
    }
}

impl<T: JsonSchema, const BYTES_MAX: usize> Input for Body<T, BYTES_MAX> {
    fn describe(operation: &mut Operation) {
        let schema = |generator: &mut schemars::SchemaGenerator| generator.subschema_for::<T>();
        operation.takes_body(RequestBody::Json { schema, bytes_max: BYTES_MAX });
    }
}

/// A file that is sent.
#[derive(Clone, Debug)]
pub(crate) struct File<const BYTES_MAX: usize>(pub(crate) Bytes);

impl<const BYTES_MAX: usize> FromRequest<App> for File<BYTES_MAX> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self, Problem> {
        DefaultBodyLimit::max(BYTES_MAX).apply(&mut request);
        Bytes::from_request(request, app).await.map(Self).map_err(|refused| {
            match refused.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    let detail = match BYTES_MAX >> 20 {
                        0 => format!("a file may have {} KiB; split it", BYTES_MAX >> 10),
                        mebibytes => format!("a file may have {mebibytes} MiB; split it"),
                    };
                    Problem::new(RefusalCode::TooLarge, detail)
                }
                status => {
                    Problem::new(RefusalCode::BadBody, refused.body_text()).with_status(status)
                }
            }
        })
    }
}

impl<const BYTES_MAX: usize> Input for File<BYTES_MAX> {
    fn describe(operation: &mut Operation) {
        operation.takes_body(RequestBody::File { bytes_max: BYTES_MAX });
    }
}

/// What stands in the address after its `?`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ask<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Ask<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        match Query::from_request_parts(parts, app).await {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(refused) => Err(Problem::new(RefusalCode::BadQuery, refused.body_text())),
        }
    }
}

impl<T: JsonSchema> Input for Ask<T> {
    fn describe(operation: &mut Operation) {
        // Not as a reference: each of its fields is a parameter.
        operation.takes_query(|generator| T::json_schema(generator));
    }
}

/// The caller, known or not.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Where they come from.
    pub(crate) peer: Peer,
    /// What their browser is known by, if it has been given that.
    pub(crate) browser: Option<SessionToken>,
    /// All that they say of themselves.
    pub(crate) headers: HeaderMap,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = Peer::from_request_parts(parts, app).await?;
        let browser = cookies::token(&parts.headers, &app.config);
        Ok(Self { peer, browser, headers: parts.headers.clone() })
    }
}

impl Input for Visitor {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Visitor);
    }
}

/// The reader, if they are a player yet: a browser's, or the one for whom a program asks that may
/// read.
#[derive(Clone, Debug)]
pub(crate) struct Reader(pub(crate) Option<komadai_game::Player>);

impl FromRequestParts<App> for Reader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(player) = bearer::player(app, &parts.headers, Scope::Read).await? {
            return Ok(Self(Some(player)));
        }
        match cookies::token(&parts.headers, &app.config) {
            Some(token) => Ok(Self(app.service.accounts.find(token.hash()).await?)),
            None => Ok(Self(None)),
        }
    }
}

impl Input for Reader {
    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Visitor);
    }
}

/// What programs may do where a player is asked for.
pub(crate) trait Programs {
    /// What their token must allow; nothing where no program may.
    const SCOPE: Option<Scope>;
}

/// No program may.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowsersOnly;

impl Programs for BrowsersOnly {
    const SCOPE: Option<Scope> = None;
}

/// Programs whose token allows to import games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Importers;

impl Programs for Importers {
    const SCOPE: Option<Scope> = Some(Scope::Import);
}

/// Somebody who does something: whose browser it is, a guest from now on if it was nobody's, or for
/// whom a program does it.
#[derive(Clone, Debug)]
pub(crate) struct Player<P = BrowsersOnly> {
    player: komadai_game::Player,
    /// Where they come from.
    pub(crate) peer: Peer,
    programs: PhantomData<P>,
}

impl<P> Deref for Player<P> {
    type Target = komadai_game::Player;

    fn deref(&self) -> &komadai_game::Player {
        &self.player
    }
}

impl<P: Programs> FromRequestParts<App> for Player<P> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = Peer::from_request_parts(parts, app).await?;
        let is = |player| Self { player, peer, programs: PhantomData };
        if let Some(scope) = P::SCOPE
            && let Some(player) = bearer::player(app, &parts.headers, scope).await?
        {
            return Ok(is(player));
        }
        let token = cookies::token(&parts.headers, &app.config).ok_or_else(|| {
            let detail = "open the site in this browser first";
            Problem::new(RefusalCode::NoSession, detail)
        })?;
        app.somebody(token.hash(), peer).await.map(is).map_err(|cause| match cause {
            NobodyNew::TooMany => {
                let detail = "too many new visitors from your network; sign in, or try again later";
                Problem::new(RefusalCode::TooManyGuests, detail)
            }
            NobodyNew::Store(cause) => cause.into(),
        })
    }
}

impl<P: Programs> Input for Player<P> {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Player);
    }
}

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Member(pub(crate) komadai_service::Member);

impl Deref for Member {
    type Target = komadai_service::Member;

    fn deref(&self) -> &komadai_service::Member {
        &self.0
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let MaybeMember(member) = MaybeMember::from_request_parts(parts, app).await?;
        Ok(Self(member.ok_or(AccountError::NotSignedIn)?))
    }
}

impl Input for Member {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Member);
    }
}

/// The reader, if they are signed in.
#[derive(Clone, Debug)]
pub(crate) struct MaybeMember(pub(crate) Option<komadai_service::Member>);

impl FromRequestParts<App> for MaybeMember {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        match cookies::token(&parts.headers, &app.config) {
            Some(token) => Ok(Self(app.service.accounts.member(token.hash()).await?)),
            None => Ok(Self(None)),
        }
    }
}

impl Input for MaybeMember {
    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Visitor);
    }
}

/// The session of the caller, by the hash of its token; what it is worth, the database knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session(pub(crate) TokenHash);

impl FromRequestParts<App> for Session {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = cookies::token(&parts.headers, &app.config);
        Ok(Self(token.ok_or(AccountError::NotSignedIn)?.hash()))
    }
}

impl Input for Session {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Member);
    }
}

/// What somebody sends about their own account with a password or a code, which might be guessed:
/// such attempts are counted.
#[derive(Debug)]
pub(crate) struct Attempt<T> {
    pub(crate) session: TokenHash,
    pub(crate) peer: Peer,
    pub(crate) body: T,
}

impl<T: DeserializeOwned> FromRequest<App> for Attempt<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let peer = Peer::from_request_parts(&mut parts, app).await?;
        let session = Session::from_request_parts(&mut parts, app).await;
        let request = Request::from_parts(parts, body);
        let Body::<T>(body) = Body::from_request(request, app).await?;
        let Session(session) = session?;
        app.throttle.password(session)?;
        Ok(Self { session, peer, body })
    }
}

impl<T: JsonSchema> Input for Attempt<T> {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        Session::describe(operation);
        Body::<T>::describe(operation);
    }
}

/// What somebody who runs the site may do.
pub(crate) trait Duty {
    /// Who has it: those with this role or a higher one.
    const ROLE: Role;
}

/// Looking after people.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moderating;

impl Duty for Moderating {
    const ROLE: Role = Role::Moderator;
}

/// Looking after the server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Administering;

impl Duty for Administering {
    const ROLE: Role = Role::Admin;
}

/// Somebody who runs the site, with a second factor where the settings say so.
#[derive(Clone, Debug)]
pub(crate) struct Operator<D> {
    member: komadai_service::Member,
    duty: PhantomData<D>,
}

impl<D> Deref for Operator<D> {
    type Target = komadai_service::Member;

    fn deref(&self) -> &komadai_service::Member {
        &self.member
    }
}

impl<D: Duty> FromRequestParts<App> for Operator<D> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Session(session) = Session::from_request_parts(parts, app).await?;
        let accounts = &app.service.accounts;
        let member = accounts.member(session).await?.ok_or(AccountError::NotSignedIn)?;
        if member.role < Some(D::ROLE) {
            let detail = "this is for site staff";
            return Err(Problem::new(RefusalCode::NotAllowed, detail));
        }
        if app.config.site.staff_second_factor && accounts.second_factor(session).await?.is_none() {
            let detail = "turn on two-step sign-in at /account first: site staff need it";
            return Err(Problem::new(RefusalCode::NeedsSecondFactor, detail));
        }
        Ok(Self { member, duty: PhantomData })
    }
}

impl<D: Duty> Input for Operator<D> {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Operator);
    }
}
