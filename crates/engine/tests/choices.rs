//! What the engine chooses where there is something to find, and that it plays every variant.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

use komadai_engine::{Choice, Engine, Level, Limits, Report, hint};
use komadai_rules::{Line, Move, Position, RuleSet, Side, Variant};

fn line(sfen: &str) -> Line {
    let position = Position::from_sfen(Variant::standard(), sfen).unwrap();
    Line::new(position, RuleSet::casual())
}

/// After some moves from a position of a variant, one ply ahead: the best move and its score.
fn next_move(variant: &str, sfen: &str, moves: &[&str]) -> (String, i32) {
    let variant = Variant::from_name(variant).unwrap();
    let start = Position::from_sfen(variant, sfen).unwrap();
    let mut line = Line::new(start, RuleSet::casual());
    for usi in moves {
        line.play(Move::from_usi(variant, usi).unwrap()).unwrap();
    }
    let limits = Limits { depth: 1, ..Limits::NONE };
    let mut engine = Engine::new(variant);
    let thought = engine.think(&line, &limits, &|| false, &mut |_| ControlFlow::Continue(()));
    let Some(Choice::Move(mv)) = thought.choice else { panic!("{thought:?}") };
    (mv.usi(variant).to_string(), thought.score)
}

fn strongest() -> Level {
    Level::new(Level::COUNT).unwrap()
}

fn move_in(line: &Line, level: Level) -> String {
    let mut engine = Engine::new(line.position().variant());
    match engine.choose(line, level, 1, &|| false).choice {
        Some(Choice::Move(mv)) => mv.usi(line.position().variant()).to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_mate_in_one_is_found_by_every_careful_level() {
    // A gold dropped on the king's head.
    let line = line("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    for level in Level::all().skip(3) {
        assert_eq!(move_in(&line, level), "G*5b", "level {}", level.number());
    }
}

#[test]
fn a_mate_in_three_is_found() {
    // G*4b K5a-6a G*6b would let go; the gold behind the king first.
    let line = line("4k4/9/4S4/9/9/9/9/9/4K4 b 2G 1");
    let variant = Variant::standard();
    let mut engine = Engine::new(variant);
    let thought = engine.choose(&line, strongest(), 1, &|| false);
    assert!(thought.score > 900_000, "{thought:?}");
}

#[test]
fn what_hangs_is_taken_and_nothing_is_left_hanging() {
    // The rook on 5e can be taken by the lance; nothing protects it.
    let line = line("lnsgkgsnl/9/ppppppppp/9/4r4/9/PPPP1PPPP/4L4/LNSGKGSN1 b - 1");
    for level in Level::all().skip(4) {
        assert_eq!(move_in(&line, level), "5h5e", "level {}", level.number());
    }
}

#[test]
fn impasse_is_declared_when_it_wins() {
    let sfen = "+P+P+P+PK+P+P+P+P/1+R+R1+B+B3/9/9/9/9/9/9/4k4 b 4G4S4N4L10P 1";
    let line = line(sfen);
    let thought = Engine::new(Variant::standard()).choose(&line, strongest(), 1, &|| false);
    assert_eq!(thought.choice, Some(Choice::Declare));
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let line = line("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    for level in Level::all().take(6) {
        assert_eq!(move_in(&line, level), move_in(&line, level));
    }
}

#[test]
fn it_stops_when_it_is_told() {
    let line = line("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Relaxed) >= 3;
    let thought = Engine::new(Variant::standard()).choose(&line, strongest(), 1, &stop);
    assert!(thought.choice.is_some());
    assert!(thought.nodes <= 5 * 1_024, "{thought:?}");
}

#[test]
fn every_variant_is_played_to_its_end_by_moves_that_are_legal() {
    const PLIES: u32 = 300;
    for &variant in Variant::all() {
        let mut engine = Engine::new(variant);
        let mut line = Line::new(Position::start(variant), RuleSet::casual());
        let mut ended = None;
        while ended.is_none() && line.n_moves() < PLIES {
            // Sente sees a little, and gote nearly nothing, so that the game ends.
            let nodes = if line.position().turn() == Side::Sente { 200 } else { 20 };
            let limits = Limits { nodes, ..Limits::NONE };
            let on = &mut |_: &Report<'_>| ControlFlow::Continue(());
            let thought = engine.think(&line, &limits, &|| false, on);
            let Some(Choice::Move(mv)) = thought.choice else { break };
            ended = line.play(mv).unwrap();
        }
        println!("{}: {} plies, {ended:?}", variant.name(), line.n_moves());
        assert!(ended.is_some() || line.n_moves() == PLIES, "{}", variant.name());
    }
}

#[test]
fn a_game_that_is_over_has_no_choice() {
    let mut line = line("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let mate = Move::from_usi(Variant::standard(), "G*5b").unwrap();
    assert!(line.play(mate).unwrap().is_some());
    let thought = Engine::new(Variant::standard()).choose(&line, strongest(), 1, &|| false);
    assert_eq!(thought.choice, None);
}

#[test]
fn a_lion_takes_two_at_once_and_a_royal_before_anything() {
    let chu = Variant::from_name("chu").unwrap();
    let of = |sfen: &str| Line::new(Position::from_sfen(chu, sfen).unwrap(), RuleSet::casual());
    // A free king behind a rook, neither protected.
    let both = of("k11/12/12/6q5/6r5/6N5/12/12/12/12/PPP9/KG10 b - 1");
    // The king beside the queen.
    let royal = of("12/12/12/4k1q5/6p5/6N5/12/12/12/12/PPP9/KG10 b - 1");
    for level in Level::all().skip(4) {
        assert_eq!(move_in(&both, level), "6f6e6d", "level {}", level.number());
        assert_eq!(move_in(&royal, level), "6f8d", "level {}", level.number());
    }
}

#[test]
fn in_minishogi_repetition_is_the_loss_of_sente() {
    // Gote is ahead, and repeats.
    let moves = ["1e2e", "5a4a", "2e1e"];
    let (mv, score) = next_move("minishogi", "k4/5/2r2/5/4K b - 1", &moves);
    assert_eq!(mv, "4a5a");
    assert!(score > 400_000, "{score}");
    // Sente is behind, and does not.
    let moves = ["5a4a", "1e2e", "4a5a"];
    let (mv, score) = next_move("minishogi", "k4/5/2r2/5/4K w - 1", &moves);
    assert_ne!(mv, "2e1e");
    assert!(score > -400_000, "{score}");
}

fn hint_after(moves: &[&str]) -> String {
    let variant = Variant::standard();
    let mut line = Line::new(Position::start(variant), RuleSet::casual());
    for usi in moves {
        line.play(Move::from_usi(variant, usi).unwrap()).unwrap();
    }
    match hint(&line, &|| false) {
        Some(Choice::Move(mv)) => mv.usi(variant).to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_hint_begins_a_game_as_everybody_learns_it() {
    assert_eq!(hint_after(&[]), "7g7f");
    assert_eq!(hint_after(&["2g2f"]), "3c3d");
    assert_eq!(hint_after(&["7g7f", "3c3d"]), "2g2f");
}

#[test]
fn a_hint_takes_what_hangs_all_the_same() {
    // The bishop has gone where a pawn takes it.
    assert_eq!(hint_after(&["7g7f", "3c3d", "2g2f", "2b5e", "2f2e", "5e4f"]), "4g4f");
}

#[test]
fn what_loses_nothing_by_promoting_is_promoted() {
    // The bishops are exchanged, and a pawn is in hand.
    let line = line("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b Pp 3");
    let limits = Limits { nodes: 20_000, lines: 30, ..Limits::NONE };
    let mut engine = Engine::new(Variant::standard());
    let mut seen = Vec::new();
    engine.think(&line, &limits, &|| false, &mut |report| {
        seen.extend(report.moves.iter().take(1).copied());
        ControlFlow::Continue(())
    });
    let bishop_takes = |mv: &&Move| mv.usi(Variant::standard()).to_string().starts_with("8h2b");
    assert!(seen.iter().any(|mv| bishop_takes(&mv)));
    assert!(seen.iter().filter(bishop_takes).all(|mv| mv.promotes()), "{seen:?}");
}
