//! `/api/v1/home`: what the first page shows the caller of their own, in one answer.

use axum::{Json, extract::State};
use komadai_game::EndReason;
use komadai_ids::UserId;
use komadai_live::OngoingGame;
use komadai_protocol::{
    MyGame,
    http::{home as wire, tournaments::Appointment},
};
use komadai_service::{clubs::news::ClubNews, tsume::daily::DailyProblems};
use komadai_store::{
    FollowedPlayer, GameSummary, PageKey, follows, games, lessons, people as stored_people, tsume,
};

use super::{correspondence, games as tables, me, people, tournaments, tsume as problems};
use crate::{
    app::App,
    http::{answer::Answer, contract::Routes, extract::Reader, problem::Problem},
};

/// How many of those whom somebody follows are named.
const HERE_MAX: usize = 3;

/// How many clubs are named.
const CLUBS_MAX: usize = 3;

/// How old the last game may be, in milliseconds: 30 days.
const LAST_GAME_MS: i64 = 30 * 24 * 60 * 60 * 1_000;

/// Among how many games the last is looked for: some are called off before they begin.
const GAMES_READ: u32 = 10;

pub(super) fn routes() -> Routes {
    Routes::new("home").get("/home", home, "What the first page shows the caller of their own")
}

async fn home(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::Home> {
    let now_ms = app.service.timebase.now_ms() as i64;
    // Before a connection is taken: nothing waits for a second one while it holds one.
    let playing = match &reader {
        Some(it) => app.service.directory.all_playing(it.id).await?,
        None => Vec::new(),
    };
    let mut conn = app.service.store.read().await?;
    let user = reader.as_ref().map(|it| it.id);
    let daily = problems::daily(DailyProblems::read(&mut conn, user, now_ms).await?);
    let stranger = wire::Home {
        known: false,
        lessons: Vec::new(),
        daily,
        last_game: None,
        here: Vec::new(),
        at_the_board: Vec::new(),
        correspondence: Vec::new(),
        clubs: Vec::new(),
        next: None,
    };
    let Some(reader) = reader else { return Ok(Json(stranger)) };
    let lessons = lessons::done(&mut conn, reader.id).await?;
    let played = games::by_player(&mut conn, reader.id, PageKey::first(), GAMES_READ).await?;
    let known = !reader.guest
        || !lessons.is_empty()
        || !played.is_empty()
        || !playing.is_empty()
        || tsume::has_tried(&mut conn, reader.id).await?;
    let last_game = last(played, now_ms).map(|game| me::played(game, reader.id));
    let followed = follows::of(&mut conn, reader.id).await?.into_iter();
    let mut here = Vec::new();
    for it in followed.filter(|it| is_here(&app, it)).take(HERE_MAX) {
        here.extend(stored_people::by_code(&mut conn, it.user.code()).await?);
    }
    let here = people::all(&app, &mut conn, Some(&reader), here).await?;
    drop(conn);
    let mut at_the_board = Vec::new();
    for it in playing.iter().filter(|it| !it.is_correspondence) {
        at_the_board.push(my_game(&app, it).await?);
    }
    let correspondence = correspondence::of(&app, reader.id, playing).await?;
    let news = app.service.clubs.news_for(reader.id).await?.into_iter().take(CLUBS_MAX);
    Ok(Json(wire::Home {
        known,
        lessons,
        last_game,
        here,
        at_the_board,
        correspondence,
        clubs: news.map(club).collect(),
        next: next(&app, reader.id),
        ..stranger
    }))
}

/// The last game that was played rather than called off, if it is not long ago.
fn last(played: Vec<GameSummary>, now_ms: i64) -> Option<GameSummary> {
    let is_void = |it: &GameSummary| it.reason.parse::<EndReason>().is_ok_and(EndReason::is_void);
    let is_played = |it: &GameSummary| it.plies > 1 && !is_void(it);
    played.into_iter().find(is_played).filter(|it| it.ended_ms > now_ms - LAST_GAME_MS)
}

/// Whether somebody is here and lets those who follow them know; programs are always here.
fn is_here(app: &App, it: &FollowedPlayer) -> bool {
    it.tells && !it.bot && app.service.presence.is_online(it.user)
}

async fn my_game(app: &App, it: &OngoingGame) -> Result<MyGame, Problem> {
    let &OngoingGame { game, side, is_correspondence, waits } = it;
    let table = tables::look(app, game).await?;
    let opponent = table.players().map(|players| players[side.other()].name.clone());
    Ok(MyGame { game, side, correspondence: is_correspondence, waits, opponent })
}

fn club(it: ClubNews) -> wire::ClubNews {
    wire::ClubNews {
        slug: it.slug,
        name: it.club,
        announcement: it.announcement,
        n_announcements: it.n_announcements,
        n_members: it.n_members,
        at_ms: it.at_ms,
    }
}

/// A game that runs comes before what is due soonest; what has no time yet comes last.
fn next(app: &App, user: UserId) -> Option<Appointment> {
    let at = |it: &Appointment| it.check_in_until_ms.or(it.at_ms).unwrap_or(u64::MAX);
    let all = tournaments::appointments(app, user).into_iter();
    all.min_by_key(|it| (it.game.is_none(), at(it), it.code))
}
