//! Whoever asks, and the games they played.

use axum::{
    Json,
    extract::{FromRequestParts, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use komadai_game::Player;
use komadai_protocol::{PlayedList, PlayedView, SideName};
use komadai_store::{GameSummary, PageKey, Scope, Seat, games as stored};
use serde::Deserialize;
use uuid::Uuid;

use super::Problem;
use crate::{
    app::{App, NobodyNew},
    bearer, cookies, origin,
    throttle::Peer,
};

/// How many games a page of a list has.
pub(super) const PAGE: u32 = 50;

/// Where a page of a list begins: after this one, which is the last of the page before.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct After {
    /// Its time.
    pub(super) after_ms: Option<i64>,
    /// Its id.
    pub(super) after: Option<Uuid>,
}

impl After {
    /// What the address says; none for the first page.
    pub(super) fn of(query: Result<Query<Self>, QueryRejection>) -> Result<PageKey, Problem> {
        let Query(after) = query.map_err(|rejection| {
            Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
        })?;
        Ok(PageKey::after(after.after_ms.zip(after.after)))
    }

    /// The end of an address that goes on after this one.
    pub(super) fn next(ms: i64, id: Uuid) -> String {
        format!("after_ms={ms}&after={id}")
    }
}

/// Whose browser asks, if they are a player yet, or for whom a program asks that may read.
pub(super) async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Player>, Problem> {
    if let Some(player) = bearer::player(app, headers, Scope::Read).await? {
        return Ok(Some(player));
    }
    match cookies::token(headers, &app.config) {
        Some(token) => Ok(app.service.accounts.find(token.hash()).await?),
        None => Ok(None),
    }
}

/// Who asks for a change: what they show, and where they come from.
#[derive(Debug)]
pub(super) struct Asker {
    pub(super) headers: HeaderMap,
    pub(super) peer: Peer,
}

impl FromRequestParts<App> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = Peer::from_request_parts(parts, app).await?;
        Ok(Self { headers: parts.headers.clone(), peer })
    }
}

/// Whose browser wants to change something: it must be one of our pages that asks, in a browser
/// that has been given its cookie.
pub(super) async fn find_to_change(app: &App, asker: &Asker) -> Result<Player, Problem> {
    origin::check(&asker.headers, &app.config)?;
    let token = cookies::token(&asker.headers, &app.config).ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "no_session", "open the site in this browser first")
    })?;
    app.somebody(token.hash(), asker.peer).await.map_err(|cause| match cause {
        NobodyNew::TooMany => {
            let detail = "too many new visitors came from your network; sign in, or try later";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_guests", detail)
        }
        NobodyNew::Store(cause) => cause.into(),
    })
}

/// As [`find_to_change`], or for whom a program wants to change something that its token allows.
pub(super) async fn find_to_change_with(
    app: &App,
    asker: &Asker,
    scope: Scope,
) -> Result<Player, Problem> {
    match bearer::player(app, &asker.headers, scope).await? {
        Some(player) => Ok(player),
        None => find_to_change(app, asker).await,
    }
}

/// `GET /api/v1/me/games`: the games that the player finished here, the newest first.
pub(super) async fn games(
    State(app): State<App>,
    query: Result<Query<After>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = After::of(query)?;
    let Some(player) = find(&app, &headers).await? else {
        return Ok(Json(PlayedList::default()).into_response());
    };
    let mut conn = app.service.store.read().await?;
    let games = stored::by_player(&mut conn, player.id, after, PAGE).await?;
    let next = (games.len() == PAGE as usize).then(|| games.last()).flatten();
    let next = next.map(|last| After::next(last.ended_ms, last.id.uuid()));
    let view = |game: GameSummary| PlayedView {
        game: game.id.code(),
        variant: game.variant,
        side: match Some(player.id) {
            it if it == game.sente => Some(SideName::Sente),
            it if it == game.gote => Some(SideName::Gote),
            _ => None,
        },
        sente: game.sente_name,
        gote: game.gote_name,
        plies: game.plies,
        reason: game.reason,
        winner: game.winner.map(side_name),
        sfen: game.final_sfen,
        ended_ms: game.ended_ms,
    };
    Ok(Json(PlayedList { games: games.into_iter().map(view).collect(), next }).into_response())
}

/// A seat on the wire.
pub(super) fn side_name(seat: Seat) -> SideName {
    match seat {
        Seat::Sente => SideName::Sente,
        Seat::Gote => SideName::Gote,
    }
}
