//! §2, §7.4, §8: how games end, apart from impasse.

use komadai_rules::{
    DrawPolicy, Ending, Illegal, IllegalPolicy, Line, Move, Position, Reason, RuleSet, Side,
    Variant,
};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

pub(crate) fn line(variant: &str, sfen: &str, rules: RuleSet) -> Line {
    let variant: Variant = variant.parse().expect(variant);
    Line::new(Position::from_sfen(variant, sfen).expect(sfen), rules)
}

/// Plays moves that must not end the game before the last, and gives what the last did.
#[track_caller]
pub(crate) fn play(line: &mut Line, moves: &str) -> Option<Ending> {
    let variant = line.position().variant();
    let mut ending = None;
    for usi in moves.split_whitespace() {
        assert_eq!(ending, None, "over before {usi}, after {:?}", line.moves());
        let mv = Move::from_usi(variant, usi).expect(usi);
        ending = line.play(mv).unwrap_or_else(|illegal| panic!("{usi}: {illegal}"));
    }
    ending
}

/// Reason, winner, replay, as text: `checkmate sente`, `repetition - replay`.
pub(crate) fn words(ending: Option<Ending>) -> String {
    let Some(ending) = ending else { return "running".to_owned() };
    let winner = ending.winner.map_or("-", Side::as_str);
    let replay = if ending.replay { " replay" } else { "" };
    let illegal = ending.illegal.map_or(String::new(), |illegal| format!(" {illegal}"));
    format!("{} {winner}{replay}{illegal}", ending.reason)
}

#[track_caller]
fn check_in(variant: &str, sfen: &str, rules: RuleSet, moves: &str, expected: &str) {
    let mut line = line(variant, sfen, rules);
    let ending = play(&mut line, moves);
    assert_eq!(words(ending), expected, "{variant} {sfen} {moves}");
    let illegal = ending.is_some_and(|ending| ending.reason == Reason::IllegalMove);
    if !illegal {
        assert_eq!(line.ending(), ending, "asked again");
    }
}

#[track_caller]
fn check(sfen: &str, rules: RuleSet, moves: &str, expected: &str) {
    check_in("standard", sfen, rules, moves, expected);
}

#[test]
fn mate_ends_the_game() {
    let casual = RuleSet::casual();
    check("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", casual, "1c1b", "checkmate sente");
    check("7nk/9/8G/9/9/9/9/9/4K4 b G 1", casual, "G*1b", "checkmate sente");
    check("7nk/9/8G/9/9/9/9/9/4K4 b G 1", casual, "G*3b", "running");
    check("4k4/9/9/9/9/9/g8/9/KN7 w g 1", casual, "G*9h", "checkmate gote");
    // No check, no move: loses too.
    check("8k/6G2/8G/9/9/9/9/9/4K4 b - 1", casual, "3b3a", "no_moves sente");
    // Not with something in hand.
    check("8k/6G2/8G/9/9/9/9/9/4K4 b p 1", casual, "3b3a", "running");
    // A start may be the end already.
    assert_eq!(
        words(line("standard", "7nk/8G/8P/9/9/9/9/9/4K4 w - 1", casual).ending()),
        "checkmate sente"
    );
}

#[test]
fn an_illegal_move_is_refused_or_loses() {
    let usi = |text| Move::from_usi(Variant::standard(), text).expect("a move");
    for policy in [IllegalPolicy::Reject, IllegalPolicy::Loses] {
        let mut line = line("standard", START, RuleSet { illegal: policy, ..RuleSet::casual() });
        assert_eq!(line.play(usi("7g7f")), Ok(None));
        let verdict = line.play(usi("7f7e"));
        match policy {
            IllegalPolicy::Reject => assert_eq!(verdict, Err(Illegal::NotYourPiece)),
            IllegalPolicy::Loses => {
                let ending = verdict.expect("an end");
                assert_eq!(words(ending), "illegal_move sente not_your_piece");
            }
        }
        assert_eq!(line.n_moves(), 1);
    }
    let loses = RuleSet::tournament();
    check(START, loses, "2h2b", "illegal_move gote cannot_move_there");
    check(START, loses, "P*5e", "illegal_move gote not_in_hand");
    check("4k4/9/9/9/9/9/P8/9/4K4 b P 1", loses, "P*9e", "illegal_move gote nifu");
    check("7nk/9/8G/9/9/9/9/9/4K4 b P 1", loses, "P*1b", "illegal_move gote uchifuzume");
    check("4k4/9/9/9/9/4r4/9/9/4K4 b P 1", loses, "P*1b", "illegal_move gote leaves_king_in_check");
    check("8k/9/9/9/9/9/9/l8/4K4 w - 1", loses, "9h9i", "illegal_move sente must_promote");
}

const SHUFFLE: &str = "2h3h 8b7b 3h2h 7b8b";

#[test]
fn the_fourth_time_draws_or_is_replayed() {
    let three = [SHUFFLE; 3].join(" ");
    check(START, RuleSet::casual(), &three, "repetition -");
    check(START, RuleSet::tournament(), &three, "repetition - replay");
    // The start counts: with a move before, it takes one more.
    check(START, RuleSet::casual(), &format!("7g7f 3c3d {SHUFFLE} {SHUFFLE}"), "running");
    let mut line = line("standard", START, RuleSet::casual());
    let seen: Vec<_> = three
        .split(' ')
        .map(|usi| {
            play(&mut line, usi);
            line.repetitions()
        })
        .collect();
    assert_eq!(seen, [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
}

#[test]
fn other_hands_or_another_mover_are_another_position() {
    // The rooks trade pawns for nothing but the hand: the board comes back, the hands do not.
    let sfen = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
    let mut line1 = line("standard", sfen, RuleSet::casual());
    // The same board with gote to move is another position.
    play(&mut line1, "9i8i 5a5b 8i9i 5b5a");
    assert_eq!(line1.repetitions(), 2);
    play(&mut line1, "9i7i 5a5b 7i8i 5b5a 8i9i");
    assert_eq!(line1.repetitions(), 1);
    let key = |sfen| Position::from_sfen(Variant::standard(), sfen).expect("a position").key();
    assert_ne!(key("4k4/9/9/9/9/9/9/9/4K4 b P 1"), key("4k4/9/9/9/9/9/9/9/4K4 b 2P 1"));
    assert_ne!(key("4k4/9/9/9/9/9/9/9/4K4 b P 1"), key("4k4/9/9/9/9/9/9/9/4K4 b p 1"));
    assert_ne!(key("4k4/9/9/9/9/9/9/9/4K4 b P 1"), key("4k4/9/9/9/9/9/9/9/4K4 w P 1"));
    assert_eq!(key("4k4/9/9/9/9/9/9/9/4K4 b P 1"), key("4k4/9/9/9/9/9/9/9/4K4 b P 7"));
}

/// Kings and a rook wander about for 2,000 turns, and now and then some moves are taken back.
#[test]
fn occurrences_are_counted_however_long_the_game() {
    let mut line = line("standard", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", RuleSet::casual());
    let mut keys = vec![line.position().key()];
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let mut most = 0;
    for _ in 0..2_000 {
        if random(20) == 0 {
            let plies = random(keys.len().min(9));
            line.take_back(plies);
            keys.truncate(keys.len() - plies);
        } else {
            // Few of the moves, so that there are few positions.
            let moves = line.position().legal_moves();
            line.replay(moves[random(moves.len().min(3))]);
            keys.push(line.position().key());
        }
        let present = line.position().key();
        let times = keys.iter().filter(|&&key| key == present).count();
        assert_eq!(usize::from(line.repetitions()), times);
        most = most.max(times);
    }
    assert!(most > 9 && keys.len() > 1_000, "{most} of {}", keys.len());
}

#[test]
fn a_takeback_takes_the_occurrence_back() {
    let mut line = line("standard", START, RuleSet::casual());
    play(&mut line, &format!("{SHUFFLE} {SHUFFLE}"));
    assert_eq!(line.repetitions(), 3);
    line.take_back(4);
    assert_eq!(line.repetitions(), 2);
    assert_eq!(words(play(&mut line, SHUFFLE)), "running");
    assert_eq!(words(play(&mut line, SHUFFLE)), "repetition -");
    line.take_back(1);
    assert_eq!(line.ending(), None);
    assert_eq!(line.repetitions(), 3);
}

#[test]
fn perpetual_check_loses_under_every_policy() {
    let rook = "4k4/9/9/9/9/9/9/9/K4R3 b - 1";
    let checks = "4i5i 5a4a 5i4i 4a5a";
    let quiet = "4i3i 5a5b 3i4i 5b5a";
    for rules in [RuleSet::casual(), RuleSet::tournament(), RuleSet::professional()] {
        check(rook, rules, &[checks; 3].join(" "), "perpetual_check gote");
    }
    let casual = RuleSet::casual();
    // One move without check since the first of the four: a draw.
    for order in [[quiet, checks, checks], [checks, quiet, checks], [checks, checks, quiet]] {
        check(rook, casual, &order.join(" "), "repetition -");
    }
    // Before the first of the four it does not matter.
    let before = "4k4/9/9/9/9/9/9/9/K5R2 b - 1";
    let rounds = ["4i5i 5b4b 5i4i 4b5b"; 3].join(" ");
    check(before, casual, &format!("3i4i 5a5b {rounds}"), "perpetual_check gote");
    // Gote checks, and the position that comes back is one in check.
    let gote = "k4r3/9/9/9/9/9/9/9/4K4 w - 1";
    check(gote, casual, &["4a5a 5i4i 5a4a 4i5i"; 3].join(" "), "perpetual_check sente");
    let in_check = "k3r4/9/9/9/9/9/9/9/4K4 b - 1";
    check(in_check, casual, &["5i4i 5a4a 4i5i 4a5a"; 3].join(" "), "perpetual_check sente");
}

#[test]
fn the_last_ply_of_the_limit_draws_unless_it_checks() {
    let limit = |max_moves| RuleSet { max_moves: Some(max_moves), ..RuleSet::casual() };
    check(START, limit(2), "7g7f 3c3d", "max_moves -");
    check(START, limit(3), "7g7f 3c3d", "running");
    let professional = RuleSet { max_moves: Some(2), ..RuleSet::professional() };
    check(START, professional, "7g7f 3c3d", "max_moves - replay");
    check(START, RuleSet { max_moves: None, ..RuleSet::casual() }, "7g7f 3c3d", "running");

    let rook = "4k4/9/9/9/9/9/9/9/K4R3 b - 1";
    check(rook, limit(1), "4i5i", "running");
    check(rook, limit(1), "4i5i 5a4a", "running");
    check(rook, limit(1), "4i5i 5a4a 5i4i 4a3a", "running");
    check(rook, limit(1), "4i5i 5a4a 5i6i", "max_moves -");
    // Mate, repetition and illegal moves go first.
    check("7nk/9/7GP/9/9/9/9/9/4K4 b - 1", limit(1), "1c1b", "checkmate sente");
    check(START, limit(12), &[SHUFFLE; 3].join(" "), "repetition -");
    check(rook, limit(12), &["4i5i 5a4a 5i4i 4a5a"; 3].join(" "), "perpetual_check gote");
    let strict = RuleSet { illegal: IllegalPolicy::Loses, ..limit(1) };
    check(rook, strict, "4i5h", "illegal_move gote cannot_move_there");
}

#[test]
fn heian_dai_ends_by_its_own_rules() {
    let casual = RuleSet::casual();
    let bare = "12k/13/13/13/6p6/6P6/13/13/13/13/13/13/K12 b - 1";
    check_in("heian_dai", bare, casual, "7f7e", "bare_king sente");
    // A side that never had more is not bared, nor is one by losing all but two.
    let alone = "12k/13/13/13/13/6P6/13/13/13/13/13/13/K12 b - 1";
    check_in("heian_dai", alone, casual, "7f7e", "running");
    let two = "11pk/13/13/13/6p6/6P6/13/13/13/13/13/13/K12 b - 1";
    check_in("heian_dai", two, casual, "7f7e", "running");
    let gote = "12k/13/13/13/13/6p6/6P6/13/13/13/13/13/K12 w - 1";
    check_in("heian_dai", gote, casual, "7f7g", "bare_king gote");

    // The fourth time, as in shogi, and the rule set says draw or replay.
    let dragons = "12k/13/13/13/13/13/13/d12/13/13/13/13/K10D1 b - 1";
    let round = ["2m3l 13h12g 3l2m 12g13h"; 3].join(" ");
    check_in("heian_dai", dragons, casual, &round, "repetition -");
    check_in("heian_dai", dragons, RuleSet::tournament(), &round, "repetition - replay");
    // Perpetual check is not allowed.
    let dragon = "6k6/13/13/13/13/9D3/13/13/13/13/13/13/K12 b - 1";
    let round = ["4f3e 7a8b 3e4f 8b7a"; 3].join(" ");
    check_in("heian_dai", dragon, casual, &round, "perpetual_check gote");

    // No usual limit, but one chosen on purpose holds.
    let professional = RuleSet::professional().in_variant("heian_dai".parse().expect("a variant"));
    assert_eq!((professional.max_moves, professional.impasse.as_str()), (None, "none"));
    let two = RuleSet { max_moves: Some(2), ..casual };
    check_in("heian_dai", dragons, two, "2m3l 13h12g", "max_moves -");
    check_in("heian_dai", dragons, casual, "2m3l", "running");
    let line = line("heian_dai", dragons, casual);
    assert!(line.declare().is_err() && line.agree().is_err() && !line.can_agree());
    assert_eq!(line.rules().name(), Some("casual"));
}

#[test]
fn sho_ends_with_its_last_royal() {
    let casual = RuleSet::casual();
    check_in("sho", "k7p/9/GG7/9/9/9/9/9/4K4 b - 1", casual, "9c9b", "checkmate sente");
    check_in("sho", "k7p/9/G8/9/9/9/9/9/4K4 b - 1", casual, "9c9b", "running");
    // A king mated or taken is no end while a prince stands; then the prince is the last.
    let prince = "k7p/9/GG7/9/4K4/9/R8/1R7/8+e b - 1";
    check_in("sho", prince, casual, "9c9b", "running");
    check_in("sho", prince, casual, "9c9b 1a1b 9b9a", "running");
    check_in("sho", prince, casual, "9c9b 1a1b 9b9a 1b1c 9g9i", "checkmate sente");
    let bare = "k8/9/9/9/4p4/4P4/9/9/4K4 b - 1";
    check_in("sho", bare, casual, "5f5e", "bare_king sente");
    let not_bare = "k7+e/9/9/9/4p4/4P4/9/9/4K4 b - 1";
    check_in("sho", not_bare, casual, "5f5e", "running");
}

#[test]
fn minishogi_repetition_loses_for_sente() {
    let start = Variant::from_name("minishogi").expect("a variant").def().start;
    let round = ["2e3d 4a3b 3d2e 3b4a"; 3].join(" ");
    for rules in [RuleSet::casual(), RuleSet::professional()] {
        check_in("minishogi", start, rules, &round, "repetition gote");
    }
    let rook = "2k2/5/5/5/K2R1 b - 1";
    let round = ["2e3e 3a2a 3e2e 2a3a"; 3].join(" ");
    check_in("minishogi", rook, RuleSet::casual(), &round, "perpetual_check gote");
    let rook = "k2r1/5/5/5/2K2 w - 1";
    let round = ["2a3a 3e2e 3a2a 2e3e"; 3].join(" ");
    check_in("minishogi", rook, RuleSet::casual(), &round, "perpetual_check sente");
}

#[test]
fn dobutsu_ends_when_a_lion_is_taken_or_arrives() {
    let casual = RuleSet::casual();
    check_in("dobutsu", "1l1/3/1L1/3 b C 1", casual, "C*2b 2a2b 2c2b", "royal_captured sente");
    // Arrived where nothing takes it.
    check_in("dobutsu", "3/1L1/l2/3 b - 1", casual, "2b2a", "try sente");
    check_in("dobutsu", "3/2L/1l1/3 w - 1", casual, "2c2d", "try gote");
    // Arrived where it is taken: the game goes on and the lion is taken.
    check_in("dobutsu", "2g/1L1/l2/3 b - 1", casual, "2b2a", "running");
    check_in("dobutsu", "2g/1L1/l2/3 b - 1", casual, "2b2a 1a2a", "royal_captured gote");
    check_in("dobutsu", "2g/1L1/l2/3 b - 1", casual, "2b2a 3c2c", "running");
    // The third time draws, whatever the rules say.
    let start = Variant::from_name("dobutsu").expect("a variant").def().start;
    let round = ["1d1c 3a3b 1c1d 3b3a"; 2].join(" ");
    check_in("dobutsu", start, casual, &round, "repetition -");
    let replay = RuleSet { repetition: DrawPolicy::Replay, ..casual };
    check_in("dobutsu", start, replay, &round, "repetition -");
}

#[test]
fn the_first_check_wins_in_check_shogi() {
    let casual = RuleSet::casual();
    let check = |sfen, moves: &str, expected| check_in("check", sfen, casual, moves, expected);
    check(START, "7g7f 3c3d 8h3c+", "check sente");
    check(START, "7g7f 3c3d 8h3c", "check sente");
    check(START, "7g7f 3c3d 2g2f 2b7g+", "check gote");
    // Discovered, dropped, by a pawn that mates; although the piece could be taken.
    check("4k4/9/4G4/4L4/9/9/9/9/4K4 b - 1", "5c4c", "check sente");
    check("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5b", "check sente");
    check("7nk/9/8G/9/9/9/9/9/4K4 b P 1", "P*1b", "check sente");
    // A check that is mate is a check.
    check("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "check sente");
    // No move, and no check.
    check("8k/6G2/8G/9/9/9/9/9/4K4 b - 1", "3b3a", "no_moves sente");
    let rook = "r3k4/9/9/9/9/9/9/9/R3K4 b - 1";
    let professional = RuleSet::professional();
    check_in("check", rook, professional, &"9i9h 9a9b 9h9i 9b9a ".repeat(3), "repetition - replay");
    let limited = RuleSet { max_moves: Some(3), ..casual };
    check_in("check", START, limited, "7g7f 3c3d 2g2f", "max_moves -");
    check_in("check", START, limited, "7g7f 3c3d 8h3c+", "check sente");
    let start = line("check", "4k4/9/9/9/4R4/9/9/9/4K4 w - 1", casual);
    assert_eq!(words(start.ending()), "check sente");
}

#[test]
fn kyoto_shogi_ends_by_mate_and_draws_the_third_time() {
    let casual = RuleSet::casual();
    let check = |sfen, moves: &str, expected| check_in("kyoto", sfen, casual, moves, expected);
    let start = "pgkst/5/5/5/TSKGP b - 1";
    let around = "3e3d 3a3b 3d3e 3b3a ";
    check(start, &around.repeat(2), "repetition -");
    check_in("kyoto", start, RuleSet::professional(), &around.repeat(2), "repetition -");
    check(start, around, "running");
    // The rook that checks along the rank turns into a pawn: no check any more.
    check("2k2/5/5/4R/K4 b - 1", "1d1a+", "running");
    // A pawn that is dropped may mate.
    check("3nk/3p1/3TG/5/K4 b P 1", "P*1b", "checkmate sente");
    // Check at every move draws too.
    check("5/2k2/5/2S2/K4 b - 1", &"3d4c+ 3b2c 4c3d+ 2c3b ".repeat(2), "repetition -");
}

#[test]
fn who_repeats_loses_in_tori_shogi() {
    let casual = RuleSet::casual();
    let check = |sfen, moves: &str, expected| check_in("tori", sfen, casual, moves, expected);
    let start = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR b - 1";
    let around = "5g6f 5a6b 6f5g 6b5a ";
    // Gote brings the start back.
    check(start, &around.repeat(3), "repetition sente");
    check(start, &around.repeat(2), "running");
    // The position after sente's first move comes back by sente's.
    check(start, &format!("5e5d {}", "5a6b 5g6f 6b5a 6f5g ".repeat(3)), "repetition gote");
    // Check at every move loses, although gote repeats.
    let eagle = "3k3/7/2+F4/7/7/7/K6 b - 1";
    check(eagle, &"5c6c 4a3a 6c5c 3a4a ".repeat(3), "perpetual_check gote");
}

#[test]
fn annan_and_cannon_shogi_end_as_shogi_does() {
    let casual = RuleSet::casual();
    let annan = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1";
    check_in("annan", annan, casual, &"6i5h 4a5b 5h6i 5b4a ".repeat(3), "repetition -");
    // The rook that is dropped behind the pawn checks through it.
    let rook = "4k4/9/9/9/4P4/9/9/9/4K4 b R 1";
    let mut line_of = line("annan", rook, casual);
    assert_eq!(words(play(&mut line_of, "R*5f")), "running");
    assert!(line_of.position().is_check());
    // Check at every move loses as in shogi.
    let checks = "1h2h 2a1a 2h1h 1a2a ".repeat(3);
    check_in("annan", "7k1/9/9/9/9/9/9/8R/K8 b - 1", casual, &checks, "perpetual_check gote");
    check_in("cannon", "7k1/9/9/9/9/9/9/8R/K8 b - 1", casual, &checks, "perpetual_check gote");
    let cannon = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1";
    check_in("cannon", cannon, casual, &"2h1h 8b9b 1h2h 9b8b ".repeat(3), "repetition -");
    // A cannon checks over the piece that is dropped before it.
    let mut line = line("cannon", "4k4/9/9/9/9/9/9/4U4/4K4 b Pp 1", casual);
    assert!(!line.position().is_check());
    assert_eq!(words(play(&mut line, "P*5c")), "running");
    assert!(line.position().is_check());
    // … and a second piece between ends it.
    assert_eq!(words(play(&mut line, "P*5b")), "running");
    assert!(!line.position().is_in_check(Side::Gote));
}

#[test]
fn goro_goro_shogi_has_two_starts() {
    let casual = RuleSet::casual();
    for start in ["sgkgs/5/1ppp1/1PPP1/5/SGKGS b NLnl 1", "sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1"] {
        let around = "3f3e 3a3b 3e3f 3b3a ".repeat(3);
        check_in("gorogoro_plus", start, casual, &around, "repetition -");
        let position = line("gorogoro_plus", start, casual);
        assert!(position.position().problems().is_empty());
    }
}
