//! The programs' league: its pools, their programs, and the games of a day as one file.

use std::collections::HashSet;

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::IntoResponse as _,
};
use komadai_game::Game;
use komadai_ids::{Code, GameId, UserId};
use komadai_kifu::{Encoding, Format};
use komadai_protocol::{
    RefusalCode,
    http::league::{self as wire, PoolDay, PoolList, PoolProgram, PoolView},
};
use komadai_service::{
    league::{Pool, PoolNow, day_named, day_of, name_of_day, rating_now},
    record,
};
use komadai_store::{
    Conn,
    game_comments::GameComment,
    league::{self as stored, RankedProgram},
};
use tracing::error;

use super::{files::attachment, games};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{self, Answer, Download, Kind},
        contract::Routes,
        peer::Peer,
        problem::Problem,
        streaming::{self, StreamEnd},
    },
    render::ratings::whole,
};

/// For how many days back the days are named.
const DAYS_SHOWN: i64 = 60;

/// Between two games of one CSA file.
const BETWEEN: &[u8] = b"/\n";

pub(super) fn routes() -> Routes {
    Routes::new("league")
        .get("/", list, "The pools in which programs are paired continuously")
        .get("/{pool}", show, "A pool: its programs, its games, and the previous days")
        .get("/{pool}/days/{day}", day, "The games of a day (UTC, `2026-11-22`) as one CSA file")
}

fn unknown() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is no such pool, or no such day")
}

async fn list(State(app): State<App>) -> Answer<PoolList> {
    let mut conn = app.service.store.read().await?;
    let mut pools = Vec::new();
    for pool in app.service.league.pools() {
        let now = app.service.league.now(&pool.name).unwrap_or_default();
        pools.push(short(&mut conn, pool, &now).await?);
    }
    Ok(Json(PoolList { pools }))
}

async fn short(conn: &mut Conn, pool: &Pool, now: &PoolNow) -> Result<wire::Pool, Problem> {
    Ok(wire::Pool {
        name: pool.name.clone(),
        clock: pool.clock.into(),
        every_ms: pool.every_ms,
        next_ms: now.next_ms,
        rated: pool.counts,
        n_programs: stored::n_programs(conn, &pool.name).await?,
        n_waiting: now.waiting.len() as u32,
        n_games: now.games.len() as u32,
    })
}

async fn show(State(app): State<App>, Path(name): Path<String>) -> Answer<PoolView> {
    let pool = app.service.league.pool(&name).ok_or_else(unknown)?;
    let now = app.service.league.now(&name).ok_or_else(unknown)?;
    let now_ms = app.service.timebase.now_ms();
    let mut conn = app.service.store.read().await?;
    let waiting: HashSet<UserId> = now.waiting.iter().copied().collect();
    let programs = stored::ranked(&mut conn, &name).await?;
    let programs = programs.into_iter().map(|it| program(it, &waiting, now_ms as i64)).collect();
    let days = stored::days(&mut conn, &name, day_of(now_ms) - DAYS_SHOWN).await?;
    let pool = short(&mut conn, pool, &now).await?;
    drop(conn);
    let codes: HashSet<Code> = now.games.into_iter().collect();
    let watched = app.watch.list().await?;
    let games = watched.games.iter().filter(|it| codes.contains(&it.view.game.game));
    Ok(Json(PoolView {
        pool,
        programs,
        games: games.map(|it| it.view.clone()).collect(),
        days: days
            .into_iter()
            .map(|it| PoolDay { day: name_of_day(it.day), n_games: it.n_games })
            .collect(),
    }))
}

fn program(ranked: RankedProgram, waiting: &HashSet<UserId>, now_ms: i64) -> PoolProgram {
    let RankedProgram { handle, name, program } = ranked;
    let rating = rating_now(&program, now_ms);
    let waits = waiting.contains(&program.user);
    PoolProgram {
        user: program.user.code(),
        handle,
        name,
        rating: whole(rating.rating),
        provisional: rating.is_provisional(),
        n_games: program.n_games,
        wins: program.wins,
        losses: program.losses,
        // Who waits is there.
        seen_ms: if waits { now_ms } else { program.seen_ms }.cast_unsigned(),
        waits,
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DayFile;

impl Kind for DayFile {
    fn files() -> Vec<(String, String)> {
        answer::files([("", "text/plain")])
    }
}

/// The games one after the other, each written while the one before it is sent.
async fn day(
    State(app): State<App>,
    peer: Peer,
    Path((name, day)): Path<(String, String)>,
) -> Result<Download<DayFile>, Problem> {
    app.service.league.pool(&name).ok_or_else(unknown)?;
    let day = day_named(day.strip_suffix(".csa").unwrap_or(&day)).ok_or_else(unknown)?;
    let mut conn = app.service.store.read().await?;
    let games = stored::games(&mut conn, &name, day).await?;
    drop(conn);
    let file = attachment(&format!("{name}-{}.csa", name_of_day(day)));
    let body = streaming::body(None, |out| async move {
        let mut is_first = true;
        let site = app.service.site.branding().name();
        for id in games {
            let Some(game) = find(&app, id).await? else { continue };
            let comments = games::comments(&app, &game).await?;
            let site = site.clone();
            let written = app
                .blocking_pool
                .run_when_free(Lane::Cheap, peer, move |_| written(&game, &comments, &site));
            // A game that no record can hold is in no file.
            let Some(bytes) = written.await.map_err(|_| StreamEnd::Failed)? else { continue };
            if !std::mem::take(&mut is_first) {
                out.send(BETWEEN).await?;
            }
            out.send(bytes).await?;
        }
        Ok(())
    });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok(Download::new((headers, body).into_response()).for_every_page())
}

async fn find(app: &App, id: GameId) -> Result<Option<Game>, StreamEnd> {
    app.service.directory.look(id.code()).await.map_err(|cause| {
        error!(game.id = %id, "game {id} cannot be written: {cause}");
        StreamEnd::Failed
    })
}

fn written(game: &Game, comments: &[GameComment], site: &str) -> Option<Vec<u8>> {
    let (format, _) = Format::from_extension("csa")?;
    let record = record::with_comments(game, comments, site).ok()?;
    let mut bytes = komadai_kifu::write(&[record], format, Encoding::Utf8).ok()?;
    if bytes.last() != Some(&b'\n') {
        bytes.push(b'\n');
    }
    Some(bytes)
}
