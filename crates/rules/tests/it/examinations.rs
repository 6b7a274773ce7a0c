//! Compositions on which other programs have gone wrong, and mirror images of all kinds.

use komadai_rules::{
    Kind, Move, Piece, Position, Side, Square, Variant,
    tsume::{
        self, Answer, Examination, Fault, Second, Tsume, answer_within, collection, examine,
        with_whole_set,
    },
};

use crate::dice::Dice;

/// How many positions are looked at to examine one.
const NODES_MAX: u64 = 300_000;

/// What is to be said of a position: its solution, and the names of its faults, parted by spaces.
struct Case {
    sfen: &'static str,
    solution: &'static str,
    faults: &'static str,
}

fn read(sfen: &str) -> Position {
    Position::from_sfen(Variant::standard(), sfen).expect(sfen)
}

fn usi(mv: Move) -> String {
    mv.usi(Variant::standard()).to_string()
}

fn name(fault: &Fault) -> String {
    let text = format!("{fault:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

fn across(square: Square) -> Square {
    Square::new(10 - square.file(), square.rank()).expect("a square of the board")
}

/// A board of these pieces, all else in gote's hand but what sente holds.
fn set_up(piece_at: impl Fn(Square) -> Option<Piece>, held: &str) -> Position {
    let variant = Variant::standard();
    let mut ranks = Vec::new();
    for rank in 1..=9 {
        let (mut text, mut gap) = (String::new(), 0);
        for file in (1..=9).rev() {
            let Some(Piece { side, kind }) = Square::new(file, rank).and_then(&piece_at) else {
                gap += 1;
                continue;
            };
            let letter = variant.piece(kind).letter;
            let letter =
                if side == Side::Sente { letter.to_owned() } else { letter.to_lowercase() };
            text += &format!("{}{letter}", if gap > 0 { gap.to_string() } else { String::new() });
            gap = 0;
        }
        text += &if gap > 0 { gap.to_string() } else { String::new() };
        ranks.push(text);
    }
    with_whole_set(&read(&format!("{} b {held} 1", ranks.join("/"))))
}

fn mirrored(position: &Position) -> Position {
    let hand = position.hand(Side::Sente);
    let held: String = hand
        .map(|(kind, n)| Variant::standard().piece(kind).letter.repeat(usize::from(n)))
        .collect();
    set_up(|square| position.piece_at(across(square)), if held.is_empty() { "-" } else { &held })
}

fn mirrored_move(mv: Move) -> Move {
    let to = across(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => Move::board(across(from), to, mv.promotes()),
        (None, kind) => Move::drop(kind.expect("a drop"), to),
    }
}

fn mirrored_fault(fault: Fault) -> Fault {
    let second = |it: Second| Second { other: mirrored_move(it.other), ..it };
    match fault {
        Fault::SecondSolution(it) => Fault::SecondSolution(second(it)),
        Fault::EitherPromotion(it) => Fault::EitherPromotion(second(it)),
        Fault::OtherLastMove(it) => Fault::OtherLastMove(second(it)),
        other => other,
    }
}

/// Compares what is said of a position and of its mirror image, unless it is its own.
#[track_caller]
fn check_mirrored(position: &Position, nodes_max: u64) -> Examination {
    let (found, image) = (examine(position, nodes_max), mirrored(position));
    let of_image = examine(&image, nodes_max);
    assert_eq!(of_image.position.sfen(), image.sfen());
    if image.sfen() != found.position.sfen() {
        let solution: Vec<_> = of_image.solution.into_iter().map(mirrored_move).collect();
        let faults: Vec<_> = of_image.faults.into_iter().map(mirrored_fault).collect();
        assert_eq!((&solution, &faults), (&found.solution, &found.faults), "{}", position.sfen());
    }
    found
}

/// Positions from the trackers of other programs that solve tsume.
const CASES: &[Case] = &[
    // What stands between is pinned and guards nothing.
    Case { sfen: "kn3+R3/p8/1P7/9/9/9/9/9/B8 b 16p4l3n4s4gbr 1", solution: "9i5e", faults: "" },
    Case { sfen: "ks3+R3/p8/1P7/9/9/9/9/9/B8 b rb4g3s4n4l16p 1", solution: "9i5e", faults: "" },
    Case {
        sfen: "kn3+R3/9/1G1p5/9/9/9/p8/9/L8 b 16p3l3n4s3g2br 1",
        solution: "9i9g",
        faults: "PiecesLeft",
    },
    Case {
        sfen: "kb3+R3/9/1G1p5/9/9/9/p8/9/L8 b 16p3l4n4s3gbr 1",
        solution: "9i9g",
        faults: "PiecesLeft",
    },
    // Useless interpositions are no moves.
    Case {
        sfen: "2kp5/1P7/+b1+P1+R4/b8/2R6/9/9/9/9 b 4g4s4n4l15p 1",
        solution: "7c8c 9c7e 5c7c",
        faults: "",
    },
    Case {
        sfen: "9/1s1g5/k8/2+R6/9/S1R6/3B5/9/9 b b3g2s4n4l18p 1",
        solution: "7d9d 9c9d 7f7c+",
        faults: "",
    },
    Case {
        sfen: "9/9/2P6/9/4B4/9/2R6/+pk7/9 b Grb3g4s4n4l16p 1",
        solution: "G*7i 8h9i 7g9g",
        faults: "",
    },
    // The mate is there to be found.
    Case {
        sfen: "ln7/1k1B5/ppP6/3+R5/9/9/9/9/9 b Srb4g3s3n3l15p 1",
        solution: "6b7a+ 8b7a S*8b 7a8b 6d6b",
        faults: "EitherPromotion",
    },
    // Five plies, not seven.
    Case {
        sfen: "9/kpS6/9/1+B1R5/9/9/9/9/9 b Nrb4g3s3n4l17p 1",
        solution: "8d9c 9b9c N*8e 9c9b 6d9d",
        faults: "",
    },
    // Five useless interpositions in a row.
    Case { sfen: "1l7/kp7/9/9/+P8/9/9/9/L8 b 2r2b4g4s4n2l16p 1", solution: "9e8d", faults: "" },
    // The checking piece takes what comes between, and mates.
    Case { sfen: "9/9/9/k8/B8/+R8/9/9/9 b rb4g4s4n4l18p 1", solution: "9e7c+", faults: "" },
    // What the lance takes on its way to the king changes nothing of what follows.
    Case {
        sfen: "2p6/k8/9/2P6/+P8/9/9/9/L8 b G2r2b3g4s4n3l15p 1",
        solution: "9e8d 9b8a G*8b 8a8b 7d7c+ 8b8a 9i9b+ 8a9b 8d8c 9b9a 8c8b",
        faults: "OtherLastMove",
    },
];

/// Where a piece put between two squares away saves; whether there is a longer mate takes more
/// positions to tell than are looked at.
pub(crate) const NO_MATE_IN_ONE: &[&str] = &[
    "9/9/9/1pr6/2k6/2B2B3/2S3R2/9/9 b 4g3s4n4l17p 1",
    "4k4/5P3/5+B3/5B3/9/9/9/9/9 b L2r4g4s4n3l17p 1",
    "9/4+p4/1p7/1n2n4/2k6/2B2B3/2Sp2R2/9/9 b r4g3s2n4l15p 1",
    "4k4/9/5+B3/5B1N1/9/9/9/9/9 b L2r4g4s3n3l18p 1",
];

#[test]
fn where_others_went_wrong() {
    for Case { sfen, solution, faults } in CASES {
        let found = check_mirrored(&read(sfen), NODES_MAX);
        let moves: Vec<_> = found.solution.iter().copied().map(usi).collect();
        let names: Vec<_> = found.faults.iter().map(name).collect();
        assert_eq!(
            (moves.join(" ").as_str(), names.join(" ").as_str()),
            (*solution, *faults),
            "{sfen}"
        );
    }
    for sfen in NO_MATE_IN_ONE {
        assert!(check_mirrored(&read(sfen), NODES_MAX).solution.is_empty(), "{sfen}");
    }
}

/// A king near the top, pieces of both sides about it and one far away, and a few in hand.
fn scattered(dice: &mut Dice) -> Position {
    let variant = Variant::standard();
    let kind = |letter: &str| variant.kind(letter).expect("a piece of shogi");
    let around = |dice: &mut Dice, king: Square, reach: usize| {
        let away = |dice: &mut Dice| dice.below(2 * reach + 1) as i8 - reach as i8;
        let square = king.offset(away(dice), away(dice));
        square.filter(|it| it.file() <= 9 && it.rank() <= 9)
    };
    let king = Square::new(1 + dice.below(9) as u8, 1 + dice.below(3) as u8).expect("a square");
    let mut pieces = vec![(king, Piece { side: Side::Gote, kind: kind("K") })];
    let mut add = |square: Option<Square>, side: Side, kind: Kind| {
        if let Some(square) = square.filter(|it| pieces.iter().all(|(at, _)| at != it)) {
            pieces.push((square, Piece { side, kind }));
        }
    };
    for _ in 0..dice.below(5) {
        let letter = ["P", "L", "N", "S", "G", "+P", "B"][dice.below(7)];
        add(around(dice, king, 2), Side::Gote, kind(letter));
    }
    for _ in 0..2 + dice.below(3) {
        let letter = ["+P", "N", "S", "G", "+B", "+R", "B", "R"][dice.below(8)];
        add(around(dice, king, 2), Side::Sente, kind(letter));
    }
    let letter = ["L", "B", "R", "+B", "+R"][dice.below(5)];
    let far = Square::new(1 + dice.below(9) as u8, 4 + dice.below(6) as u8);
    add(far, Side::Sente, kind(letter));
    let held = ["-", "P", "L", "G", "S", "N", "GP", "SN", "LP"][dice.below(9)];
    set_up(|square| pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| *piece), held)
}

#[test]
fn mirror_images_are_judged_alike() {
    let mut dice = Dice(20_261_128);
    let (mut n_mates, mut n_given_up) = (0, 0);
    for _ in 0..400 {
        // So few that many are given up: that too is said of both.
        let found = check_mirrored(&scattered(&mut dice), 1_000);
        n_mates += usize::from(!found.solution.is_empty());
        n_given_up += usize::from(found.faults.contains(&Fault::GaveUp));
    }
    assert!(n_mates >= 20 && n_given_up >= 100, "{n_mates} mates, {n_given_up} given up");
}

/// A problem of the collection on the other side of the board.
fn mirrored_problem(problem: &Tsume) -> Tsume {
    let solution = problem.solution.iter().map(|&mv| mirrored_move(mv)).collect();
    Tsume::composed(problem.number, mirrored(&problem.start), solution)
}

#[test]
fn mirror_images_are_answered_alike() {
    let (mut n_replies, mut n_given_up) = (0, 0);
    let long = collection(Variant::standard()).iter().filter(|it| it.plies >= 7);
    for problem in long.step_by(8) {
        let image = mirrored_problem(problem);
        for &mv in &problem.start.legal_moves() {
            // So few that many are given up: that too is said of both.
            let told = answer_within(problem, &[mv], 150);
            let of_image = answer_within(&image, &[mirrored_move(mv)], 150);
            n_given_up += usize::from(told.is_err());
            n_replies += usize::from(matches!(told, Ok(Answer::Reply(..))));
            let expected = told.map(|answer| match answer {
                Answer::Reply(mv, next) => {
                    Answer::Reply(mirrored_move(mv), Box::new(mirrored(&next)))
                }
                other => other,
            });
            assert_eq!(of_image, expected, "{}: {}", problem.number, usi(mv));
        }
    }
    assert!(n_replies >= 50 && n_given_up >= 50, "{n_replies} replies, {n_given_up} given up");
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Whether the side to move is mated, each piece that it can put between answered by itself.
fn is_mated(position: &Position) -> bool {
    let is_useless = |mv: Move| {
        let next = after(position, mv);
        let moves = next.legal_moves();
        let mut takes = moves.iter().filter(|it| it.to() == mv.to() && it.from().is_some());
        mv.dropped().is_some() && takes.any(|&take| is_mated(&after(&next, take)))
    };
    position.is_check() && position.legal_moves().iter().all(|&mv| is_useless(mv))
}

/// A king in the first rank, a piece that goes far below it, some pieces around, and a piece or two
/// of a few kinds in gote's hand.
fn with_a_line(dice: &mut Dice) -> Option<Position> {
    let mut board = [[""; 9]; 9];
    let file = dice.below(9);
    board[0][file] = "k";
    board[4 + dice.below(5)][file] = ["R", "L", "+R"][dice.below(3)];
    for _ in 0..3 + dice.below(4) {
        let at = &mut board[dice.below(3)][(file + dice.below(3)).saturating_sub(1).min(8)];
        if at.is_empty() {
            *at = ["G", "S", "B", "+P", "p", "l", "s", "g", "n"][dice.below(9)];
        }
    }
    let mut hand = String::new();
    for kind in ["r", "b", "g", "s", "n", "l", "p"] {
        hand += ["", "", kind, &format!("2{kind}")][dice.below(4)];
    }
    let row = |row: &[&str; 9]| {
        let mut text = row.map(|it| if it.is_empty() { "1" } else { it }).concat();
        for n in (2..=9).rev() {
            text = text.replace(&"1".repeat(n), &n.to_string());
        }
        text
    };
    let board: Vec<String> = board.iter().map(row).collect();
    let hand = if hand.is_empty() { "-" } else { &hand };
    Position::from_sfen(Variant::standard(), &format!("{} w {hand} 1", board.join("/"))).ok()
}

#[test]
fn one_piece_between_answers_for_another_only_where_it_may() {
    let mut dice = Dice(1);
    let (mut n_mated, mut n_useless) = (0, 0);
    for _ in 0..100_000 {
        let Some(position) = with_a_line(&mut dice).filter(Position::is_check) else { continue };
        let expected = is_mated(&position);
        assert_eq!(tsume::is_mated(&position), expected, "{}", position.sfen());
        n_mated += usize::from(expected);
        n_useless += usize::from(expected && !position.legal_moves().is_empty());
    }
    assert!(n_mated > 100 && n_useless > 15, "{n_mated} {n_useless}");
}
