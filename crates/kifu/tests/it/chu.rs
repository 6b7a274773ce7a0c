//! §9.7: chu shogi in KIF.

use komadai_kifu::{Encoding, Format, Record, formats, read_as, write};
use komadai_rules::{Move, Position, Variant};

fn chu() -> Variant {
    Variant::from_name("chu").expect("it is in the list")
}

fn record(sfen: &str, moves: &str) -> Record {
    let mut builder = Record::builder(Position::from_sfen(chu(), sfen).expect(sfen));
    for usi in moves.split(' ') {
        builder.play(Move::from_usi(chu(), usi).expect(usi), Some(2_000)).expect(usi);
    }
    builder.finish()
}

fn kif() -> Format {
    formats::KIF
}

fn written(record: &Record) -> String {
    let file = write(std::slice::from_ref(record), kif(), Encoding::Utf8).expect("KIF");
    String::from_utf8(file).expect("UTF-8")
}

#[test]
fn moves_by_way_of_a_square_are_two_lines() {
    let start = "k11/1g10/12/12/6pp4/6N5/12/12/12/12/12/K4P6 b - 1";
    let record = record(start, "6f6e6d 11b11c 6d5e6d 11c11b 6d5d6d 11b11c 6d6b 11c11b 6b6d");
    let text = written(&record);
    for line in [
        "手合割：中将棋",
        "   1手目一歩目 6五獅子 （←6六）",
        "   1手目二歩目 6四獅子 （←6五）( 0:02/00:00:02)",
        "   2手目 11三金将 （←11二）( 0:02/00:00:02)",
        "   3手目一歩目 5五獅子 （←6四）",
        "   3手目二歩目 6四獅子（居食い） （←5五）( 0:02/00:00:04)",
        "   5手目二歩目 6四獅子 （←",
        "   7手目 6二獅子 （←6四）( 0:02/00:00:08)",
    ] {
        let spaced = |text: &str| text.replace(' ', "");
        let found = text.lines().any(|it| spaced(it).starts_with(&spaced(line)));
        assert!(found, "{line} is not in\n{text}");
    }
    let back = read_as(text.as_bytes(), Some(kif()), None).expect("KIF");
    let back = &back.records[0];
    assert_eq!(back.start(), record.start());
    assert!(back.moves().eq(record.moves()), "{text}");
}

#[test]
fn diagrams_tell_promoted_pieces_from_those_with_the_same_sign() {
    // Every piece with its promoted form beside it.
    let all = "K+EQ+XN+OD+DH+H2/V+VM+MR+RB+BA+A2/E1O1X1T+TF+F2/G+GS+SC+CL+LI+I2/P+P10/12/12/12/12/12/12/k11 b - 1";
    let record = record(all, "11e10e");
    let text = written(&record);
    for sign in
        ["成角", "成飛", "成奔", "成竪", "成横", "成象", "成獅", "成馬", "成龍", "成歩", "鷲", "鷹"]
    {
        assert!(text.contains(sign), "{sign} is not in\n{text}");
    }
    let back = read_as(text.as_bytes(), Some(kif()), None).expect("KIF");
    assert_eq!(back.records[0].start(), record.start(), "{text}");
}

#[test]
fn a_start_is_always_drawn() {
    let record = record(chu().def().start, "7i7h 6d6e");
    let text = written(&record);
    assert_eq!(text.lines().filter(|line| line.starts_with('|')).count(), 12, "{text}");
    // lishogi writes no name, and is read by the diagram.
    let bare = text.replace("手合割：中将棋", "手合割：");
    for text in [&text, &bare] {
        let back = read_as(text.as_bytes(), Some(kif()), None).expect("KIF");
        assert_eq!(back.records[0].start(), chu().start());
        assert!(back.records[0].moves().eq(record.moves()), "{text}");
    }
}
