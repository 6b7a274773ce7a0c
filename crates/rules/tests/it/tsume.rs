//! The solver on positions whose answer is known, and every problem of the collection.

use std::collections::HashSet;

use komadai_rules::{
    Move, Position, Variant,
    tsume::{Answer, Flaw, answer, collection, is_mated, mating_moves, of_day, prove},
};

/// Everything that is in neither hand nor on the board is the defender's.
fn position(board_and_hand: &str) -> Position {
    let variant = Variant::standard();
    let (board, held) = board_and_hand.split_once(' ').expect("a board and a hand");
    let bare = Position::from_sfen(variant, &format!("{board} b {held} 1")).expect(board_and_hand);
    let mut rest = String::new();
    for (letter, n_all) in [("R", 2), ("B", 2), ("G", 4), ("S", 4), ("N", 4), ("L", 4), ("P", 18)] {
        let kind = variant.kind(letter).expect("a kind of shogi");
        let standing = bare.pieces().filter(|(_, it)| variant.unpromoted(it.kind) == kind).count();
        let held = usize::from(bare.hand_count(bare.turn(), kind));
        rest += &match n_all - standing - held {
            0 => String::new(),
            n => format!("{n}{}", letter.to_lowercase()),
        };
    }
    let held = held.trim_start_matches('-');
    Position::from_sfen(variant, &format!("{board} b {held}{rest} 1")).expect(board_and_hand)
}

fn usi(moves: &[Move]) -> String {
    let texts: Vec<_> = moves.iter().map(|mv| mv.usi(Variant::standard()).to_string()).collect();
    texts.join(" ")
}

#[track_caller]
fn check(text: &str, plies: u32, expected: Result<&str, Flaw>) {
    let found = prove(&position(text), plies).map(|solution| usi(&solution));
    assert_eq!(found.as_deref().map_err(|flaw| *flaw), expected, "{text}");
}

#[test]
fn what_is_sound_and_what_is_not() {
    // 頭金: gold on the head of the king.
    check("4k4/9/4P4/9/9/9/9/9/9 G", 1, Ok("G*5b"));
    check("4k4/9/4P4/9/9/9/9/9/9 G", 3, Err(Flaw::Shorter));
    check("4k4/9/9/9/9/9/9/9/9 G", 1, Err(Flaw::NoMate));
    // Two golds: one is left over.
    check("4k4/9/4P4/9/9/9/9/9/9 2G", 1, Err(Flaw::PiecesLeft));
    check("k8/9/1+P7/9/9/9/9/9/9 G", 1, Err(Flaw::OtherFirstMove));
    check("9/9/9/9/9/9/9/9/9 G", 1, Err(Flaw::Unplayable));
    let all_pieces_but_one = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l16p 1";
    let bare = Position::from_sfen(Variant::standard(), all_pieces_but_one).expect("a position");
    assert_eq!(prove(&bare, 1), Err(Flaw::SetNotWhole));
    // §1.4: a pawn's drop may not mate.
    check("7lk/9/7S1/9/9/9/9/9/9 P", 1, Err(Flaw::NoMate));
}

#[test]
fn a_piece_that_is_just_taken_is_no_defence() {
    let variant = Variant::standard();
    // The rook checks from afar; whatever comes between is taken, and it is mate as before.
    let far = Position::from_sfen(variant, "k8/9/1+P7/9/9/9/9/9/R8 w r2b4g4s4n4l17p 1");
    let far = far.expect("a position");
    assert!(!far.is_mate() && !far.legal_moves().is_empty());
    assert!(!is_mated(&far), "the king goes aside");
    let held = Position::from_sfen(variant, "kp7/1p7/9/1N7/9/9/9/9/R8 w r2b4g4s3n4l16p 1");
    assert!(
        is_mated(&held.expect("a position")),
        "only pieces between are left, and all are taken"
    );
    // A piece between that is guarded is a defence.
    let guarded = Position::from_sfen(variant, "kp7/1p7/1p7/9/g8/9/9/9/R8 w r2b3g4s4n4l15p 1");
    assert!(!is_mated(&guarded.expect("a position")));
}

#[test]
fn every_problem_is_sound() {
    let all = collection();
    assert!(all.len() >= 60, "only {} problems", all.len());
    for plies in [1, 3, 5] {
        assert!(all.iter().filter(|it| it.plies == plies).count() >= 12, "few of {plies} plies");
    }
    let distinct: HashSet<String> = all.iter().map(|it| it.start.sfen()).collect();
    assert_eq!(distinct.len(), all.len(), "one is there twice");
    for (place, problem) in all.iter().enumerate() {
        assert_eq!(problem.number as usize, place + 1, "numbers go up by one");
        let found = prove(&problem.start, problem.plies);
        let solution = found.unwrap_or_else(|flaw| panic!("{}: {flaw}", problem.number));
        assert_eq!(solution.len() as u32, problem.plies);
        assert_eq!(usi(&problem.solution), usi(&solution), "{}", problem.number);
    }
}

#[test]
fn a_solver_is_answered() {
    for problem in collection() {
        let n = problem.number;
        for ply in 0..problem.plies as usize {
            let (line, is_solver) = (&problem.solution[..=ply], ply % 2 == 0);
            let expected = match problem.solution.get(ply + 1) {
                _ if !is_solver => Answer::NoLine,
                None => Answer::Solved,
                Some(&reply) => {
                    let mut after = problem.start.clone();
                    problem.solution[..ply + 2].iter().for_each(|&mv| after.play(mv));
                    Answer::Reply(reply, Box::new(after))
                }
            };
            assert_eq!(answer(problem, line), expected, "{n} after {}", usi(line));
        }
        assert_eq!(answer(problem, &[]), Answer::NoLine, "{n}");
        // Every last move that mates is right, and nothing else is.
        let before_last = &problem.solution[..problem.plies as usize - 1];
        let mut position = problem.start.clone();
        before_last.iter().for_each(|&mv| position.play(mv));
        let right = mating_moves(&position, 1);
        let legal = position.legal_moves();
        let wrong = legal.iter().find(|mv| !right.contains(mv));
        let tried = right.iter().map(|&mv| (mv, Answer::Solved));
        for (mv, expected) in tried.chain(wrong.map(|&mv| (mv, Answer::Failed))) {
            assert_eq!(answer(problem, &[before_last, &[mv]].concat()), expected, "{n}: {mv:?}");
        }
    }
}

#[test]
fn days_go_through_all_problems() {
    let n = collection().len() as u64;
    let days: HashSet<u32> =
        (20_000..20_000 + n).filter_map(|day| Some(of_day(day)?.number)).collect();
    assert_eq!(days.len() as u64, n);
}
