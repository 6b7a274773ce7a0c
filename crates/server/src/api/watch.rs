//! The games that are being played, and whom one follows.

use axum::{
    Json,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use komadai_protocol::{FollowList, FollowView, WatchView};
use komadai_rating::Speed;
use komadai_store::{Followed, follows as stored};
use serde::Deserialize;

use super::{
    Problem,
    me::{self, Asker},
    players,
};
use crate::{
    app::App,
    watch::{Wanted, shown},
};

/// How many games one answer has.
const GAMES_SHOWN: usize = 60;

/// What a request may say about the games it wants.
#[derive(Debug, Deserialize)]
pub(super) struct Filter {
    variant: Option<String>,
    speed: Option<String>,
    /// Only those of players whom the reader follows.
    #[serde(default)]
    followed: bool,
}

/// `GET /api/v1/watch`: games that are being played, those with the best players first.
pub(super) async fn games(
    State(app): State<App>,
    query: Result<Query<Filter>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let bad = |detail: String| Problem::new(StatusCode::BAD_REQUEST, "bad_query", detail);
    let Query(filter) = query.map_err(|rejection| bad(rejection.body_text()))?;
    let speed = match &filter.speed {
        None => None,
        Some(name) => {
            let known = Speed::from_name(name);
            Some(known.ok_or_else(|| bad("there is no such speed".to_owned()))?)
        }
    };
    let players = match filter.followed {
        false => None,
        true => {
            let followed = followed(&app, &headers).await?.into_iter();
            Some(followed.filter(|it| it.tells).map(|it| it.user).collect())
        }
    };
    let wanted = Wanted { variant: filter.variant, speed, players };
    let list = app.watch.list().await?;
    let fitting = || list.games.iter().filter(|game| wanted.fits(game));
    let view = WatchView {
        games: shown(fitting(), GAMES_SHOWN),
        n_games: fitting().count() as u32,
        featured: list.featured,
    };
    Ok(Json(view).into_response())
}

async fn followed(app: &App, headers: &HeaderMap) -> Result<Vec<Followed>, Problem> {
    let Some(player) = me::find(app, headers).await? else { return Ok(Vec::new()) };
    Ok(stored::of(&mut app.service.store.read().await?, player.id).await?)
}

fn view(app: &App, it: Followed) -> FollowView {
    let playing = if it.tells { app.service.directory.games_of(it.user) } else { Vec::new() };
    FollowView {
        user: it.user.code(),
        handle: it.handle,
        name: it.name,
        playing: playing.into_iter().map(|(game, _)| game.to_string()).collect(),
    }
}

/// `GET /api/v1/me/follows`: whom the reader follows, and what they are playing.
pub(super) async fn list(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let follows = followed(&app, &headers).await?.into_iter().map(|it| view(&app, it)).collect();
    Ok(Json(FollowList { follows }).into_response())
}

/// `PUT /api/v1/me/follows/{handle}`: follows somebody.
pub(super) async fn follow(
    State(app): State<App>,
    Path(handle): Path<String>,
    asker: Asker,
) -> Result<Response, Problem> {
    set(&app, &handle, &asker, true).await
}

/// `DELETE /api/v1/me/follows/{handle}`: no longer.
pub(super) async fn unfollow(
    State(app): State<App>,
    Path(handle): Path<String>,
    asker: Asker,
) -> Result<Response, Problem> {
    set(&app, &handle, &asker, false).await
}

async fn set(app: &App, handle: &str, asker: &Asker, follows: bool) -> Result<Response, Problem> {
    let player = me::find_to_change(app, asker).await?;
    let mut conn = app.service.store.read().await?;
    let other = players::named(&mut conn, handle).await?.ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "unknown_player", "there is no such player")
    })?;
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    if other.user.id == player.id {
        return Err(Problem::new(status, "yourself", "that is you"));
    }
    let known = stored::of(&mut conn, player.id).await?;
    drop(conn);
    if follows && known.len() >= stored::FOLLOWS_MAX as usize {
        return Err(Problem::new(status, "too_many_follows", "you follow as many as can be"));
    }
    let mut tx = app.service.store.write().await?;
    let now_ms = app.service.timebase.now_ms() as i64;
    stored::set(&mut tx, player.id, other.user.id, follows, now_ms).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
