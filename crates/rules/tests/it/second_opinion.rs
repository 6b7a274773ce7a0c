//! The `rsshogi` crate's opinion on legal moves, checks and repetition.

use std::collections::BTreeSet;

use komadai_rules::{
    Handicap, ImpassePolicy, Line, Move, Position, Reason, RuleSet, Side, Variant,
};
use rsshogi::{
    board::{Move32List, generate_legal_all_move32, position_from_sfen},
    types::RepetitionState,
};

use crate::dice::{Dice, is_slow};

/// Plays random games, mostly of all kinds of moves, some of few moves to and fro, and compares
/// every position.
#[test]
fn both_say_the_same() {
    let n_positions = if is_slow() { 30_000 } else { 4_000 };
    let mut dice = Dice(1);
    let mut seen = 0;
    let mut ends = Vec::new();
    while seen < n_positions {
        let dither = dice.below(2) == 0;
        let start = match dice.below(4) {
            // A rook and bare kings: checks without end.
            0 | 1 if dither => "4k4/9/9/9/9/9/9/9/K4R3 b - 1".to_owned(),
            0 => handicap(&mut dice).sfen(),
            1 => endgame(&mut dice),
            _ => Variant::standard().def().start.to_owned(),
        };
        let (n, end) = compare_game(&start, dither, &mut dice);
        seen += n;
        ends.extend(end);
    }
    for reason in [Reason::Checkmate, Reason::Repetition, Reason::PerpetualCheck] {
        assert!(ends.contains(&reason), "no game ended by {reason}");
    }
}

fn handicap(dice: &mut Dice) -> &'static Position {
    let handicap = Handicap::LADDER[dice.below(Handicap::LADDER.len())];
    handicap.start(Variant::standard()).expect("a handicap of shogi")
}

/// Few pieces and perhaps some in hand: mates, uchifuzume and repetitions come soon.
fn endgame(dice: &mut Dice) -> String {
    let starts = [
        "8k/9/9/9/9/9/9/9/K8 b 2R2G9P 1",
        "7nk/9/9/9/9/9/9/9/K8 b 4G4P2r2b9p 1",
        "k8/9/9/9/9/9/9/9/8K w RBrb4p4P2L2l 1",
        "3gkg3/9/9/9/9/9/9/9/3GKG3 b 9P9p 1",
        "4k4/9/4+P4/9/9/9/4+p4/9/4K4 b RBGSNLPrbgsnlp 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    ];
    starts[dice.below(starts.len())].to_owned()
}

fn compare_game(start: &str, dither: bool, dice: &mut Dice) -> (usize, Option<Reason>) {
    let variant = Variant::standard();
    let mut theirs = position_from_sfen(start).expect(start);
    theirs.init_stack();
    let rules = RuleSet { impasse: ImpassePolicy::None, max_moves: None, ..RuleSet::casual() };
    let mut line = Line::new(Position::from_sfen(variant, start).expect(start), rules);
    let mut list = Move32List::new();
    for n in 0..200 {
        let position = line.position();
        list.clear();
        generate_legal_all_move32(&theirs, &mut list);
        let their_moves: BTreeSet<_> = list.iter().map(|mv| mv.to_usi()).collect();
        let moves = position.legal_moves();
        let our_moves: BTreeSet<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
        assert_eq!(our_moves, their_moves, "{}", position.sfen());
        assert_eq!(position.is_check(), !theirs.checkers().is_empty(), "{}", position.sfen());
        assert_eq!(position.sfen(), theirs.to_sfen(None), "after {n} moves from {start}");

        let Some(mv) = choose(&line, dither, dice) else { return (n + 1, None) };
        let usi = mv.usi(variant).to_string();
        let their_move = list.iter().find(|mv| mv.to_usi() == usi).copied().expect("the same");
        theirs.apply_move32(their_move);
        let ending = line.play(mv).expect("a legal move");
        compare_repetition(
            &line,
            theirs.repetition_state(),
            ending.map(|ending| (ending.reason, ending.winner)),
        );
        if let Some(ending) = ending {
            return (n + 1, Some(ending.reason));
        }
    }
    (200, None)
}

/// A random move, or where the game is to dither mostly one that brings back a position, for sente
/// with check where that can be.
fn choose(line: &Line, dither: bool, dice: &mut Dice) -> Option<Move> {
    let position = line.position();
    if !dither || dice.below(12) == 0 {
        return dice.legal_move(position);
    }
    let mut moves = position.legal_moves().to_vec();
    moves.sort();
    let rate = |mv: &Move| {
        let mut next = line.clone();
        next.replay(*mv);
        let check = position.turn() == Side::Sente && next.position().is_check();
        (check, next.repetitions())
    };
    let best = moves.iter().map(rate).max()?;
    let best: Vec<_> = moves.iter().filter(|mv| rate(mv) == best).collect();
    Some(*best[dice.below(best.len())])
}

#[track_caller]
fn compare_repetition(line: &Line, theirs: RepetitionState, ours: Option<(Reason, Option<Side>)>) {
    let sfen = line.position().sfen();
    let turn = line.position().turn();
    match ours {
        Some((Reason::Repetition, None)) => assert_eq!(theirs, RepetitionState::Draw, "{sfen}"),
        // Theirs is the view of the side to move.
        Some((Reason::PerpetualCheck, winner)) => {
            let expected =
                if winner == Some(turn) { RepetitionState::Win } else { RepetitionState::Lose };
            assert_eq!(theirs, expected, "{sfen}");
        }
        _ => {
            let fourth = matches!(
                theirs,
                RepetitionState::Draw | RepetitionState::Win | RepetitionState::Lose
            );
            let mated = ours.is_some();
            assert!(mated || !fourth, "{sfen}: {theirs:?} at {} times", line.repetitions());
        }
    }
}
