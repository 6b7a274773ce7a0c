//! A variant that nobody plays, made of data alone.

use komadai_rules::{
    DefError, Illegal, Line, Move, Position, RuleSet, Side, Variant,
    variants::{Def, Drops, Ends, PieceDef, Repetition, standard},
};

use crate::{
    dice::{Dice, is_slow},
    endings::{play, words},
};

/// 4×6, with a short rook, a jumper and a piece that becomes royal.
const DEF: Def = Def {
    name: "made_up",
    files: 4,
    ranks: 6,
    start: "rjk1/p2p/4/4/P2P/1KJR b - 1",
    zone: 2,
    pieces: &[
        PieceDef::new("K", "king", "王", "王", "K").royal(),
        PieceDef::new("R", "short_rook", "車", "車", "R2"),
        PieceDef::new("J", "jumper", "飛", "飛", "DfbN").must_promote(1),
        PieceDef::new("P", "pawn", "歩", "歩", "fWrlF").must_promote(1).pawn(),
        PieceDef::new("+R", "great_rook", "龍", "龍", "RB3"),
        PieceDef::new("+J", "prince", "太", "太", "WA").royal(),
    ],
    drops: Some(Drops::SHOGI),
    repetition: Repetition::ThirdDraws,
    ends: Ends { move_limit: None, bare_king: true, ..Ends::NEW },
    ..Def::NEW
};

fn made() -> Variant {
    Variant::new(DEF).expect("a variant")
}

#[track_caller]
fn check(variant: Variant, sfen: &str, from: &str, expected: &[&str]) {
    let position = Position::from_sfen(variant, sfen).expect(sfen);
    let moves = position.legal_moves();
    let mut to: Vec<_> = moves
        .iter()
        .filter(|mv| from.is_empty() || mv.from().is_some_and(|s| s.to_string() == from))
        .map(|mv| mv.usi(variant).to_string())
        .collect();
    to.sort();
    assert_eq!(to, expected, "{sfen}");
}

#[test]
fn its_pieces_move_as_written() {
    let variant = made();
    let start = Position::start(variant);
    assert_eq!(start.sfen(), DEF.start);
    assert!(start.problems().is_empty());
    // A rook of two squares.
    check(variant, "k3/4/4/4/3R/K3 b - 1", "1e", &["1e1c", "1e1d", "1e1f", "1e2e", "1e3e"]);
    // Jumps over what stands there; two ranks are the zone.
    check(variant, "k3/4/3p/3P/3J/K3 b - 1", "1e", &["1e1c", "1e2c", "1e3d", "1e3e", "1e3f"]);
    // Three squares on diagonals, any number along lines.
    check(
        variant,
        "3k/4/4/4/+R3/3K b - 1",
        "4e",
        &[
            "4e1b", "4e1e", "4e2c", "4e2e", "4e3d", "4e3e", "4e3f", "4e4a", "4e4b", "4e4c", "4e4d",
            "4e4f",
        ],
    );
}

#[test]
fn its_rules_hold() {
    let variant = made();
    let judge = |sfen, usi| {
        let position = Position::from_sfen(variant, sfen).expect("a position");
        position.judge(Move::from_usi(variant, usi).expect("a move"))
    };
    assert_eq!(judge("k3/4/4/4/P3/3K b P 1", "P*4c"), Err(Illegal::Nifu));
    assert_eq!(judge("k3/4/4/4/P3/3K b PJ 1", "P*3c"), Ok(()));
    assert_eq!(judge("k3/4/J3/4/4/3K b - 1", "4c3a"), Err(Illegal::MustPromote));
    assert_eq!(judge("k3/4/4/4/4/3K b R 1", "R*4b"), Ok(()));
    // Both the king and the new prince are royal, so the king may stay in check.
    assert_eq!(judge("k3/4/J2r/4/4/3K b - 1", "4c3a+"), Ok(()));
    assert_eq!(judge("k3/4/J2r/3P/4/3K b - 1", "4c3a+"), Ok(()));
}

#[test]
fn it_is_played_to_its_end() {
    let variant = made();
    let mut line = Line::new(
        Position::from_sfen(variant, "k3/p3/R3/4/4/3K b - 1").expect("a position"),
        RuleSet::casual(),
    );
    let ending = line.play(Move::from_usi(variant, "4c4b").expect("a move"));
    let ending = ending.expect("a legal move").expect("an end");
    assert_eq!(ending.reason.as_str(), "bare_king");
}

/// §2.2: where both sides check at every move neither is the one that loses. A king in check may
/// stay there in this variant, which makes that easy to bring about.
#[test]
fn perpetual_check_by_both_sides_is_a_draw() {
    const DUEL: Def = Def {
        name: "duel",
        files: 5,
        ranks: 5,
        start: "R1k2/5/5/5/2K1r b - 1",
        zone: 0,
        pieces: &[
            PieceDef::new("K", "king", "王", "王", "K").royal(),
            PieceDef::new("R", "rook", "車", "車", "R"),
        ],
        drops: None,
        repetition: Repetition::Policy,
        ends: Ends { royal_capture: true, ..DEF.ends },
        ..DEF
    };
    let variant = Variant::new(DUEL).expect("a variant");
    let check = |rounds: [&str; 3], expected: &str| {
        let mut line = Line::new(Position::start(variant), RuleSet::casual());
        let ending = play(&mut line, &rounds.join(" "));
        assert_eq!(words(ending), expected, "{rounds:?}");
    };
    let both = "5a4a 1e2e 4a5a 2e1e";
    let sente = "5a4a 1e1d 4a5a 1d1e";
    let gote = "5a5b 1e2e 5b5a 2e1e";
    let neither = "5a5b 1e1d 5b5a 1d1e";
    check([both; 3], "repetition -");
    check([both, sente, both], "perpetual_check gote");
    check([both, both, gote], "perpetual_check sente");
    check([both, sente, gote], "repetition -");
    check([both, neither, both], "repetition -");
}

#[test]
fn a_full_board_of_thirteen_files_can_have_drops() {
    const WIDE: Def = Def {
        name: "wide",
        files: 13,
        ranks: 13,
        start: "6k6/13/ppppppppppppp/13/13/13/13/13/13/13/PPPPPPPPPPPPP/13/6K6 b - 1",
        zone: 3,
        pieces: &[
            PieceDef::new("K", "king", "王", "王", "K").royal(),
            PieceDef::new("P", "pawn", "歩", "歩", "fW").must_promote(1).pawn(),
            PieceDef::new("+P", "tokin", "と", "と", "WfF"),
        ],
        drops: Some(Drops::SHOGI),
        repetition: Repetition::Policy,
        ..DEF
    };
    let variant = Variant::new(WIDE).expect("a variant");
    let position = Position::start(variant);
    assert_eq!(position.legal_moves().len(), 13 + 5);
    let sfen = "6k6/13/13/13/13/13/13/13/13/13/P11P/13/6K6 b P 1";
    let position = Position::from_sfen(variant, sfen).expect("a position");
    let drops = position.legal_moves().iter().filter(|mv| mv.dropped().is_some()).count();
    // Eleven files without a pawn of one's own, twelve ranks each, less the square of the king.
    assert_eq!(drops, 11 * 12 - 1);
}

/// Pieces of one step move all at once, and on the largest board a set of squares is three words.
#[test]
fn steps_on_the_largest_board_lead_from_square_to_square() {
    // Their moves, and what these add to file and rank for sente.
    const STEPS: [(&str, (i8, i8)); 8] = [
        ("fW", (0, -1)),
        ("bW", (0, 1)),
        ("lW", (1, 0)),
        ("rW", (-1, 0)),
        ("flF", (1, -1)),
        ("frF", (-1, -1)),
        ("blF", (1, 1)),
        ("brF", (-1, 1)),
    ];
    for (betza, step) in STEPS {
        let king = PieceDef::new("K", "king", "王", "王", "K").royal();
        let stepper = PieceDef::new("S", "stepper", "歩", "歩", betza);
        let variant = Variant::new(Def {
            name: "steppers",
            files: 13,
            ranks: 13,
            start: "12k/13/13/13/13/13/13/13/13/13/13/13/K12 b - 1",
            pieces: Box::leak(Box::new([king, stepper])),
            ends: Ends { royal_capture: true, ..Ends::NEW },
            ..Def::NEW
        });
        let variant = variant.expect("a variant");
        // On every second square of every second rank, so that each has room around it.
        for (rows, first) in
            [("S1S1S1S1S1S1S", 0), ("1S1S1S1S1S1S1", 0), ("S1S1S1S1S1S1S", 1), ("1S1S1S1S1S1S1", 1)]
        {
            let ranks = (1..12).map(|rank| if rank % 2 == first { rows } else { "13" });
            let ranks = ranks.collect::<Vec<_>>().join("/");
            for side in Side::ALL {
                let (ranks, turn, step) = match side {
                    Side::Sente => (ranks.clone(), "b", step),
                    Side::Gote => (ranks.to_lowercase(), "w", (-step.0, -step.1)),
                };
                let sfen = format!("12k/{ranks}/K12 {turn} - 1");
                let position = Position::from_sfen(variant, &sfen).expect("a position");
                let is_own = |square| position.piece_at(square).is_some_and(|it| it.side == side);
                let is_royal = |square| {
                    position.piece_at(square).is_some_and(|it| variant.piece(it.kind).royal)
                };
                let mut expected: Vec<_> = position
                    .pieces()
                    .map(|(square, _)| square)
                    .filter(|&square| is_own(square) && !is_royal(square))
                    .filter_map(|from| Some(Move::board(from, from.offset(step.0, step.1)?, false)))
                    .filter(|mv| variant.has(mv.to()) && !is_own(mv.to()))
                    .collect();
                let moves = position.legal_moves();
                let mut found: Vec<_> = moves
                    .iter()
                    .copied()
                    .filter(|mv| mv.from().is_some_and(|from| !is_royal(from)))
                    .collect();
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{betza} {sfen}");
            }
        }
    }
}

/// Shogi with so many kinds of pieces more, of which no game ever has one.
fn with_more_kinds(n: usize) -> Variant {
    const LETTERS: [&str; 19] = [
        "A", "C", "D", "E", "F", "H", "I", "J", "M", "O", "Q", "T", "U", "V", "W", "X", "Y", "Z",
        "+A",
    ];
    let shogi = standard::DEF.pieces.iter().copied();
    let more = LETTERS[..n].iter().map(|letter| PieceDef::new(letter, "more", "駒", "駒", "W"));
    let pieces: Vec<_> = shogi.chain(more).collect();
    let pieces = Box::leak(pieces.into_boxed_slice());
    Variant::new(Def { name: "more_kinds", pieces, ..standard::DEF }).expect("a variant")
}

/// A position has room for 16, 32 or 64 kinds, and beyond 16 its sets of squares are wider.
#[test]
fn kinds_that_nobody_has_change_nothing() {
    let moves = |position: &Position| {
        let moves = position.legal_moves();
        let texts = moves.iter().map(|mv| mv.usi(position.variant()).to_string());
        let mut texts: Vec<_> = texts.collect();
        texts.sort();
        texts
    };
    for variant in [17, 33].map(|kinds| with_more_kinds(kinds - standard::DEF.pieces.len())) {
        let mut dice = Dice(17);
        for _ in 0..if is_slow() { 20 } else { 5 } {
            let mut line = Line::new(Position::start(Variant::standard()), RuleSet::casual());
            for _ in 0..200 {
                let position = line.position();
                let same = Position::from_sfen(variant, &position.sfen()).expect("a position");
                assert_eq!(moves(&same), moves(position), "{position:?}");
                for side in Side::ALL {
                    let check = position.is_in_check(side);
                    assert_eq!(same.is_in_check(side), check, "{position:?} {side}");
                }
                let Some(mv) = dice.legal_move(position) else { break };
                line.replay(mv);
            }
        }
    }
}

#[test]
fn data_that_is_no_variant_is_refused() {
    let wrong = |change: fn(&mut Def)| {
        let mut def = DEF;
        change(&mut def);
        Variant::new(def).expect_err("an error")
    };
    assert_eq!(wrong(|def| def.files = 14), DefError::Board);
    assert_eq!(wrong(|def| def.ranks = 0), DefError::Board);
    assert_eq!(wrong(|def| def.pieces = &[]), DefError::Kinds);
    assert!(matches!(wrong(|def| def.start = "4 b - 1"), DefError::Start(_)));
    // A lion may not have to save its king, nor come back from a hand.
    const LIONS: &[PieceDef] = &[
        PieceDef::new("K", "king", "王", "王", "K").royal(),
        PieceDef::new("N", "lion", "獅", "獅", "KNAD").power("K", true).lion(),
    ];
    assert_eq!(wrong(|def| def.pieces = LIONS), DefError::Power);
    const KING: PieceDef = PieceDef::new("K", "king", "王", "王", "K").royal();
    const PAWN: PieceDef = PieceDef::new("P", "pawn", "歩", "歩", "fW");
    assert_eq!(wrong(|def| def.pieces = &[PAWN]), DefError::NoRoyal);
    assert_eq!(wrong(|def| def.pieces = &[KING, KING]), DefError::Twice("K"));
    const LOST: PieceDef = PieceDef::new("+Q", "lost", "王", "王", "K");
    assert_eq!(wrong(|def| def.pieces = &[KING, LOST]), DefError::Promoted("+Q"));
    const LONG: PieceDef = PieceDef::new("KK", "long", "王", "王", "K");
    assert_eq!(wrong(|def| def.pieces = &[LONG]), DefError::Letter("KK"));
    const STILL: PieceDef = PieceDef::new("S", "still", "王", "王", "Z");
    assert!(matches!(
        wrong(|def| def.pieces = &[KING, STILL]),
        DefError::Betza { letter: "S", .. }
    ));
}
