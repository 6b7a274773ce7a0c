//! The games that are being played, and whom one follows.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::Player as Known;
use komadai_ids::Code;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::watch as wire;
use komadai_rating::Speed;
use komadai_service::follows::FollowError;
use komadai_store::FollowedPlayer;

use super::players;
use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{Ask, Player, Reader},
        problem::Problem,
    },
    watch::{WatchFilter, shown},
};

/// How many games one answer has.
const GAMES_SHOWN: usize = 60;

pub(super) fn routes() -> Routes {
    Routes::new("watch")
        .get("/watch", games, "The running games, strongest players first")
        .get("/me/follows", list, "The players whom the caller follows, and their running games")
        .put("/me/follows/{handle}", follow, "Follows a player")
        .delete("/me/follows/{handle}", unfollow, "Stops following a player")
}

async fn games(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(wire::WhichWatched { variant, speed, followed: by_followed }): Ask<wire::WhichWatched>,
) -> Answer<wire::WatchList> {
    let speed = match &speed {
        None => None,
        Some(name) => Some(
            Speed::from_name(name)
                .ok_or_else(|| Problem::new(RefusalCode::BadQuery, "there is no such speed"))?,
        ),
    };
    let players = if by_followed {
        let followed = followed(&app, reader).await?.into_iter();
        Some(followed.filter(|it| it.tells).map(|it| it.user).collect())
    } else {
        None
    };
    let wanted = WatchFilter { variant, speed, players };
    let list = app.watch.list().await?;
    let fitting = || list.games.iter().filter(|game| wanted.fits(game));
    Ok(Json(wire::WatchList {
        games: shown(fitting(), GAMES_SHOWN),
        n_games: fitting().count() as u32,
        featured: list.featured,
    }))
}

async fn followed(app: &App, reader: Option<Known>) -> Result<Vec<FollowedPlayer>, Problem> {
    let Some(player) = reader else { return Ok(Vec::new()) };
    Ok(app.service.follows.of(player.id).await?)
}

fn view(app: &App, it: FollowedPlayer) -> wire::FollowedPerson {
    let playing = if it.tells { app.service.directory.at_the_board(it.user) } else { Vec::new() };
    wire::FollowedPerson {
        user: it.user.code(),
        handle: it.handle,
        name: it.name,
        bot: it.bot,
        playing: playing.iter().map(Code::to_string).collect(),
    }
}

async fn list(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::FollowList> {
    let follows = followed(&app, reader).await?.into_iter().map(|it| view(&app, it)).collect();
    Ok(Json(wire::FollowList { follows }))
}

async fn follow(State(app): State<App>, player: Player, Path(handle): Path<String>) -> Completion {
    set(&app, &handle, &player, true).await
}

async fn unfollow(
    State(app): State<App>,
    player: Player,
    Path(handle): Path<String>,
) -> Completion {
    set(&app, &handle, &player, false).await
}

async fn set(app: &App, handle: &str, player: &Known, follows: bool) -> Completion {
    let mut conn = app.service.store.read().await?;
    let other = players::find(&mut conn, handle).await?;
    drop(conn);
    app.service.follows.set(player.id, other.user.id, follows).await?;
    Ok(NoContent)
}

impl From<FollowError> for Problem {
    fn from(error: FollowError) -> Self {
        let code = match &error {
            FollowError::Yourself => RefusalCode::Yourself,
            FollowError::TooMany => RefusalCode::TooManyFollows,
            FollowError::Store(cause) => return Self::store(cause),
        };
        Self::new(code, error.to_string())
    }
}
