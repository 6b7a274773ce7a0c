//! The account that a program plays for.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use komadai_live::rated::GRADED;
use komadai_protocol::http::bot_api::{
    BotAccount, BotCount, BotDone, BotPerf, BotPlaying, BotTitle, DEVIATION_BEFORE_ANY,
    RATING_BEFORE_ANY,
};
use komadai_rating::PROVISIONAL_DEVIATION;
use komadai_store::{Account, Conn, accounts, bots, ratings as rows};

use super::{
    asking::{Program, Upgrades},
    errors::{bad_request, not_found},
    view,
};
use crate::{
    app::App,
    http::{answer::Answer, extract::Ask, lines::Lines, problem::Problem},
    render::ratings::whole,
};

/// How many games are listed where nothing is said.
const LISTED: usize = 9;

/// How many are at most.
const LISTED_MAX: usize = 50;

pub(super) async fn show(State(app): State<App>, program: Program) -> Answer<BotAccount> {
    let mut conn = app.service.store.read().await?;
    let found = accounts::find(&mut conn, program.player.id).await?;
    let account = found.ok_or_else(|| not_found("No such user"))?;
    Ok(Json(view(&app, &mut conn, account).await?))
}

async fn view(app: &App, conn: &mut Conn, account: Account) -> Result<BotAccount, Problem> {
    let user = account.user;
    let standings = rows::standings(conn, user.id, GRADED).await?;
    // lishogi knows one rating for all speeds.
    let last = standings.into_iter().max_by_key(|it| it.rated_ms);
    let perf = last.map_or(
        BotPerf {
            games: 0,
            rating: RATING_BEFORE_ANY,
            rd: DEVIATION_BEFORE_ANY,
            prog: 0,
            prov: true,
        },
        |it| BotPerf {
            games: it.n_games,
            rating: whole(it.numbers.rating),
            rd: whole(it.numbers.deviation),
            prog: 0,
            prov: it.numbers.deviation > PROVISIONAL_DEVIATION,
        },
    );
    Ok(BotAccount {
        id: account.handle.to_lowercase(),
        username: account.handle,
        title: BotTitle::of(user.bot),
        online: app.service.presence.is_online(user.id) || app.open_streams.is_connected(user.id),
        created_at: account.registered_ms.max(0) as u64,
        perfs: BTreeMap::from([("realTime".to_owned(), perf)]),
    })
}

pub(super) async fn playing(
    State(app): State<App>,
    program: Program,
    Ask(BotCount { nb }): Ask<BotCount>,
) -> Answer<BotPlaying> {
    let mut now_playing = Vec::new();
    for (code, side) in app.service.directory.games_of(program.player.id) {
        let Some(room) = app.service.directory.live(code) else { continue };
        let Some(game) = room.game().await else { continue };
        now_playing.extend(view::listed(&app, &game, side).await?);
    }
    now_playing.sort_by_key(|game| !game.is_my_turn);
    now_playing.truncate(nb.unwrap_or(LISTED).min(LISTED_MAX));
    Ok(Json(BotPlaying { now_playing }))
}

pub(super) async fn upgrade(State(app): State<App>, program: Program<Upgrades>) -> Answer<BotDone> {
    app.service.accounts.become_bot(program.player.id).await.map_err(|error| {
        let problem = Problem::from(error);
        // To its programs everything that an account cannot do is one thing.
        if problem.status == 409 { bad_request(&*problem.detail) } else { problem }
    })?;
    Ok(Json(BotDone::YES))
}

pub(super) async fn online(
    State(app): State<App>,
    Ask(BotCount { nb }): Ask<BotCount>,
) -> Result<Lines<BotAccount>, Problem> {
    let mut conn = app.service.store.read().await?;
    let mut connected = bots::all(&mut conn).await?;
    connected.retain(|account| app.open_streams.is_connected(account.user.id));
    connected.truncate(nb.unwrap_or(LISTED_MAX).min(LISTED_MAX));
    let mut accounts = Vec::with_capacity(connected.len());
    for account in connected {
        accounts.push(view(&app, &mut conn, account).await?);
    }
    Ok(Lines::new(|out| async move {
        for account in &accounts {
            out.line(account).await?;
        }
        Ok(())
    }))
}
