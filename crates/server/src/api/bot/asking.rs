//! The caller: a program, for the account whose token it presents.

use std::{marker::PhantomData, time::Duration};

use axum::{
    Form,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request},
    http::{StatusCode, header, request::Parts},
};
use komadai_game::{Game, Player};
use komadai_ids::Code;
use komadai_live::random;
use komadai_protocol::{Answer, ClientMessage, RefusalCode};
use komadai_rules::Side;
use komadai_service::AccountError;
use komadai_store::{Scope, TokenHash};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tokio::time::sleep;

use super::errors::{bad_request, not_found, refused};
use crate::{
    api::games,
    app::App,
    gateway::Client,
    http::{
        bearer,
        contract::{Asker, Input, Operation, RequestBody},
        extract::BODY_BYTES_MAX,
        peer::Peer,
        problem::Problem,
    },
    session::Credential,
};

/// A stream that is refused is answered after so long: its reader asks again at once, for ever.
const REFUSED_AFTER: Duration = Duration::from_secs(5);

/// For whose accounts an address is.
pub(super) trait Door: Send + Sync + 'static {
    /// Whether it is for programs' alone, or for people's alone.
    const FOR_BOTS: Option<bool>;
    /// What a token must allow.
    const SCOPE: Scope = Scope::Play;
}

/// For all.
#[derive(Clone, Copy, Debug)]
pub(super) struct All;

impl Door for All {
    const FOR_BOTS: Option<bool> = None;
}

/// For accounts that are to be programs' from now on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upgrades;

impl Door for Upgrades {
    const FOR_BOTS: Option<bool> = None;
    const SCOPE: Scope = Scope::Bot;
}

/// For programs'.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bots;

impl Door for Bots {
    const FOR_BOTS: Option<bool> = Some(true);
}

/// For people's.
#[derive(Clone, Copy, Debug)]
pub(super) struct People;

impl Door for People {
    const FOR_BOTS: Option<bool> = Some(false);
}

/// A program.
#[derive(Clone, Debug)]
pub(super) struct Program<D = All> {
    /// For whom it acts.
    pub(super) player: Player,
    pub(super) token: TokenHash,
    /// Where it comes from.
    pub(super) peer: Peer,
    door: PhantomData<D>,
}

impl<D: Door> FromRequestParts<App> for Program<D> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = Peer::from_request_parts(parts, app).await?;
        let unknown = |words: &str| {
            Problem::new(RefusalCode::BadToken, words).with_status(StatusCode::UNAUTHORIZED)
        };
        if !bearer::is_present(&parts.headers) {
            return Err(unknown("Missing authorization header"));
        }
        let token = bearer::hash(&parts.headers).ok_or_else(|| unknown("No such token"))?;
        let accounts = &app.service.accounts;
        let player = accounts.bearer(token, D::SCOPE).await.map_err(|error| match error {
            AccountError::BadToken => unknown("No such token"),
            AccountError::Scope(scope) if D::SCOPE != Scope::Play => {
                unknown(&format!("Missing scope: {scope}"))
            }
            AccountError::Scope(_) => unknown("Missing scope"),
            error => error.into(),
        })?;
        match D::FOR_BOTS {
            Some(true) if !player.bot => Err(bad_request(
                "This endpoint can only be used with a bot account: upgrade it first",
            )),
            Some(false) if player.bot => {
                Err(bad_request("This endpoint cannot be used with a bot account"))
            }
            _ => Ok(Self { player, token, peer, door: PhantomData }),
        }
    }
}

impl<D> Input for Program<D> {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        operation.asks(Asker::Program);
    }
}

/// A program that asks for a stream.
#[derive(Clone, Debug)]
pub(super) struct Listener<D = All>(pub(super) Program<D>);

impl<D: Door> FromRequestParts<App> for Listener<D> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        match Program::from_request_parts(parts, app).await {
            Ok(program) => Ok(Self(program)),
            Err(problem) => Err(after_a_while(problem).await),
        }
    }
}

impl<D> Input for Listener<D> {
    const NAMES_ASKER: bool = true;

    fn describe(operation: &mut Operation) {
        Program::<D>::describe(operation);
    }
}

/// Why a stream is refused, when it is said.
pub(super) async fn after_a_while(problem: Problem) -> Problem {
    sleep(REFUSED_AFTER).await;
    problem
}

impl<D> Program<D> {
    /// A client in the server for the same account.
    pub(super) async fn client(&self, app: &App) -> Result<Client, Problem> {
        Ok(Client::connect(app, self.peer, Credential::Program(self.token), random::number())
            .await?)
    }

    /// Says one thing, and waits for its answer.
    pub(super) async fn ask(
        &self,
        app: &App,
        message: impl FnOnce(u32) -> ClientMessage,
    ) -> Result<Answer, Problem> {
        self.client(app).await?.ask(message).await.map_err(refused)
    }

    /// A game of theirs that has begun, and their side in it.
    pub(super) async fn game(&self, app: &App, id: &str) -> Result<(Game, Side), Problem> {
        let unknown = || not_found("No such game");
        let code: Code = id.parse().map_err(|_| unknown())?;
        let game = games::look(app, code).await.map_err(|problem| {
            if problem.code == RefusalCode::UnknownGame { unknown() } else { problem }
        })?;
        let side = game.players().and_then(|_| game.side_of(self.player.id));
        let side = side.ok_or_else(|| not_found("Not your game"))?;
        Ok((game, side))
    }
}

/// What is sent as a form; nothing at all where nothing is.
#[derive(Clone, Debug)]
pub(super) struct Fields<T>(pub(super) T);

impl<T: DeserializeOwned + Default> FromRequest<App> for Fields<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, app: &App) -> Result<Self, Problem> {
        if !request.headers().contains_key(header::CONTENT_TYPE) {
            return Ok(Self(T::default()));
        }
        DefaultBodyLimit::max(BODY_BYTES_MAX).apply(&mut request);
        match Form::from_request(request, app).await {
            Ok(Form(fields)) => Ok(Self(fields)),
            Err(refused) => Err(bad_request(refused.body_text())),
        }
    }
}

impl<T: JsonSchema> Input for Fields<T> {
    fn describe(operation: &mut Operation) {
        let schema = |generator: &mut schemars::SchemaGenerator| generator.subschema_for::<T>();
        operation.takes_body(RequestBody::Form { schema, bytes_max: BODY_BYTES_MAX });
    }
}
