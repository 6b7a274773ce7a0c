//! `/api/v1/explorer`: what was played in a position.

use std::sync::Arc;

use axum::{Json, extract::State};
use komadai_explorer::{Answer as Counted, Counts, Filter, Key, Month, NO_SPEED, Posting};
use komadai_ids::UserId;
use komadai_protocol::{
    RefusalCode,
    http::explorer::{
        ExplorerAnswer, ExplorerCounts, ExplorerGame, ExplorerMove, ExplorerSource, ExplorerWanted,
    },
};
use komadai_rating::Speed;
use komadai_rules::{Position, Variant};
use komadai_service::explorer::{
    self as service, ShownGame,
    personal::{Making, Personal, PlayerGames},
};
use komadai_store::explorer as stored;

use super::players;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::Answer,
        contract::Routes,
        extract::{Ask, Reader},
        peer::Peer,
        problem::Problem,
    },
};

/// What one answer that has to be made of a player's games counts for.
const MAKING_COST: u32 = 5;

/// So many games that wait to be counted are told; counting more of them takes too long.
const WAITING_TOLD: i64 = 10_000;

/// Whose games are asked about when nothing is said.
const PEOPLE: &str = "people";

pub(super) fn routes() -> Routes {
    Routes::new("games").get(
        "/explorer",
        explore,
        "The moves played in a position, and their results",
    )
}

async fn explore(
    State(app): State<App>,
    Reader(reader): Reader,
    peer: Peer,
    Ask(wanted): Ask<ExplorerWanted>,
) -> Answer<ExplorerAnswer> {
    let position = position(&wanted)?;
    app.may_assist(reader.as_ref(), peer, Some(&position))?;
    let filter = filter(&wanted)?;
    let key = Key::of(&position);
    let mut conn = app.service.store.read().await?;
    let sources = stored::sources(&mut conn).await?;
    let n_waiting = stored::n_pending(&mut conn, WAITING_TOLD).await?;
    let (n_games, answer, newest, strongest) = match &wanted.player {
        Some(handle) => {
            let user = players::find(&mut conn, handle).await?.user.id;
            let found = app.service.explorers.find(&mut conn, user).await?;
            drop(conn);
            let personal = match found {
                PlayerGames::Kept(personal) => personal,
                PlayerGames::ToMake(making) => make(&app, peer, user, making).await?,
            };
            let answer = personal.answer(key, wanted.side, &filter);
            let mut conn = app.service.store.read().await?;
            let newest = personal.shown(&mut conn, &answer.newest).await?;
            let strongest = personal.shown(&mut conn, &answer.strongest).await?;
            (personal.n_games() as u32, answer, newest, strongest)
        }
        None => {
            let name = wanted.source.as_deref().unwrap_or(PEOPLE);
            let source = sources.iter().find(|it| it.name == name);
            let source = source.ok_or_else(|| {
                Problem::new(RefusalCode::NotFound, "there is no collection of this name")
            })?;
            let asked = service::ask(&mut conn, source, key).await?;
            drop(conn);
            let answering = move |_: &_| asked.answer(&filter);
            let answer = app.blocking_pool.run(Lane::Cheap, peer, answering).await?;
            let mut conn = app.service.store.read().await?;
            let newest = service::shown(&mut conn, source, &answer.newest).await?;
            let strongest = service::shown(&mut conn, source, &answer.strongest).await?;
            (source.n_games, answer, newest, strongest)
        }
    };
    let variant = position.variant();
    let sources = sources.into_iter();
    Ok(Json(ExplorerAnswer {
        sources: sources.map(|it| ExplorerSource { name: it.name, n_games: it.n_games }).collect(),
        n_games,
        n_waiting: u32::try_from(n_waiting).unwrap_or(u32::MAX),
        total: counts(&answer.total),
        moves: moves(&answer, &position),
        newest: newest.into_iter().map(|it| view(variant, it)).collect(),
        strongest: strongest.into_iter().map(|it| view(variant, it)).collect(),
    }))
}

/// Counts a player's games, some of them at a time.
async fn make(
    app: &App,
    peer: Peer,
    user: UserId,
    mut making: Box<Making>,
) -> Result<Arc<Personal>, Problem> {
    app.throttle.work(peer, MAKING_COST)?;
    loop {
        let mut conn = app.service.store.read().await?;
        let batch = making.next(&mut conn).await?;
        drop(conn);
        let Some(batch) = batch else { break };
        let adding = move |_: &_| {
            making.add(batch);
            making
        };
        making = app.blocking_pool.run(Lane::Dear, peer, adding).await?;
    }
    let personal = app.blocking_pool.run(Lane::Dear, peer, move |_| making.finish()).await?;
    Ok(app.service.explorers.keep(user, personal))
}

fn position(wanted: &ExplorerWanted) -> Result<Position, Problem> {
    let bad = |detail| Problem::new(RefusalCode::BadPosition, detail);
    let variant = Variant::from_name(&wanted.variant)
        .ok_or_else(|| bad(format!("there is no variant {:?}", wanted.variant)))?;
    Position::from_sfen(variant, &wanted.sfen).map_err(|cause| bad(cause.to_string()))
}

fn filter(wanted: &ExplorerWanted) -> Result<Filter, Problem> {
    let bad = |detail: &str| Problem::new(RefusalCode::BadRequest, detail);
    let month = |text: &Option<String>| match text.as_deref() {
        None => Ok(None),
        Some(text) => match Month::parse(text) {
            Some(month) => Ok(Some(month)),
            None => Err(bad("a month is written as 2026-11")),
        },
    };
    let filter = Filter::default()
        .months(month(&wanted.from)?, month(&wanted.until)?)
        .rated(wanted.rating_from, wanted.rating_until)
        .ok_or_else(|| bad("rating limits are among 800, 1000, … 2200"))?;
    let Some(speeds) = &wanted.speeds else { return Ok(filter) };
    let place = |name: &str| match name {
        "none" => Some(NO_SPEED),
        _ => Speed::ALL.into_iter().find(|it| it.as_str() == name).map(service::place_of),
    };
    let places: Option<Vec<_>> = speeds.split(',').map(place).collect();
    let places = places.ok_or_else(|| {
        bad("speeds are bullet, blitz, rapid, classical and none, separated by commas")
    })?;
    Ok(filter.speeds(places))
}

fn counts(counts: &Counts) -> ExplorerCounts {
    ExplorerCounts {
        sente: counts.sente,
        gote: counts.gote,
        draws: counts.draws,
        rating: counts.rating(),
        // A record that does not tell when it was played is of the first month.
        last: counts.last.filter(|&it| it > Month::FIRST).map(|it| it.to_string()),
    }
}

/// Those that can be played there: positions share a number once in a hundred million.
fn moves(answer: &Counted, position: &Position) -> Vec<ExplorerMove> {
    let possible = answer.moves.iter().filter(|it| position.judge(it.mv).is_ok());
    let moves = possible.map(|it| ExplorerMove {
        usi: it.mv.usi(position.variant()).to_string(),
        counts: counts(&it.counts),
    });
    moves.collect()
}

fn view(variant: Variant, (posting, game): (Posting, ShownGame)) -> ExplorerGame {
    let usi = posting.mv.usi(variant).to_string();
    let (winner, rating) = (posting.facts.outcome().winner(), posting.facts.rating());
    match game {
        ShownGame::Here(game) => ExplorerGame {
            game: Some(game.id.code()),
            usi,
            sente: game.sente_name,
            gote: game.gote_name,
            winner,
            rating,
            ended_ms: Some(game.ended_ms),
            played: None,
            event: None,
        },
        ShownGame::Collected(game) => ExplorerGame {
            game: None,
            usi,
            sente: game.sente_name,
            gote: game.gote_name,
            winner,
            rating,
            ended_ms: None,
            played: game.played,
            event: game.event,
        },
    }
}
