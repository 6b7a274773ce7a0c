//! §9: chu shogi, sentence by sentence, and against what another program makes of it.

use std::{collections::BTreeSet, fs, path::Path};

use komadai_rules::{
    DrawPolicy, IllegalPolicy, Line, Move, Position, Reason, RuleSet, Side, Variant,
};

use crate::endings::{line, play, words};

fn chu() -> Variant {
    Variant::from_name("chu").expect("it is in the list")
}

fn position(sfen: &str) -> Position {
    Position::from_sfen(chu(), sfen).expect(sfen)
}

/// `tests/data/chu.texts`: an SFEN, `;`, and every text that shogiops 0.18.0 accepts there.
#[test]
fn another_program_finds_the_same_texts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/chu.texts");
    let path = std::env::var_os("CHU_TEXTS").map_or(path, Into::into);
    let table = fs::read_to_string(path).expect("the table is beside the tests");
    let mut n = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (sfen, texts) = line.split_once("; ").expect(line);
        let expected: BTreeSet<_> = texts.split(' ').filter(|text| !text.is_empty()).collect();
        let found = position(sfen).legal_texts();
        let found: Vec<_> = found.iter().map(|mv| mv.usi(chu()).to_string()).collect();
        let all: BTreeSet<_> = found.iter().map(String::as_str).collect();
        assert_eq!(all.len(), found.len(), "{sfen}: a text comes twice");
        let missing: Vec<_> = expected.difference(&all).collect();
        let more: Vec<_> = all.difference(&expected).collect();
        assert!(missing.is_empty() && more.is_empty(), "{sfen}: lacks {missing:?}, has {more:?}");
        n += 1;
    }
    assert!(n >= 200, "only {n} positions were found in the table");
}

#[test]
fn texts_are_counted_as_the_law_says() {
    let start = Position::start(chu());
    let counts: Vec<_> = (1..=3).map(|depth| start.perft_of_texts(depth)).collect();
    assert_eq!(counts, [36, 1296, 52599]);
    let lone = |piece: &str| position(&format!("12/12/12/12/12/12/5{piece}6/12/12/12/12/12 b - 1"));
    for (piece, moves, texts) in [("N", 25, 88), ("+O", 25, 88), ("+H", 40, 41)] {
        let position = lone(piece);
        assert_eq!(position.legal_moves().len(), moves, "{piece}");
        assert_eq!(position.legal_texts().len(), texts, "{piece}");
    }
}

/// `tests/data/chu.endings`.
#[test]
fn games_end_as_the_table_says() {
    let table = include_str!("../data/chu.endings");
    let mut sentence = "";
    let mut seen = BTreeSet::new();
    for row in table.lines() {
        if let Some(title) = row.strip_prefix('#') {
            sentence = title;
            continue;
        }
        let parts: Vec<_> = row.split('|').map(str::trim).collect();
        let [sfen, rules, moves, expected] = parts[..] else { panic!("{row}") };
        let casual = RuleSet::casual();
        let rules = match rules.split_once(' ') {
            Some(("limit", n)) => RuleSet { max_moves: n.parse().ok(), ..casual },
            _ if rules == "replay" => RuleSet { repetition: DrawPolicy::Replay, ..casual },
            _ if rules == "loses" => RuleSet { illegal: IllegalPolicy::Loses, ..casual },
            _ => casual,
        };
        let mut game = line("chu", sfen, rules);
        assert_eq!(game.ending(), None, "{sentence}: over before it begins: {sfen}");
        let ending = play(&mut game, moves);
        assert_eq!(words(ending), expected, "{sentence}: {sfen} {moves}");
        seen.extend(ending.map(|ending| ending.reason.as_str()));
    }
    assert_eq!(seen.len(), 8, "{seen:?}");
}

#[test]
fn players_may_agree_on_a_draw() {
    let game = line("chu", chu().def().start, RuleSet::professional());
    assert!(game.can_draw() && !game.can_agree());
    assert_eq!(words(game.agree().ok()), "agreement -");
    assert!(game.declare().is_err());
    let shogi = Line::new(Position::start(Variant::standard()), RuleSet::casual());
    assert!(!shogi.can_draw() && shogi.agree().is_err());
}

#[test]
fn a_game_has_a_thousand_plies() {
    let game = line("chu", chu().def().start, RuleSet::casual());
    assert_eq!(game.rules().in_variant(chu()).max_moves, Some(1000));
    let chosen = RuleSet { max_moves: Some(300), ..RuleSet::casual() };
    assert_eq!(chosen.in_variant(chu()).max_moves, Some(300));
}

/// §9.4d: what the third part says, and that it belongs to the position.
#[test]
fn a_struck_lion_is_written_down() {
    let check = |sfen: &str, usi: &str, struck: Option<&str>| {
        let mut position = position(sfen);
        let mv = Move::from_usi(chu(), usi).expect(usi);
        position.judge(mv).expect(usi);
        position.play(mv);
        let found = position.counter_strike().map(|square| square.to_string());
        assert_eq!(found.as_deref(), struck, "{sfen} {usi}");
        let sfen = position.sfen();
        assert_eq!(sfen.split(' ').nth(2), Some(struck.unwrap_or("-")), "{sfen}");
        assert_eq!(Position::from_sfen(chu(), &sfen).as_ref(), Ok(&position));
        assert_eq!(position.key(), position.key_from_scratch());
        if struck.is_some() {
            let without = sfen.replace(&format!(" {} ", struck.unwrap_or("-")), " - ");
            let without = Position::from_sfen(chu(), &without).expect(&without);
            assert_ne!(without, position);
            assert_ne!(without.key(), position.key());
        }
    };
    let at = |rows: &str| {
        let below = "/12".repeat(8 - rows.split('/').count());
        format!("k11/12/12/{rows}{below}/K11 b - 1")
    };
    // A rook, a lion, a kirin that becomes one, what is no lion.
    check(&at("6n5/6R5"), "6e6d", Some("6d"));
    check(&at("6+o5/6R5"), "6e6d+", Some("6d"));
    check(&at("6n5/6N5"), "6e6d", None);
    check(&at("6n5/7O4"), "5e6d+", Some("6d"));
    check(&at("6g5/6R5"), "6e6d", None);
    // A falcon on its way, back, and twice.
    check(&at("6g5/6n5/6+H5"), "6f6e6d", Some("6e"));
    check(&at("6g5/6n5/6+H5"), "6f6e6f", Some("6e"));
    check(&at("6n5/6g5/6+H5"), "6f6e6d", Some("6d"));
    check(&at("6n5/6n5/6+H5"), "6f6e6d", Some("6d"));
    for text in ["3", "13a", "1m", "x", "1a1b", "P"] {
        let sfen = format!("12/12/12/12/12/12/12/12/12/12/12/12 b {text} 1");
        assert!(Position::from_sfen(chu(), &sfen).is_err(), "{text}");
    }
}

/// §9.3: the direct text, and one for all passes.
#[test]
fn what_is_played_is_kept_in_one_text() {
    let start = "k11/1g10/12/12/6p5/6N5/12/12/12/12/12/K11 b - 1";
    let check = |texts: &str, kept: &str| {
        for usi in texts.split(' ') {
            let mut game = line("chu", start, RuleSet::casual());
            assert_eq!(game.play(Move::from_usi(chu(), usi).expect(usi)), Ok(None), "{usi}");
            assert_eq!(game.moves()[0].usi(chu()).to_string(), kept, "{usi}");
        }
    };
    check("6f4d 6f5e4d", "6f4d");
    check("6f5e 6f5f5e", "6f5e");
    check("6f6h 6f6g6h 6f5g6h 6f7g6h", "6f6h");
    check("6f6e", "6f6e");
    check("6f6e6d", "6f6e6d");
    check("6f6e6f", "6f6e6f");
    let pass = Position::from_sfen(chu(), start).expect(start).legal_moves();
    let pass = pass.iter().find(|mv| Some(mv.to()) == mv.from() && mv.via() != "6e".parse().ok());
    let pass = pass.expect("a pass").usi(chu()).to_string();
    check("6f5e6f 6f7e6f 6f5f6f 6f7f6f 6f5g6f 6f6g6f 6f7g6f", &pass);
}

#[test]
fn reasons_have_their_words() {
    let words = [Reason::PerpetualAttack, Reason::BareRoyals, Reason::Agreement];
    let words = words.map(Reason::as_str);
    assert_eq!(words, ["perpetual_attack", "bare_royals", "agreement"]);
    assert_eq!(Position::start(chu()).turn(), Side::Sente);
}
