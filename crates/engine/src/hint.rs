//! What somebody who plays against a machine is advised to do.

use komadai_rules::{Line, Move, Side, Variant};

use crate::{Choice, Engine, Level};

/// How well a hint is thought over: well above those who ask for one, and within a moment.
const LEVEL: u8 = 7;

/// The bishop's way is opened, the rook's pawn goes on, and generals come up; as sente moves.
const FIRST_MOVES: [&str; 6] = ["7g7f", "2g2f", "2f2e", "3i4h", "6i7h", "4i5h"];

/// For so many plies a game begins.
const FIRST_PLIES: u32 = 12;

/// What looks worse by no more than this is about as good, in hundredths of a pawn.
const ABOUT_AS_GOOD: i32 = 60;

/// How far ahead is looked to compare them.
const FIRST_LEVEL: u8 = 5;

/// The engine's own choice; in the beginning of a game of shogi a move that everybody learns to
/// play first, where it is about as good. `None` where there is no move that may be made, or
/// `stop` came before one was found.
pub fn hint(line: &Line, stop: &(dyn Fn() -> bool + Sync)) -> Option<Choice> {
    let mut engine = Engine::new(line.position().variant());
    if let Some(mv) = first_move(&mut engine, line, stop) {
        return Some(Choice::Move(mv));
    }
    engine.choose(line, Level::new(LEVEL)?, 0, stop).choice
}

fn first_move(engine: &mut Engine, line: &Line, stop: &(dyn Fn() -> bool + Sync)) -> Option<Move> {
    let position = line.position();
    let variant = position.variant();
    if variant != Variant::standard() || line.n_moves() >= FIRST_PLIES {
        return None;
    }
    let level = Level::new(FIRST_LEVEL)?;
    let mut thought = |line: &Line| engine.choose(line, level, 0, stop);
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
