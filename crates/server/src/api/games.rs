//! `/api/v1/games`: finding games, and each of them.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};
use komadai_engine::Level;
use komadai_game::{Game, Phase};
use komadai_ids::Code;
use komadai_live::RoomFacts;
use komadai_protocol::{
    GameSnapshot, RefusalCode,
    http::{
        files as wire,
        games::{EngineView, Engines},
    },
};
use komadai_rules::{BySide, Variant};
use komadai_service::record;
use komadai_store::game_comments::{self, GameComment};

use super::{
    files::{self, File, GameFile, Subject, unwritable},
    hints, ratings, search,
    walk::Walk,
};
use crate::{
    app::App,
    gif_cache::Source,
    http::{
        answer::{Answer, Download},
        caching::CacheTag,
        contract::Routes,
        extract::Ask,
        lines::Lines,
        peer::Peer,
        problem::Problem,
    },
    render,
};

pub(super) fn routes() -> Routes {
    Routes::new("games")
        .get("/", search::games, "Finished games that match, newest first")
        .get("/{code}", show, "A game as spectators see it")
        .get(
            "/{code}/ratings",
            ratings::of_game,
            "The strength of its players, and the changes in their ratings",
        )
        .post(
            "/{code}/hint",
            hints::hint,
            "A move that a machine would make for the caller, who plays against one",
        )
        .get("/{code}/{file}", file, files::SUMMARY)
}

/// What can be played against besides people.
pub(super) fn engine_routes() -> Routes {
    Routes::new("games").get("/engines", engines, "The engines that can be played against")
}

async fn engines(State(app): State<App>) -> Answer<Engines> {
    let built_in = EngineView {
        name: None,
        variants: Variant::all().iter().map(|it| it.name().to_owned()).collect(),
        levels: Level::all().map(|_| None).collect(),
    };
    let host = app.service.directory.opponents().host().iter().map(|engine| EngineView {
        name: Some(engine.name.clone()),
        variants: engine.variants.clone(),
        levels: engine.levels.iter().map(|level| Some(level.name.clone())).collect(),
    });
    Ok(Json(Engines { engines: [built_in].into_iter().chain(host).collect() }))
}

async fn show(State(app): State<App>, Path(code): Path<String>) -> Answer<GameSnapshot> {
    let game = find(&app, &code).await?;
    Ok(Json(watched(&app, &game)))
}

/// A game as who watches it sees it.
fn watched(app: &App, game: &Game) -> GameSnapshot {
    let facts = RoomFacts {
        connected: BySide::default(),
        claim_ms: BySide::default(),
        watchers: 0,
        chat: &[],
    };
    render::snapshot(game, &facts, None, app.service.timebase.now_ms())
}

/// Games one after the other, each as who watches it sees it.
pub(super) fn lines(app: App, mut walk: Walk) -> Lines<GameSnapshot> {
    let lines = Lines::new(|out| async move {
        while let Some(game) = walk.next().await? {
            out.line(&watched(&app, &game)).await?;
        }
        Ok(())
    });
    lines.for_every_page()
}

async fn file(
    State(app): State<App>,
    peer: Peer,
    Path((code, name)): Path<(String, String)>,
    Ask(look): Ask<wire::PictureOptions>,
    headers: HeaderMap,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let game = find(&app, &code).await?;
    send(&app, peer, &headers, &game, file, &look).await
}

/// The record of a game in the format that this ending means, at an address that programs open.
pub(crate) async fn record_file(
    app: &App,
    peer: Peer,
    headers: &HeaderMap,
    code: Code,
    ending: &str,
) -> Result<Response, Problem> {
    app.throttle.work(peer, 1)?;
    let file = File::from_name(&format!("record.{ending}"))?;
    let game = look(app, code).await?;
    Ok(send(app, peer, headers, &game, file, &wire::PictureOptions::default())
        .await?
        .into_response())
}

async fn send(
    app: &App,
    peer: Peer,
    headers: &HeaderMap,
    game: &Game,
    file: File,
    look: &wire::PictureOptions,
) -> Result<Download<GameFile>, Problem> {
    let comments = comments(app, game).await?;
    let n_comments = comments.len();
    let record = record::with_comments(game, &comments, &app.service.site.branding().name())
        .map_err(|cause| unwritable(&cause))?;
    let subject = Subject {
        record,
        name: format!("komadai-{}", game.id()),
        king: game.king_shown(),
        cached: CacheTag::public(
            (game.id(), game.seq(), n_comments, file, *look),
            game.phase() == Phase::Over,
        ),
        source: Some(Source::Game(game.id(), game.seq())),
    };
    Ok(files::send(app, peer, headers, subject, file, look).await?.for_every_page())
}

/// What programs have thought of the moves of a game that is over.
pub(super) async fn comments(app: &App, game: &Game) -> komadai_store::Result<Vec<GameComment>> {
    if game.phase() != Phase::Over {
        return Ok(Vec::new());
    }
    game_comments::of(&mut app.service.store.read().await?, game.id()).await
}

pub(super) async fn find(app: &App, code: &str) -> Result<Game, Problem> {
    look(app, code.parse().map_err(|_| unknown())?).await
}

fn unknown() -> Problem {
    Problem::new(RefusalCode::UnknownGame, "there is no such game")
}

/// Any game as it is now.
pub(crate) async fn look(app: &App, code: Code) -> Result<Game, Problem> {
    let game = app.service.directory.look(code).await.map_err(|cause| {
        tracing::warn!(game.id = %code, "game {code} cannot be opened: {cause}");
        let detail = "the archive cannot be read at the moment; try again";
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Problem::new(RefusalCode::Internal, detail).with_status(status)
    })?;
    game.ok_or_else(unknown)
}
