//! `/api/v1/games/{code}/hint`: help for somebody who plays against a machine.

use axum::{
    Json,
    extract::{Path, State},
};
use komadai_engine::{Choice, Engine, Level};
use komadai_game::{Game, Phase};
use komadai_live::opponents::is_machine;
use komadai_protocol::{RefusalCode, http::games::GameHint};
use komadai_rules::{Line, Move, Side, Variant};

use super::games::find;
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    http::{answer::Answer, extract::Player, problem::Problem},
};

/// How well a hint is thought over: well above those who ask for one, and within a moment.
const LEVEL: u8 = 7;

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
        .run(Lane::Cheap, player.peer, move |deadline| thought(&line, deadline))
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

/// The built-in opponent's move; in the beginning of a game one that everybody learns to play first,
/// where it is about as good.
fn thought(line: &Line, deadline: &Deadline) -> Option<Choice> {
    let mut engine = Engine::new(line.position().variant());
    if let Some(mv) = first_move(&mut engine, line, deadline) {
        return Some(Choice::Move(mv));
    }
    engine.choose(line, Level::new(LEVEL)?, 0, &|| deadline.is_over()).choice
}

/// The bishop's way is opened, the rook's pawn goes on, and generals come up; as sente moves.
const FIRST_MOVES: [&str; 6] = ["7g7f", "2g2f", "2f2e", "3i4h", "6i7h", "4i5h"];

/// For so many plies a game begins.
const FIRST_PLIES: u32 = 12;

/// What looks worse by no more than this is about as good, in hundredths of a pawn.
const ABOUT_AS_GOOD: i32 = 60;

/// How far ahead is looked to compare them.
const FIRST_LEVEL: u8 = 5;

fn first_move(engine: &mut Engine, line: &Line, deadline: &Deadline) -> Option<Move> {
    let position = line.position();
    let variant = position.variant();
    if variant != Variant::standard() || line.n_moves() >= FIRST_PLIES {
        return None;
    }
    let level = Level::new(FIRST_LEVEL)?;
    let mut thought = |line: &Line| engine.choose(line, level, 0, &|| deadline.is_over());
    let Some(Choice::Move(best)) = thought(line).choice else { return None };
    // All are compared by what the other side can do then, the best move among them.
    let mut score_after = |mv: Move| {
        let mut after = line.clone();
        // What ends the game is no first move.
        matches!(after.play(mv), Ok(None)).then(|| -thought(&after).score)
    };
    let best = score_after(best)?;
    FIRST_MOVES.iter().find_map(|usi| {
        let usi = if position.turn() == Side::Sente { (*usi).to_owned() } else { across(usi) };
        let mv = Move::from_usi(variant, &usi).ok()?;
        let score = score_after(mv)?;
        (score >= best - ABOUT_AS_GOOD).then_some(mv)
    })
}

/// A move as the other side makes it.
fn across(usi: &str) -> String {
    let turned = |it: char| match it {
        '1'..='9' => char::from(b'0' + (b'9' + 1 - it as u8)),
        'a'..='i' => char::from(b'a' + (b'i' - it as u8)),
        other => other,
    };
    usi.chars().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use komadai_rules::{Position, RuleSet};

    use super::*;

    fn told(moves: &[&str]) -> String {
        let variant = Variant::standard();
        let mut line = Line::new(Position::start(variant), RuleSet::casual());
        for usi in moves {
            line.play(Move::from_usi(variant, usi).unwrap()).unwrap();
        }
        match thought(&line, &Deadline::after(Duration::from_secs(600))) {
            Some(Choice::Move(mv)) => mv.usi(variant).to_string(),
            other => format!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_game_begins_as_everybody_learns_it() {
        assert_eq!(told(&[]), "7g7f");
        assert_eq!(told(&["2g2f"]), "3c3d");
        assert_eq!(told(&["7g7f", "3c3d"]), "2g2f");
    }

    #[tokio::test]
    async fn what_hangs_is_taken_all_the_same() {
        // The bishop has gone where a pawn takes it.
        assert_eq!(told(&["7g7f", "3c3d", "2g2f", "2b5e", "2f2e", "5e4f"]), "4g4f");
    }
}
