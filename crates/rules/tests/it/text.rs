//! Squares, moves and positions as text.

use komadai_rules::{
    BySide, HAND_MAX, Illegal, Move, Position, Reason, RuleSet, SfenError, Side, Square, UsiError,
    Variant, standard,
};

#[track_caller]
fn check_sfen(text: &str, expected: Result<&str, SfenError>) {
    let read = Position::from_sfen(Variant::standard(), text).map(|position| position.sfen());
    assert_eq!(read.as_deref().map_err(|error| *error), expected, "{text:?}");
}

#[test]
fn sfen_is_read_and_written() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    check_sfen(start, Ok(start));
    check_sfen("4k4/9/9/9/9/9/9/9/4K4 w", Err(SfenError::Missing));
    check_sfen("4k4/9/9/9/9/9/9/9/4K4 w -", Ok("4k4/9/9/9/9/9/9/9/4K4 w - 1"));
    check_sfen("4k4/9/9/9/9/9/9/9/4K4 w - 73", Ok("4k4/9/9/9/9/9/9/9/4K4 w - 73"));
    // The hand is put in order.
    check_sfen("9/9/9/9/9/9/9/9/9 b p2P18pR 5", Ok("9/9/9/9/9/9/9/9/9 b R2P19p 5"));
    check_sfen("+P+p7/9/9/9/9/9/9/9/9 b - 1", Ok("+P+p7/9/9/9/9/9/9/9/9 b - 1"));
}

#[test]
fn sfen_says_what_is_wrong() {
    let files = |rank| Err(SfenError::Files { rank, expected: 9 });
    check_sfen("", Err(SfenError::Missing));
    check_sfen("9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Ranks { expected: 9 }));
    check_sfen("9/9/9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Ranks { expected: 9 }));
    check_sfen("8/9/9/9/9/9/9/9/9 b - 1", files(1));
    check_sfen("9/9P/9/9/9/9/9/9/9 b - 1", files(2));
    check_sfen("9/9/45/9/9/9/9/9/9 b - 1", files(3));
    check_sfen("9/9/09/9/9/9/9/9/9 b - 1", files(3));
    check_sfen("9/9/99999999999999999999/9/9/9/9/9/9 b - 1", files(3));
    check_sfen("x8/9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Piece('x')));
    check_sfen("é8/9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Piece('é')));
    check_sfen("8+/9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Piece('+')));
    check_sfen("+g8/9/9/9/9/9/9/9/9 b - 1", Err(SfenError::Promoted('g')));
    check_sfen("9/9/9/9/9/9/9/9/9 B - 1", Err(SfenError::Turn));
    for hand in ["k", "K", "2", "0P", "P-", "--", "+P", "100P", "300P", "99P1P", "P2"] {
        let text = format!("9/9/9/9/9/9/9/9/9 b {hand} 1");
        let read = Position::from_sfen(Variant::standard(), &text);
        assert!(
            matches!(read, Err(SfenError::Hand | SfenError::Piece('-' | '+'))),
            "{text}: {read:?}"
        );
    }
    check_sfen("9/9/9/9/9/9/9/9/9 b - x", Err(SfenError::MoveNumber));
    check_sfen("9/9/9/9/9/9/9/9/9 b - -1", Err(SfenError::MoveNumber));
    check_sfen("9/9/9/9/9/9/9/9/9 b - 99999999999", Err(SfenError::MoveNumber));
    check_sfen("9/9/9/9/9/9/9/9/9 b - 1 moves", Err(SfenError::Trailing));
}

#[test]
fn a_hand_can_be_as_full_as_it_is_read() {
    let text = format!("9/9/9/9/9/9/9/9/9 b {HAND_MAX}P 1");
    check_sfen(&text, Ok(&text));
}

#[test]
fn large_boards_have_runs_of_two_figures() {
    let variant = Variant::from_name("heian_dai").expect("a variant");
    let text = "12k/13/13/13/13/13/13/13/13/13/13/13/K11P w - 9";
    assert_eq!(Position::from_sfen(variant, text).map(|p| p.sfen()).as_deref(), Ok(text));
    let hand = Position::from_sfen(variant, &text.replace('-', "P"));
    assert_eq!(hand.err(), Some(SfenError::Hand));
}

#[test]
fn usi_is_read_and_written() {
    let standard = Variant::standard();
    let heian = Variant::from_name("heian_dai").expect("a variant");
    for text in ["7g7f", "2d2c+", "P*5e", "1a9i", "+P*5e", "P*5e+"] {
        let mv = Move::from_usi(standard, text).expect(text);
        assert_eq!(mv.usi(standard).to_string(), text);
        assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    }
    for text in ["13m12l", "1a13m+", "10j1a", "1a1b"] {
        assert_eq!(Move::from_usi(heian, text).expect(text).usi(heian).to_string(), text);
    }
    let cases = [
        ("", UsiError::Form),
        ("7g", UsiError::Form),
        ("7g7f++", UsiError::Form),
        ("7g7f=", UsiError::Form),
        ("7g7", UsiError::Form),
        ("0a1a", UsiError::Form),
        ("14a1a", UsiError::Form),
        ("1a1n", UsiError::Form),
        ("7g7f ", UsiError::Form),
        ("resign", UsiError::Form),
        ("é", UsiError::Form),
        ("P*", UsiError::Form),
        ("10a1a", UsiError::OffBoard),
        ("1a1j", UsiError::OffBoard),
        ("P*5j", UsiError::OffBoard),
        ("X*5e", UsiError::Kind),
        ("p*5e", UsiError::Kind),
        ("*5e", UsiError::Kind),
    ];
    for (text, error) in cases {
        assert_eq!(Move::from_usi(standard, text), Err(error), "{text:?}");
    }
}

#[test]
fn moves_are_told_apart() {
    let standard = Variant::standard();
    let mv = Move::from_usi(standard, "2d2c+").expect("a move");
    assert_eq!((mv.from(), mv.dropped(), mv.promotes()), ("2d".parse().ok(), None, true));
    assert_eq!(mv.to(), "2c".parse().expect("a square"));
    let mv = Move::from_usi(standard, "P*5e").expect("a move");
    assert_eq!((mv.from(), mv.dropped(), mv.promotes()), (None, Some(standard::PAWN), false));
    assert_eq!(Move::from_bits(1 << 26), None);
    assert_eq!(Move::from_bits(1 << 18 | 1 << 17), None);
    assert_eq!(Move::from_bits(170 << 18), None);
    assert!(Move::from_usi(standard, "7j7i7h").is_err());
    let chu = Variant::from_name("chu").expect("it is in the list");
    let mv = Move::from_usi(chu, "12j11i12j").expect("a move");
    assert_eq!(
        (mv.from(), mv.via(), mv.promotes()),
        ("12j".parse().ok(), "11i".parse().ok(), false)
    );
    assert_eq!((mv.to(), mv.dropped()), ("12j".parse().expect("a square"), None));
    assert_eq!(mv.usi(chu).to_string(), "12j11i12j");
    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
    for text in ["7j7i7h7g", "7j7i7", "7j7i*", "13j12j11j"] {
        assert!(Move::from_usi(chu, text).is_err(), "{text}");
    }
    assert_eq!(Move::from_bits(0xff), None);
    assert_eq!(Move::from_bits(200 << 8), None);
}

#[test]
fn squares_are_read_and_written() {
    for index in 0..Square::COUNT {
        let square = Square::from_index(index).expect("a square");
        assert_eq!(square.index(), index);
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.file(), square.rank()), Some(square));
    }
    for text in ["", "5", "e", "5n", "14a", "0a", "00a", "01a", "5ee", "5e ", "５e"] {
        assert!(text.parse::<Square>().is_err(), "{text:?}");
    }
}

#[test]
fn spellings_are_those_of_json() {
    for reason in Reason::ALL {
        assert_eq!(serde_json::to_value(reason).expect("JSON"), reason.as_str());
    }
    for illegal in Illegal::ALL {
        assert_eq!(serde_json::to_value(illegal).expect("JSON"), illegal.as_str());
    }
    for side in Side::ALL {
        assert_eq!(serde_json::to_value(side).expect("JSON"), side.as_str());
        assert_eq!(side.as_str().parse(), Ok(side));
    }
    let both = BySide { sente: 1, gote: 2 };
    assert_eq!(serde_json::to_string(&both).expect("JSON"), r#"{"sente":1,"gote":2}"#);
}

#[test]
fn rules_left_out_are_casual() {
    let read = |text: &str| serde_json::from_str::<RuleSet>(text);
    assert_eq!(read("{}").expect("rules"), RuleSet::casual());
    let rules = read(r#"{"illegal":"loses","impasse":"try","max_moves":null}"#).expect("rules");
    assert_eq!(rules.illegal.as_str(), "loses");
    assert_eq!((rules.impasse.as_str(), rules.max_moves), ("try", None));
    assert!(read(r#"{"impass":"try"}"#).is_err());
    for name in ["casual", "tournament", "professional"] {
        let rules = RuleSet::from_name(name).expect(name);
        assert_eq!(rules.name(), Some(name));
        let text = serde_json::to_string(&rules).expect("JSON");
        assert_eq!(read(&text).expect("rules"), rules);
    }
    assert_eq!(RuleSet { takeback: false, ..RuleSet::casual() }.name(), None);
}

// Data is stored under these keys, so they never change.
#[test]
fn stable_keys_are_what_they_were() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    for (variant, sfen, expected) in [
        ("standard", start, 0xd7a2_8e7d_fe28_fced),
        (
            "standard",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -",
            0x53e7_b41f_f0ef_5133,
        ),
        ("standard", "9/9/9/9/9/9/9/9/9 b R2P19p", 0x4863_5786_1c9a_675a),
        ("annan", start, 0x23e8_f957_65e1_ac8e),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b -", 0x888a_da12_9350_b6f6),
    ] {
        let variant = Variant::from_name(variant).unwrap();
        for number in [1, 77] {
            let position = Position::from_sfen(variant, &format!("{sfen} {number}")).unwrap();
            assert_eq!(position.stable_key(), expected, "{variant:?} {sfen}");
        }
    }
}

// These are stored too.
#[test]
fn what_a_side_has_keeps_its_number_while_the_other_one_moves() {
    let mut position = Variant::standard().start().clone();
    let mut halves = Vec::new();
    for text in ["7i6h", "3c3d", "7g7f", "8c8d", "8h2b+", "3a2b", "B*4e"] {
        position.play(Move::from_usi(position.variant(), text).unwrap());
        halves.push(Side::ALL.map(|side| position.stable_half(side)));
    }
    assert_eq!(halves[0], [0x6bb5_19ac_ae71_513a, 0x2275_3ef0_5611_6d02]);
    let changes = halves.windows(2).map(|it| [0, 1].map(|side| it[0][side] != it[1][side]));
    let expected = [
        // Pawns.
        [false, false],
        [false, false],
        [false, false],
        // Each of them takes a bishop.
        [true, true],
        [true, true],
        [true, false],
    ];
    assert_eq!(changes.collect::<Vec<_>>(), expected);
}
