//! KIF as lishogi has it: ends have words that it reads, and npm's `shogiops`, the library of its pages, reads what we write, and we
//! what it writes. It does not know Dobutsu shogi.

use std::{process::Command, sync::OnceLock};

use komadai_kifu::{Encoding, Record, formats, read, write};
use komadai_rules::{Move, Position, Variant};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    games::game_from,
    oracles::{ask, is_asked_for, node},
    roundtrip::check,
};

const SHOGIOPS: &str = "shogiops@0.18.0";

/// Our names of the games and its.
const GAMES: [(&str, &str); 6] = [
    ("standard", "standard"),
    ("minishogi", "minishogi"),
    ("chu", "chushogi"),
    ("annan", "annanshogi"),
    ("kyoto", "kyotoshogi"),
    ("check", "checkshogi"),
];

/// Words of other programs in the list of moves, behind which lishogi reads none of the moves.
const FOREIGN_ENDS: [&str; 5] = ["反則負け", "トライ", "不戦勝", "不戦敗", "不詰"];

/// A start of a game that KIF holds besides shogi. Not of minishogi, whose 千日手 says who won.
fn start() -> impl Strategy<Value = Position> {
    let all = Variant::all().iter().filter(|variant| {
        variant.def().kif.is_some() && !["standard", "minishogi"].contains(&variant.name())
    });
    let starts = all.map(|variant| variant.start().clone());
    prop::sample::select(starts.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_end_is_read_back_and_is_one_for_lishogi(record in game_from(start())) {
        let text = check(&record, formats::KIF)?;
        let mut steps = text.lines().filter(|line| line.starts_with(' '));
        let foreign = steps.find(|line| FOREIGN_ENDS.iter().any(|word| line.contains(word)));
        prop_assert_eq!(foreign, None, "{}", &text);
    }
}

fn shogiops() -> Command {
    static FOLDER: OnceLock<std::path::PathBuf> = OnceLock::new();
    node("shogiops", SHOGIOPS, &FOLDER)
}

/// Random games of a variant, from its even start and from every handicap.
fn games(variant: Variant) -> Vec<Record> {
    let handicaps = variant.handicaps().filter_map(|handicap| handicap.start(variant));
    let starts: Vec<&Position> = [variant.start()].into_iter().chain(handicaps).collect();
    let seeds = 1..=(24 / starts.len() as u64 + 1);
    seeds.flat_map(|seed| starts.iter().map(move |start| game(start, seed))).collect()
}

fn game(start: &Position, seed: u64) -> Record {
    const PLIES: usize = 120;
    let mut builder = Record::builder(start.clone());
    let mut state = seed;
    for _ in 0..PLIES {
        let moves = builder.position().legal_moves();
        // Moves by way of a square are few: about every other time, one of them.
        let rare: Vec<Move> = moves.iter().copied().filter(|mv| mv.via().is_some()).collect();
        let choice: &[Move] =
            if (state >> 20).is_multiple_of(2) && !rare.is_empty() { &rare } else { &moves };
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let Some(mv) = choice.get((state >> 33) as usize % choice.len().max(1)) else { break };
        if is_lost_on_it(builder.position(), *mv) {
            break;
        }
        builder.play(*mv, Some(1_000)).expect("a legal move");
    }
    builder.finish()
}

/// Whether shogiops does not read the name of the piece: it takes 金飛車 for one of two characters,
/// and no と for dropped.
fn is_lost_on_it(position: &Position, mv: Move) -> bool {
    let moved = mv.from().and_then(|from| position.piece_at(from)).map(|piece| piece.kind);
    let name = |kind| position.variant().piece(kind).name;
    moved.is_some_and(|kind| name(kind) == "promoted_gold")
        || mv.dropped().is_some_and(|kind| name(kind) == "tokin")
}

fn usi(record: &Record) -> Vec<String> {
    record.moves().map(|mv| mv.usi(record.variant()).to_string()).collect()
}

/// The board, the side to move, and the hands where there are any: the third part of a chu SFEN is
/// not told in KIF.
fn position(sfen: &str, variant: Variant) -> Vec<&str> {
    let n_parts = if variant.def().drops.is_some() { 3 } else { 2 };
    sfen.split(' ').take(n_parts).collect()
}

#[test]
fn shogiops_reads_what_we_write() {
    if !is_asked_for() {
        return;
    }
    for (name, _) in GAMES {
        let variant = Variant::from_name(name).expect("a variant");
        let games = games(variant);
        let text = |game: &Record| {
            let file = write(std::slice::from_ref(game), formats::KIF, Encoding::Utf8);
            String::from_utf8(file.expect("it has KIF")).expect("UTF-8")
        };
        let tasks: Vec<_> = games.iter().map(|game| json!({ "read": text(game) })).collect();
        for (game, answer) in games.iter().zip(ask(shogiops(), &tasks)) {
            let file = text(game);
            assert_eq!(answer["error"], Value::Null, "{file}");
            let sfen = answer["sfen"].as_str().unwrap_or_default();
            let start = game.start().sfen();
            assert_eq!(position(sfen, variant), position(&start, variant), "{file}");
            assert_eq!(answer["moves"], json!(usi(game)), "{file}");
        }
    }
}

#[test]
fn we_read_what_shogiops_writes() {
    if !is_asked_for() {
        return;
    }
    for (ours, theirs) in GAMES {
        let variant = Variant::from_name(ours).expect("a variant");
        let games = games(variant);
        let task = |game: &Record| json!({ "write": theirs, "sfen": game.start().sfen(), "moves": usi(game) });
        let tasks: Vec<_> = games.iter().map(task).collect();
        for (game, answer) in games.iter().zip(ask(shogiops(), &tasks)) {
            let file = answer["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
            let reading =
                read(file.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{file}"));
            let record = &reading.records[0];
            assert_eq!(reading.notes, [], "{file}");
            assert_eq!(record.start(), game.start(), "{file}");
            assert_eq!(usi(record), usi(game), "{file}");
        }
    }
}
