//! The solver on positions whose answer is known, and every problem of the collection.

use std::collections::HashSet;

use komadai_rules::{
    Move, Position, Problem, Variant,
    tsume::{
        Answer, COMPOSED_AFTER, Examination, Fault, Flaw, GaveUp, NUMBERS_OF_A_VARIANT, PLIES_MAX,
        Refutation, Theme, Tsume, TsumeLevel, answer, answer_within, collection, examine, find,
        is_mated, mates, mating_moves, of_day, position_key, prove, prove_within, refutation,
        same_as, themes, usual_rating, variants, with_whole_set,
    },
};

use crate::dice::{Dice, is_slow};

/// How many positions are looked at to examine one.
const NODES_MAX: u64 = 300_000;

/// Everything that is in neither hand nor on the board is the defender's.
fn position(board_and_hand: &str) -> Position {
    let (board, held) = board_and_hand.split_once(' ').expect("a board and a hand");
    let bare = Position::from_sfen(Variant::standard(), &format!("{board} b {held} 1"));
    with_whole_set(&bare.expect(board_and_hand))
}

fn usi_of(variant: Variant, moves: &[Move]) -> String {
    let texts: Vec<_> = moves.iter().map(|mv| mv.usi(variant).to_string()).collect();
    texts.join(" ")
}

#[track_caller]
fn check(text: &str, plies: u32, expected: Result<&str, Flaw>) {
    let found = prove(&position(text), plies);
    let found = found.map(|solution| usi_of(Variant::standard(), &solution));
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

/// What is said of a composition, second solutions with the move's number and text.
#[track_caller]
fn check_examined(text: &str, solution: &str, expected: &[&str]) {
    let Examination { position, faults, solution: found } = examine(&position(text), NODES_MAX);
    let variant = position.variant();
    let faults = faults.iter().map(|fault| match fault {
        Fault::SecondSolution(it) | Fault::EitherPromotion(it) | Fault::OtherLastMove(it) => {
            let name = format!("{fault:?}");
            let name = name.split('(').next().unwrap_or_default();
            format!("{name} {} {}", it.ply + 1, it.other.usi(variant))
        }
        other => format!("{other:?}"),
    });
    assert_eq!(
        (usi_of(variant, &found).as_str(), faults.collect::<Vec<_>>()),
        (solution, expected.iter().map(|&it| it.to_owned()).collect()),
        "{text}"
    );
}

#[test]
fn everything_that_is_wrong_is_told() {
    check_examined("4k4/9/4P4/9/9/9/9/9/9 G", "G*5b", &[]);
    check_examined("4k4/9/4P4/9/9/9/9/9/9 2G", "G*5b", &["PiecesLeft"]);
    check_examined("k8/9/1+P7/9/9/9/9/9/9 G", "G*8b", &["SecondSolution 1 G*9b"]);
    check_examined("4k4/9/9/9/9/9/9/9/9 G", "", &["NoMate"]);
    check_examined("9/9/4P4/9/9/9/9/9/9 G", "", &["NoKing"]);
    // §1.4: a pawn's drop may not mate.
    check_examined("7lk/9/7S1/9/9/9/9/9/9 P", "", &["NoMate"]);
    // Both promoted and not it is mate.
    let others = [
        "SecondSolution 1 2e2b+",
        "SecondSolution 1 1c1b+",
        "EitherPromotion 1 2e2a",
        "SecondSolution 1 1c1b",
    ];
    check_examined("8k/6K2/8P/9/7R1/9/9/9/9 -", "2e2a+", &others);
    let all_wrong = "4k4/4R4/4P4/4P4/9/9/9/9/9 w G 1";
    let all_wrong = Position::from_sfen(Variant::standard(), all_wrong).expect("a position");
    let told = examine(&all_wrong, NODES_MAX).faults;
    assert_eq!(told, [Fault::Illegal(Problem::Nifu), Fault::EvenLength]);
    // The number of positions decides, not the time.
    let hard = collection(Variant::standard()).iter().find(|it| it.plies == 5).expect("of five");
    let given_up = examine(&hard.start, 10);
    assert_eq!((given_up.faults.as_slice(), given_up.is_sound()), (&[Fault::GaveUp][..], false));
    assert_eq!(examine(&hard.start, 10), given_up);
    // Shogi's first problems, and the other variants', are older than the law that no later move
    // may mate two plies after the solution's either.
    let is_judged = |it: &&Tsume| it.number > 108 && it.start.variant() == Variant::standard();
    for problem in sample().into_iter().filter(is_judged) {
        let found = examine(&problem.start, NODES_MAX);
        let n = problem.number;
        assert!(found.is_sound(), "{n}: {:?}", found.faults);
        assert_eq!(found.solution.len() as u32, problem.plies, "{n}");
        assert_eq!(found.position, problem.start, "{n}");
    }
}

#[test]
fn themes_are_in_the_solution() {
    let check = |text: &str, solution: &str, expected: &[Theme]| {
        let start = position(text);
        let moves = solution.split(' ').map(|usi| Move::from_usi(start.variant(), usi));
        let moves: Vec<_> = moves.collect::<Result<_, _>>().expect(solution);
        assert_eq!(themes(&start, &moves), expected, "{text}");
    };
    check("4k4/9/4P4/9/9/9/9/9/9 G", "G*5b", &[Theme::Drop, Theme::NoMajors]);
    check(
        "8k/6S2/8P/9/7R1/9/9/9/9 -",
        "2e2a+",
        &[Theme::Promotion, Theme::EdgeKing, Theme::NothingInHand],
    );
    // Not promoting shows nothing where promoting mates as well.
    check("8k/6S2/8P/9/7R1/9/9/9/9 -", "2e2a", &[Theme::EdgeKing, Theme::NothingInHand]);
    // The rook goes aside and the lance behind it gives check.
    check(
        "4k4/4R4/9/9/9/9/9/9/4L4 -",
        "5b4b",
        &[Theme::NonPromotion, Theme::DiscoveredCheck, Theme::NothingInHand],
    );
    check(
        "4k4/4R4/9/9/9/9/9/9/4L4 -",
        "5b4b+",
        &[Theme::Promotion, Theme::DoubleCheck, Theme::DiscoveredCheck, Theme::NothingInHand],
    );
    check(
        "4k4/9/9/9/9/9/9/9/9 NR",
        "N*4c 5a4b R*4g P*4d",
        &[Theme::Drop, Theme::Knight, Theme::Interposition],
    );
    check("4k4/9/9/9/9/9/9/9/9 G", "G*5b 5a5b", &[Theme::Sacrifice, Theme::Drop, Theme::NoMajors]);
    // Every theme is there to be found.
    let shown: HashSet<Theme> =
        collection(Variant::standard()).iter().flat_map(|it| it.themes.clone()).collect();
    assert_eq!(shown.len(), Theme::ALL.len(), "{shown:?}");
}

/// Every problem where that is asked for, else some of shogi's and all of the other variants'.
fn sample() -> Vec<&'static Tsume> {
    let mut dice = Dice(20_261_126);
    let all = variants().flat_map(collection);
    let is_shogi = |it: &Tsume| it.start.variant() == Variant::standard();
    all.filter(|it| is_slow() || !is_shogi(it) || dice.below(16) == 0).collect()
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

/// A position of another variant, whose line is whole.
#[track_caller]
fn check_of(variant: &str, sfen: &str, plies: u32, expected: Result<&str, Flaw>) {
    let variant = Variant::from_name(variant).expect("a variant");
    let position = Position::from_sfen(variant, sfen).expect(sfen);
    let found = prove(&position, plies).map(|solution| usi_of(variant, &solution));
    assert_eq!(found.as_deref().map_err(|flaw| *flaw), expected, "{sfen}");
}

#[test]
fn each_variant_has_its_own_law() {
    // §14.2, §13.3: a dropped pawn may not mate, nor may a swallow.
    let pawn = "3lk/5/3S1/5/5/5 b P4g3s2nl5p 1";
    check_of("gorogoro_plus", pawn, 1, Err(Flaw::NoMate));
    let swallow = "5pk/7/6C/7/7/7/7 b S2f2l2r3c3p15s 1";
    check_of("tori", swallow, 1, Err(Flaw::NoMate));
    // §15.2: in cannon shogi a pawn may mate.
    let pawn = "7lk/9/7S1/9/9/9/9/9/9 b P2r2b2u2a2c2i4g3s4n3l9p 1";
    check_of("cannon", pawn, 1, Ok("P*1b"));
    // §10.3: in Kyoto shogi too, and its other side is another drop.
    let kyoto = Variant::from_name("kyoto").expect("a variant");
    let pawn = Position::from_sfen(kyoto, "3lk/5/3S1/5/5 b Pts2gp 1").expect("a position");
    assert_eq!(usi_of(kyoto, &mating_moves(&pawn, 1)), "P*1b R*1b R*1c");
    // §11.2: a tokin that goes behind the knight makes a gold of it, and that gives check.
    let lent = "2k6/2N6/3+P5/9/9/9/9/9/9 b 2r2b4g4s3n4l17p 1";
    check_of("annan", lent, 1, Ok("6c7c"));
    // (In shogi a knight could not stand there.)
    check_of("standard", lent, 1, Err(Flaw::Unplayable));
    // §11.5: only directly in front of the king a dropped pawn may not mate; here it moves as the
    // silver behind it.
    check_of("annan", "7lk/9/7S1/9/9/9/9/9/9 b P2r2b4g3s4n3l17p 1", 1, Err(Flaw::NoMate));
    let aside = "2+n6/2k6/9/3S5/9/1L7/9/9/9 b P2r2b4g3s3n3l17p 1";
    check_of("annan", aside, 1, Ok("P*6c"));
    // §7.4: who has one piece besides the king is not mated, but bared.
    let bared = "k12/l12/13/2D10/13/13/13/13/13/13/13/13/1F11 b - 1";
    check_of("heian_dai", bared, 1, Err(Flaw::Bare));
    // §8, §12: where no mate ends a game there are no problems.
    for variant in ["dobutsu", "check", "chu"] {
        assert!(collection(Variant::from_name(variant).expect("a variant")).is_empty());
    }
}

/// How many problems of shogi there are at least, by their plies.
const OF_SHOGI: [(u32, usize); 8] =
    [(1, 380), (3, 200), (5, 200), (7, 240), (9, 160), (11, 60), (13, 31), (15, 11)];

#[test]
fn every_problem_is_sound() {
    assert_eq!(variants().next(), Some(Variant::standard()));
    for (block, variant) in variants().enumerate() {
        let all = collection(variant);
        let of_length: &[(u32, usize)] =
            if variant == Variant::standard() { &OF_SHOGI } else { &[(1, 8), (3, 8)] };
        for &(plies, n_min) in of_length {
            let n = all.iter().filter(|it| it.plies == plies).count();
            assert!(n >= n_min, "only {n} of {plies} plies in {variant}");
        }
        assert!(all.len() >= 20, "only {} problems of {variant}", all.len());
        assert!(all.iter().all(|it| it.plies % 2 == 1 && it.plies <= PLIES_MAX));
        let distinct: HashSet<String> = all.iter().map(|it| it.start.sfen()).collect();
        assert_eq!(distinct.len(), all.len(), "one is there twice");
        for (place, problem) in (1..).zip(all) {
            let number = block as u32 * NUMBERS_OF_A_VARIANT + place;
            assert_eq!((problem.number, problem.place()), (number, place), "they go up by one");
            assert_eq!(find(number), Some(problem));
            assert_eq!(problem.start.variant(), variant);
        }
    }
    for problem in sample() {
        let number = problem.number;
        let found = prove_within(&problem.start, problem.plies, NODES_MAX);
        let solution = found.unwrap_or_else(|flaw| panic!("{number}: {flaw}"));
        assert_eq!(solution.len() as u32, problem.plies);
        let variant = problem.start.variant();
        let [told, found] = [&problem.solution, &solution].map(|it| usi_of(variant, it));
        assert_eq!(told, found, "{number}");
    }
}

#[test]
fn a_solver_is_answered() {
    for problem in sample() {
        let n = problem.number;
        let usi = |moves: &[Move]| usi_of(problem.start.variant(), moves);
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
fn a_wrong_move_is_refuted() {
    const REFUTED_WITHIN: u64 = 100_000;
    let (mut quiet, mut defended) = (0, 0);
    for problem in sample().into_iter().filter(|it| it.plies <= 5) {
        let n = problem.number;
        for &mv in problem.start.legal_moves().iter() {
            if answer(problem, &[mv]) != Answer::Failed {
                continue;
            }
            let mut after = problem.start.clone();
            after.play(mv);
            let told = refutation(problem, &[mv], REFUTED_WITHIN).expect("few positions");
            match told.unwrap_or_else(|| panic!("{n}: nothing against {mv:?}")) {
                Refutation::NoCheck => {
                    assert!(!after.is_check(), "{n}: {mv:?} is a check");
                    quiet += 1;
                }
                Refutation::Defence(defence, next) => {
                    assert!(after.is_check() && after.judge(defence).is_ok(), "{n}: {mv:?}");
                    after.play(defence);
                    assert_eq!(after, *next, "{n}: {mv:?}");
                    let is_mated_in_time = problem.plies > 1 && mates(&after, problem.plies - 2);
                    assert!(!is_mated_in_time, "{n}: {mv:?} mates all the same");
                    defended += 1;
                }
            }
        }
        assert_eq!(refutation(problem, &[], REFUTED_WITHIN), Ok(None), "{n}");
    }
    assert!(quiet > 0 && defended > 0, "{quiet} without a check, {defended} with one");
}

#[test]
fn a_refutation_is_the_plainest_there_is() {
    let told = |text: &str, usi: &str| {
        let problem = Tsume::composed(
            COMPOSED_AFTER + 1,
            position(text),
            vec![Move::from_usi(Variant::standard(), "G*5b").expect("a move")],
        );
        let mv = Move::from_usi(Variant::standard(), usi).expect("a move");
        match refutation(&problem, &[mv], 100_000) {
            Ok(Some(Refutation::Defence(mv, _))) => usi_of(Variant::standard(), &[mv]),
            other => format!("{other:?}"),
        }
    };
    // A gold that nothing protects is taken; from one beside it the king walks away.
    assert_eq!(told("4k4/9/4P4/9/9/9/9/9/9 G", "G*4a"), "5a4a");
    assert_eq!(told("4k4/9/3PP4/9/9/9/9/9/9 G", "G*6b"), "5a4a");
}

#[test]
fn days_go_through_all_problems_of_a_level_in_more_than_a_year() {
    let all = collection(Variant::standard());
    for level in TsumeLevel::ALL {
        let of_level = all.iter().filter(|it| TsumeLevel::of_plies(it.plies) == level);
        let n = of_level.count() as u64;
        assert!(n > 366, "only {n} are {level}");
        let days: Vec<_> = (20_000..20_000 + n).filter_map(|day| of_day(level, day)).collect();
        let distinct: HashSet<u32> = days.iter().map(|it| it.number).collect();
        assert_eq!(distinct.len() as u64, n, "{level}");
        assert!(days.iter().all(|it| TsumeLevel::of_plies(it.plies) == level));
        assert_eq!(of_day(level, 20_000 + n), days.first().copied(), "then from the beginning");
        assert_ne!(
            n % 7,
            0,
            "or some would come on Sundays only, which have problems of their own"
        );
    }
    assert_eq!(
        [1, 3, 5, 7, 15].map(TsumeLevel::of_plies).map(TsumeLevel::as_str),
        ["easy", "medium", "medium", "hard", "hard"]
    );
}

#[test]
fn a_mirror_image_is_the_same_problem() {
    let key = |text: &str| position_key(&position(text));
    let gold = key("3k5/9/+B2P5/9/9/9/9/9/9 G");
    assert_eq!(key("5k3/9/5P2+B/9/9/9/9/9/9 G"), gold);
    assert_ne!(key("5k3/9/+B4P3/9/9/9/9/9/9 G"), gold, "one piece stays where it was");
    assert_ne!(key("3k5/9/+B2P5/9/9/9/9/9/9 S"), gold, "another piece in hand");
    for problem in collection(Variant::standard()) {
        let sfen = problem.start.sfen();
        let (board, rest) = sfen.split_once(' ').expect("a board");
        let turned = board.split('/').map(|rank| {
            let signs: String = rank.chars().rev().collect();
            // Turned round, the sign of promotion stands behind its piece.
            let mut ordered = String::new();
            for sign in signs.chars() {
                let at = ordered.len() - usize::from(sign == '+');
                ordered.insert(at, sign);
            }
            ordered
        });
        let turned = format!("{} {rest}", turned.collect::<Vec<_>>().join("/"));
        let turned = Position::from_sfen(Variant::standard(), &turned).expect(&turned);
        assert_eq!(position_key(&turned), position_key(&problem.start));
        assert!(same_as(&turned).is_some() && same_as(&problem.start).is_some(), "{sfen}");
    }
    assert_eq!(same_as(&position("4k4/9/4P4/9/9/9/9/9/9 2G")), None);
}

#[test]
fn a_composition_is_answered_as_any_problem() {
    let start = position("4k4/9/4P4/9/9/9/9/9/9 G");
    let solution = prove(&start, 1).expect("a sound position");
    let problem = Tsume::composed(COMPOSED_AFTER + 1, start, solution.clone());
    assert_eq!((problem.plies, problem.place()), (1, problem.number));
    assert_eq!(answer_within(&problem, &solution, 100_000), Ok(Answer::Solved));
    let wrong = Move::from_usi(Variant::standard(), "G*4b").expect("a move");
    assert_eq!(answer_within(&problem, &[wrong], 100_000), Ok(Answer::Failed));
    let long = collection(Variant::standard()).iter().max_by_key(|it| it.plies).expect("one");
    assert!(matches!(answer_within(long, &long.solution[..1], 1), Ok(Answer::Reply(..))));
    let gives_up = collection(Variant::standard()).iter().any(|problem| {
        let moves = problem.start.legal_moves();
        moves.iter().any(|&mv| answer_within(problem, &[mv], 1) == Err(GaveUp))
    });
    assert!(gives_up, "another check takes more than one position to look at");
}

#[test]
fn a_composition_is_as_hard_as_its_like() {
    for (plies, _) in OF_SHOGI {
        let all = collection(Variant::standard()).iter().filter(|it| it.plies == plies);
        let ratings: Vec<_> = all.map(|it| it.rating).collect();
        let mean = ratings.iter().sum::<u32>() / ratings.len() as u32;
        assert!(usual_rating(plies).abs_diff(mean) < 60, "{plies}: {mean}");
    }
}
