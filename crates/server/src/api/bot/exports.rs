//! The games of a player and of a tournament, and its results, as lishogi gives them: line by line.

use axum::extract::{Path, State};
use komadai_protocol::http::bot_api::{
    BotExport, BotGamesWanted, BotResult, BotResultsWanted, BotTitle, BotVariant,
};
use komadai_rules::Variant;
use komadai_store::search::Search;

use super::{errors::bad_request, export::exported};
use crate::{
    api::{
        players, tournaments,
        walk::{Walk, Which},
    },
    app::App,
    http::{
        extract::{Ask, MaybeMember},
        lines::Lines,
        peer::Peer,
        problem::Problem,
    },
};

/// Writes the games of a walk, without the moves where they are not wanted.
fn lines(app: App, mut walk: Walk, has_moves: bool) -> Lines<BotExport> {
    let lines = Lines::new(|out| async move {
        while let Some(game) = walk.next().await? {
            let mut told = exported(&app, &game).await?;
            if !has_moves {
                told.moves.clear();
            }
            out.line(&told).await?;
        }
        Ok(())
    });
    lines.for_every_page()
}

pub(super) async fn of_player(
    State(app): State<App>,
    peer: Peer,
    Path(name): Path<String>,
    Ask(wanted): Ask<BotGamesWanted>,
) -> Result<Lines<BotExport>, Problem> {
    let mut conn = app.service.store.read().await?;
    let player = players::find(&mut conn, &name).await?.user.id;
    let opponent = match &wanted.vs {
        Some(name) => Some(players::find(&mut conn, name).await?.user.id),
        None => None,
    };
    drop(conn);
    let variant = match wanted.perf_type.as_deref() {
        None => None,
        Some("realTime") => Some("standard".to_owned()),
        Some(key) if Variant::from_name(BotVariant::named(key)).is_some() => {
            Some(BotVariant::named(key).to_owned())
        }
        Some(_) => return Err(bad_request("perfType is realTime or a variant's key")),
    };
    let search = Search {
        player: Some(player),
        opponent,
        variant,
        rated: wanted.rated,
        from_ms: wanted.since,
        until_ms: wanted.until,
        voids: true,
        ..Search::default()
    };
    let walk = Walk::begin(&app, peer, Which::Found(Box::new(search)), wanted.max)?;
    Ok(lines(app, walk, wanted.moves != Some(false)))
}

pub(super) async fn of_tournament(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(id): Path<String>,
) -> Result<Lines<BotExport>, Problem> {
    let stored = tournaments::find(&app, member.as_ref(), &id).await?;
    let games = tournaments::lines::games_of(&stored.tournament);
    let walk = Walk::begin(&app, peer, Which::These(games), None)?;
    Ok(lines(app, walk, true))
}

pub(super) async fn results(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Path(id): Path<String>,
    Ask(BotResultsWanted { nb }): Ask<BotResultsWanted>,
) -> Result<Lines<BotResult>, Problem> {
    let stored = tournaments::find(&app, member.as_ref(), &id).await?;
    let mut results = tournaments::lines::results_of(&stored.tournament);
    results.truncate(nb.unwrap_or(usize::MAX));
    let lines = Lines::new(|out| async move {
        for it in results {
            let told = BotResult {
                rank: it.row.place,
                score: it.row.points,
                rating: it.rating,
                username: it.handle.unwrap_or(it.name),
                title: BotTitle::of(it.bot),
                team: it.team,
            };
            out.line(&told).await?;
        }
        Ok(())
    });
    Ok(lines.for_every_page())
}
