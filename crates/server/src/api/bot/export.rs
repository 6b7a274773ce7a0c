//! A game as lishogi gives it: KIF as plain text, or JSON to who accepts that.

use axum::{
    Json,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use komadai_game::Game;
use komadai_protocol::http::bot_api::{
    BotClock, BotExport, BotExportedPlayer, BotPlayer, BotVariant,
};
use komadai_rules::{BySide, Side};

use super::{errors::not_found, view};
use crate::{
    api::games,
    app::App,
    http::{peer::Peer, problem::Problem},
};

/// The ending of KIF in UTF-8.
const KIF: &str = "kifu";

pub(in crate::api) async fn game(
    app: &App,
    peer: Peer,
    headers: &HeaderMap,
    code: &str,
) -> Result<Response, Problem> {
    let code = code.parse().map_err(|_| not_found("No such game"))?;
    let accepts = headers.get(header::ACCEPT).and_then(|it| it.to_str().ok());
    let mut response = if accepts.is_some_and(|it| it.contains("application/json")) {
        app.throttle.work(peer, 1)?;
        let game = games::look(app, code).await?;
        Json(exported(app, &game).await?).into_response()
    } else {
        let mut response = games::record_file(app, peer, headers, code, KIF).await?;
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, plain);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// A game that has begun.
pub(in crate::api) async fn exported(app: &App, game: &Game) -> Result<BotExport, Problem> {
    let players = game.players().ok_or_else(|| not_found("No such game"))?;
    let setup = game.setup();
    let mut conn = app.service.store.read().await?;
    let sente = view::player(app, &mut conn, &players[Side::Sente], setup).await?;
    let gote = view::player(app, &mut conn, &players[Side::Gote], setup).await?;
    drop(conn);
    let seat = |user: BotPlayer| BotExportedPlayer {
        rating: user.rating,
        provisional: user.provisional,
        user,
    };
    let line = game.line();
    let variant = line.position().variant();
    let moves: Vec<_> = line.moves().iter().map(|it| it.usi(variant).to_string()).collect();
    let control = &setup.clocks[Side::Sente];
    let (perf, _) = view::perf(setup);
    let seconds = |clock: BotClock| BotClock {
        initial: clock.initial / 1_000,
        increment: clock.increment / 1_000,
        byoyomi: clock.byoyomi / 1_000,
        periods: clock.periods,
    };
    Ok(BotExport {
        id: game.id().code().to_string(),
        rated: setup.rated,
        variant: BotVariant::of(&setup.variant).key,
        speed: view::speed(control).to_owned(),
        perf,
        created_at: setup.created_ms,
        last_move_at: game.ended_ms().unwrap_or_else(|| app.service.timebase.now_ms()),
        status: view::status(game.outcome().map(|it| (it.reason, it.winner))).name,
        players: BySide { sente: seat(sente), gote: seat(gote) },
        initial_sfen: view::initial_sfen(setup),
        winner: game.outcome().and_then(|it| it.winner),
        moves: moves.join(" "),
        tournament: setup.tournament.map(|it| it.to_string()),
        clock: view::clock(control).map(seconds),
    })
}
