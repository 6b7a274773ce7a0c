//! `/api/v1/games/{code}/hint`: help for somebody who plays against a machine.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_engine::Choice;
use komadai_game::{Game, Phase};
use komadai_live::opponents::is_machine;
use komadai_protocol::{RefusalCode, http::games::GameHint};

use super::games::find;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{answer::Answer, extract::Player, problem::Problem},
};

/// How many small pieces of work one hint is: it takes tenths of a second where those take hundredths.
const HINT_WORK: u32 = 10;

pub(super) async fn hint(
    State(app): State<App>,
    player: Player,
    Path(code): Path<String>,
) -> Answer<GameHint> {
    let game = find(&app, &code).await?;
    may_ask(&game, &player)?;
    app.may_assist(Some(&player), player.peer, Some(game.line().position()))?;
    app.throttle.work(player.peer, HINT_WORK)?;
    let line = game.line().clone();
    let (ply, variant) = (line.n_moves(), line.position().variant());
    let choice = app
        .blocking_pool
        .run(Lane::Cheap, player.peer, move |deadline| {
            komadai_engine::hint(&line, &|| deadline.is_over())
        })
        .await?;
    let usi = match choice {
        Some(Choice::Move(mv)) => Some(mv.usi(variant).to_string()),
        Some(Choice::Declare) | None => None,
    };
    Ok(Json(GameHint { ply, usi }))
}

/// Only against a machine, where nobody is cheated, and only for the own next move.
fn may_ask(game: &Game, player: &Player) -> Result<(), Problem> {
    let refused = |code: RefusalCode| Err(Problem::new(code, code.message()));
    let Some(side) = game.side_of(player.id) else { return refused(RefusalCode::NotAPlayer) };
    let opponent = game.players().map(|players| &players[side.other()]);
    if game.setup().rated || opponent.is_none_or(|it| !is_machine(it.id)) {
        return refused(RefusalCode::NotAllowed);
    }
    match game.phase() {
        Phase::Waiting => refused(RefusalCode::NotStarted),
        Phase::Over => refused(RefusalCode::GameOver),
        Phase::Playing if game.turn() != side => refused(RefusalCode::NotYourTurn),
        Phase::Playing => Ok(()),
    }
}
