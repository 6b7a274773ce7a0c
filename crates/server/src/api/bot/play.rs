//! What a program does in a game.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_game::{Game, Offer, Phase};
use komadai_protocol::{
    ClientMessage, RefusalCode,
    http::bot_api::{BotDone, BotMoveWith, BotSaid, BotSays},
};
use komadai_rules::{Move, Side};

use super::{
    asking::{Door, Fields, Program},
    errors::{bad_request, refused},
    games::speaker,
};
use crate::{
    app::App,
    http::{answer::Answer, extract::Ask, problem::Problem},
};

const NOT_NOW: &str = "Not your turn, or game already over";

pub(super) async fn make_move<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path((id, usi)): Path<(String, String)>,
    Ask(BotMoveWith { offering_draw }): Ask<BotMoveWith>,
) -> Answer<BotDone> {
    let (game, side) = program.game(&app, &id).await?;
    let code = game.id().code();
    // An engine that gives up or declares says it in the place of a move.
    match usi.as_str() {
        "resign" => return give_up(&app, &program, &game).await,
        "win" => {
            program.ask(&app, |id| ClientMessage::Declare { id, game: code }).await?;
            return Ok(Json(BotDone::YES));
        }
        _ => {}
    }
    let position = game.line().position();
    let Ok(mv) = Move::from_usi(position.variant(), &usi) else {
        return Err(bad_request(format!("Invalid USI: {usi}")));
    };
    let is_its_turn = game.phase() == Phase::Playing && game.turn() == side;
    // A move that was carried out and comes again can be none of the next turn: its piece is gone
    // from where it was, or from the hand's empty square. Only a pass (§9.3) can be made twice.
    let is_a_move = is_its_turn && position.judge(mv).is_ok();
    if !is_a_move && is_own_last(&game, side, &usi) {
        return Ok(Json(BotDone::YES));
    }
    if !is_its_turn {
        return Err(bad_request(NOT_NOW));
    }
    let ply = game.line().n_moves();
    let mut client = program.client(&app).await?;
    let said = usi.clone();
    let told = client.ask(|id| ClientMessage::Move { id, game: code, ply, usi: said }).await;
    if let Err(refusal) = told {
        let is_late = matches!(
            refusal.code,
            RefusalCode::StalePly | RefusalCode::NotYourTurn | RefusalCode::GameOver
        );
        if !is_late {
            return Err(refused(refusal));
        }
        // The same came twice at once.
        let (game, side) = program.game(&app, &id).await?;
        return if is_own_last(&game, side, &usi) {
            Ok(Json(BotDone::YES))
        } else {
            Err(bad_request(NOT_NOW))
        };
    }
    if offering_draw {
        // The move stands, whatever becomes of the offer.
        let kind = draw_of(&game);
        let _ = client.ask(|id| ClientMessage::Offer { id, game: code, kind }).await;
    }
    Ok(Json(BotDone::YES))
}

/// What an offer of a draw means in this game: a draw where there is one (§9.6), else an impasse.
fn draw_of(game: &Game) -> Offer {
    if game.line().can_draw() { Offer::Draw } else { Offer::Impasse }
}

/// Whether this was the last move that the side made.
fn is_own_last(game: &Game, side: Side, usi: &str) -> bool {
    let line = game.line();
    let variant = line.position().variant();
    let n_back = if line.position().turn() == side { 1 } else { 0 };
    let last = line.moves().iter().rev().nth(n_back);
    last.is_some_and(|it| it.usi(variant).to_string() == usi)
}

pub(super) async fn abort<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path(id): Path<String>,
) -> Answer<BotDone> {
    let (game, _) = program.game(&app, &id).await?;
    let game = game.id().code();
    program.ask(&app, |id| ClientMessage::Abort { id, game }).await?;
    Ok(Json(BotDone::YES))
}

pub(super) async fn resign<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path(id): Path<String>,
) -> Answer<BotDone> {
    let (game, _) = program.game(&app, &id).await?;
    give_up(&app, &program, &game).await
}

/// Gives a game up; one in which not both have moved is called off.
async fn give_up<D>(app: &App, program: &Program<D>, game: &Game) -> Answer<BotDone> {
    let code = game.id().code();
    if game.line().n_moves() < 2 {
        program.ask(app, |id| ClientMessage::Abort { id, game: code }).await?;
    } else {
        program.ask(app, |id| ClientMessage::Resign { id, game: code }).await?;
    }
    Ok(Json(BotDone::YES))
}

pub(super) async fn draw<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path((id, answer)): Path<(String, String)>,
) -> Answer<BotDone> {
    let (game, side) = program.game(&app, &id).await?;
    let code = game.id().code();
    let accept = answer == "yes" || answer == "true";
    let kind = draw_of(&game);
    let is_offered = game.offers().any(|it| it == (side.other(), kind));
    if is_offered {
        program.ask(&app, |id| ClientMessage::Answer { id, game: code, kind, accept }).await?;
    } else if accept {
        program.ask(&app, |id| ClientMessage::Offer { id, game: code, kind }).await?;
    } else {
        return Err(bad_request("No draw is offered"));
    }
    Ok(Json(BotDone::YES))
}

/// Says something. It is done also when nobody hears it (the program is muted, too fast, too
/// long, or speaks to spectators apart): a refusal would cost a program its first move.
pub(super) async fn say<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path(id): Path<String>,
    Fields(BotSays { room, text }): Fields<BotSays>,
) -> Answer<BotDone> {
    let (game, _) = program.game(&app, &id).await?;
    let code = game.id().code();
    if room != "spectator" {
        // Done all the same.
        let _ = program.ask(&app, |id| ClientMessage::Chat { id, game: code, text }).await;
    }
    Ok(Json(BotDone::YES))
}

pub(super) async fn said<D: Door>(
    State(app): State<App>,
    program: Program<D>,
    Path(id): Path<String>,
) -> Result<Json<Vec<BotSaid>>, Problem> {
    let (game, _) = program.game(&app, &id).await?;
    let lines = program.client(&app).await?.chat(game.id().code()).await.map_err(refused)?;
    let said = lines.into_iter().map(|line| BotSaid { user: speaker(&line), text: line.text });
    Ok(Json(said.collect()))
}
