//! Properties that hold for any input.

use komadai_rules::{IllegalPolicy, KINDS_MAX, Line, Move, Position, RuleSet, Square, Variant};
use proptest::prelude::*;

fn variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::all().to_vec())
}

/// Text made of the signs that SFEN and USI are made of, so that much of it is nearly right.
fn nearly() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(b"KRBGSNLPDMCITFEkrbgsnlpdmcitfe+0123456789/ -bw*am\xc3".to_vec()),
        0..120,
    )
    .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Any pieces anywhere: a position that can be read, seldom one that can be played.
fn any_position() -> impl Strategy<Value = Position> {
    (variant(), any::<u64>(), 0..=100_u64, prop::bool::ANY).prop_map(
        |(variant, seed, fullness, gote)| {
            let mut dice = crate::dice::Dice(seed);
            let kinds: Vec<_> = variant.kinds().collect();
            let mut rows = Vec::new();
            for _ in 0..variant.ranks() {
                let mut row = String::new();
                let mut empty = 0;
                for _ in 0..variant.files() {
                    if dice.roll() % 100 >= fullness {
                        empty += 1;
                        continue;
                    }
                    if empty > 0 {
                        row += &empty.to_string();
                        empty = 0;
                    }
                    let letter = variant.piece(kinds[dice.below(kinds.len())]).letter;
                    let gote = dice.below(2) == 0;
                    row += &if gote { letter.to_lowercase() } else { letter.to_owned() };
                }
                if empty > 0 {
                    row += &empty.to_string();
                }
                rows.push(row);
            }
            let mut hands = String::new();
            if variant.def().drops.is_some() {
                for kind in variant.kinds() {
                    let piece = variant.piece(kind);
                    let in_hand = variant.unpromoted(kind) == kind;
                    if !piece.royal && in_hand && dice.below(2) == 0 {
                        hands += &format!("{}{}", dice.below(99) + 1, piece.letter);
                        hands += &format!("{}{}", dice.below(99) + 1, piece.letter.to_lowercase());
                    }
                }
            }
            let hands = if hands.is_empty() { "-" } else { &hands };
            let turn = if gote { "w" } else { "b" };
            let text = format!("{} {turn} {hands} 1", rows.join("/"));
            Position::from_sfen(variant, &text).expect("well-formed")
        },
    )
}

fn any_move() -> impl Strategy<Value = Move> {
    let square = || (0..Square::COUNT).prop_map(|index| Square::from_index(index).expect("below"));
    let board = (square(), square(), any::<bool>())
        .prop_map(|(from, to, promotes)| Move::board(from, to, promotes));
    let drop = (0..KINDS_MAX as u32, square(), any::<bool>()).prop_map(|(kind, to, promotes)| {
        let bits = 1 << 17 | u32::from(promotes) << 16 | kind << 8 | to.index() as u32;
        Move::from_bits(bits).expect("a drop")
    });
    let by_way =
        (square(), square(), square()).prop_map(|(from, via, to)| Move::by_way(from, via, to));
    prop_oneof![3 => board, 1 => drop, 1 => by_way]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if crate::dice::is_slow() { 4_000 } else { 500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The property of the fuzz target `text`.
    #[test]
    fn any_text_is_read_or_refused(variant in variant(), text in any::<String>(), nearly in nearly()) {
        for text in [&text, &nearly] {
            if let Ok(position) = Position::from_sfen(variant, text) {
                let written = position.sfen();
                prop_assert_eq!(Position::from_sfen(variant, &written), Ok(position));
            }
            if let Ok(mv) = Move::from_usi(variant, text) {
                prop_assert_eq!(mv.usi(variant).to_string(), text.as_str());
            }
            if let Ok(square) = text.parse::<Square>() {
                prop_assert_eq!(&square.to_string(), text);
            }
        }
    }

    /// The property of the fuzz target `play`.
    #[test]
    fn any_position_can_be_asked(
        position in any_position(),
        moves in prop::collection::vec(any_move(), 0..200),
        loses in any::<bool>(),
    ) {
        let legal = position.legal_moves();
        let texts = position.legal_texts();
        prop_assert_eq!(position.has_legal_move(), !legal.is_empty());
        for &mv in &legal {
            prop_assert_eq!(position.judge(mv), Ok(()), "{:?} {:?}", position, mv);
        }
        for &mv in &moves {
            prop_assert_eq!(position.judge(mv).is_ok(), texts.contains(&mv), "{:?} {:?}", position, mv);
        }
        position.problems();
        prop_assert_eq!(position.key(), position.key_from_scratch());
        let policy = if loses { IllegalPolicy::Loses } else { IllegalPolicy::Reject };
        let mut line = Line::new(position, RuleSet { illegal: policy, ..RuleSet::casual() });
        for &mv in legal.iter().take(3).chain(&moves) {
            let before = line.position().clone();
            let legal = before.judge(mv);
            match line.play(mv) {
                Ok(ending) => {
                    prop_assert_eq!(legal.err(), ending.and_then(|ending| ending.illegal));
                }
                Err(reason) => prop_assert_eq!(legal, Err(reason)),
            }
            if legal.is_err() {
                prop_assert_eq!(line.position(), &before);
            }
            prop_assert_eq!(line.position().key(), line.position().key_from_scratch());
        }
        let _ = (line.declare(), line.agree(), line.repetitions(), line.ending());
    }
}
