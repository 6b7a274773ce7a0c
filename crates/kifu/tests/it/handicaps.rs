//! Handicaps by their names: what each means, in which file, and what is said where that is not
//! certain.

use std::fmt::Write;

use komadai_kifu::{Encoding, Reading, Record, formats, read, write};
use komadai_rules::{Handicap, Position, Variant};

/// lishogi's names with gote's three ranks and the hands: what its own files mean.
const OF_LISHOGI: [(&str, &str, &str); 34] = [
    ("香落ち", "lnsgkgsn1/1r5b1/ppppppppp", "-"),
    ("右香落ち", "1nsgkgsnl/1r5b1/ppppppppp", "-"),
    ("兩香落ち", "1nsgkgsn1/1r5b1/ppppppppp", "-"),
    ("角落ち", "lnsgkgsnl/1r7/ppppppppp", "-"),
    ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp", "-"),
    ("飛香落ち", "lnsgkgsn1/7b1/ppppppppp", "-"),
    ("二枚落ち", "lnsgkgsnl/9/ppppppppp", "-"),
    ("三枚落ち", "1nsgkgsnl/9/ppppppppp", "-"),
    ("四枚落ち", "1nsgkgsn1/9/ppppppppp", "-"),
    ("五枚落ち", "2sgkgsn1/9/ppppppppp", "-"),
    ("六枚落ち", "2sgkgs2/9/ppppppppp", "-"),
    ("七枚落ち", "3gkgs2/9/ppppppppp", "-"),
    ("八枚落ち", "3gkg3/9/ppppppppp", "-"),
    ("九枚落ち", "4kg3/9/ppppppppp", "-"),
    ("十枚落ち", "4k4/9/ppppppppp", "-"),
    ("歩三兵", "4k4/9/9", "3p"),
    ("裸玉", "4k4/9/9", "-"),
    ("トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp", "-"),
    ("トンボ＋香", "l3k3l/1r5b1/ppppppppp", "-"),
    ("トンボ", "4k4/1r5b1/ppppppppp", "-"),
    ("太閤落ち", "lnsgkgsnl/1r5b1/p1ppppppp", "-"),
    ("香得", "lnsgkgsn1/1r5b1/ppppppppp", "L"),
    ("兩香得", "1nsgkgsn1/1r5b1/ppppppppp", "2L"),
    ("角得", "lnsgkgsnl/1r7/ppppppppp", "B"),
    ("飛車得", "lnsgkgsnl/7b1/ppppppppp", "R"),
    ("飛香得", "lnsgkgsn1/7b1/ppppppppp", "RL"),
    ("二枚得", "lnsgkgsnl/9/ppppppppp", "RB"),
    ("三枚得", "1nsgkgsnl/9/ppppppppp", "RBL"),
    ("四枚得", "1nsgkgsn1/9/ppppppppp", "RB2L"),
    ("五枚得", "2sgkgsn1/9/ppppppppp", "RBN2L"),
    ("六枚得", "2sgkgs2/9/ppppppppp", "RB2N2L"),
    ("七枚得", "3gkgs2/9/ppppppppp", "RBS2N2L"),
    ("八枚得", "3gkg3/9/ppppppppp", "RB2S2N2L"),
    ("九枚得", "4kg3/9/ppppppppp", "RBG2S2N2L"),
];

fn sfen(ranks: &str, hands: &str) -> String {
    format!("{ranks}/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w {hands} 1")
}

/// The start of the first game and the notes, or the error.
fn tell(file: &str) -> String {
    match read(file.as_bytes(), Some(formats::KIF)) {
        Err(error) => format!("error {error}"),
        Ok(Reading { records, notes, .. }) => {
            let mut told = records.first().map_or(String::new(), |record| record.start().sfen());
            for note in notes {
                let _ = write!(told, "; {note}");
            }
            told
        }
    }
}

/// A file of another program's, with the player who gives the handicap.
fn elsewhere(name: &str) -> String {
    format!("手合割：{name}\n下手：A\n上手：B\n   1 ５二玉(51)\n")
}

#[test]
fn files_of_lishogi_mean_its_handicaps() {
    for (name, ranks, hands) in OF_LISHOGI {
        // The site may stand below the handicap.
        for site in [
            format!("場所：https://lishogi.org/abcdefgh\n手合割：{name}\n下手：A\n上手：B\n"),
            format!("手合割：{name}\n下手：A\n上手：B\n場所：lishogi.org/study/abcd/efgh\n"),
        ] {
            let king = if ranks.starts_with("4k4") { "   1 ５二玉(51)\n" } else { "" };
            assert_eq!(
                tell(&(site + "手数----指手---------消費時間--\n" + king)),
                sfen(ranks, hands),
                "{name}"
            );
        }
    }
}

#[test]
fn our_handicaps_are_lishogis() {
    let shogi = Variant::standard();
    let ours: Vec<_> =
        shogi.handicaps().map(|it| it.start(shogi).expect("a start").sfen()).collect();
    let theirs: Vec<_> = OF_LISHOGI.iter().map(|(_, ranks, hands)| sfen(ranks, hands)).collect();
    assert_eq!(ours, theirs);
    let names: Vec<_> = shogi.handicaps().map(Handicap::kanji).collect();
    assert_eq!(names, OF_LISHOGI.map(|(name, ..)| name.replace('兩', "両")));
}

#[test]
fn other_files_mean_the_same_but_for_what_is_uncertain() {
    let uncertain = |name: &str| match name {
        "三枚落ち" => Some(("lnsgkgsn1/9/ppppppppp", "left lance")),
        "五枚落ち" => Some(("2sgkgsn1/9/ppppppppp", "right knight")),
        "七枚落ち" => Some(("3gkgs2/9/ppppppppp", "right silver")),
        "九枚落ち" => Some(("4kg3/9/ppppppppp", "right gold")),
        _ => None,
    };
    for (name, ranks, hands) in OF_LISHOGI {
        let file = format!("手合割：{name}\n下手：A\n上手：B\n手数----指手---------消費時間--\n");
        let expected = match uncertain(name) {
            Some((ranks, piece)) => format!(
                "{}; line 1, column 5: “{name}” does not say which piece is missing: it is read as \
                 without the {piece}",
                sfen(ranks, hands),
            ),
            None => sfen(ranks, hands),
        };
        assert_eq!(tell(&file), expected, "{name}");
    }
    // A diagram leaves nothing to be assumed.
    let start = Position::from_sfen(Variant::standard(), &sfen(OF_LISHOGI[7].1, "-"));
    let record = Record::new(start.expect("a start"));
    let written = write(&[record], formats::KIF, Encoding::Utf8).expect("KIF");
    let drawn = String::from_utf8(written).expect("UTF-8").replace("その他", "三枚落ち");
    assert_eq!(tell(&drawn), sfen(OF_LISHOGI[7].1, "-"));
}

#[test]
fn every_spelling_is_read() {
    let check = |ranks: &str, hands: &str, names: &str| {
        for name in names.split_whitespace() {
            let told = tell(&format!("手合割：{name}　　\n手数----指手---------消費時間--\n"));
            assert_eq!(told, sfen(ranks, hands), "{name}");
        }
    };
    check("lnsgkgsn1/1r5b1/ppppppppp", "-", "香落 香落ち 左香落ち 左香落 香車落ち 左香車落");
    check("1nsgkgsnl/1r5b1/ppppppppp", "-", "右香落 右香落ち 右香車落ち");
    check("1nsgkgsn1/1r5b1/ppppppppp", "-", "両香落ち 兩香落ち 両香落 兩香落 両香車落ち");
    check("lnsgkgsnl/1r7/ppppppppp", "-", "角落 角落ち 角行落ち");
    check("lnsgkgsnl/7b1/ppppppppp", "-", "飛落 飛落ち 飛車落 飛車落ち");
    check("lnsgkgsn1/7b1/ppppppppp", "-", "飛香落 飛車香落ち 飛車・香車落ち 飛香落ち");
    check(
        "lnsgkgsnl/9/ppppppppp",
        "-",
        "二枚落 2枚落 ２枚落ち 2枚落ち 飛角落ち 飛車角落ち 弐枚落ち",
    );
    check("lnsgkgsn1/9/ppppppppp", "-", "左三枚落ち 左3枚落ち 左３枚落");
    check("1nsgkgsnl/9/ppppppppp", "-", "右三枚落ち 右3枚落");
    check("1nsgkgsn1/9/ppppppppp", "-", "四枚落 4枚落ち ４枚落ち");
    check("1nsgkgsnl/9/ppppppppp", "-", "三枚落ち（飛角右香） 飛角右香落ち");
    check("1nsgkgsnl/1r5b1/ppppppppp", "-", "香落ち(右) 本将棋（右香落ち）");
    check("lnsgkgsnl/9/ppppppppp", "-", "二枚落ち（飛角） 将棋【２枚落ち】 二枚落ち（本将棋）");
    check("2sgkgsn1/9/ppppppppp", "-", "右五枚落ち 右5枚落ち 右５枚落");
    check("1nsgkgs2/9/ppppppppp", "-", "左五枚落ち 左5枚落ち 左５枚落");
    check("2sgkgs2/9/ppppppppp", "-", "六枚落 6枚落ち ６枚落ち");
    check("3gkgs2/9/ppppppppp", "-", "右七枚落ち 右7枚落ち");
    check("2sgkg3/9/ppppppppp", "-", "左七枚落ち 左７枚落");
    check("3gkg3/9/ppppppppp", "-", "八枚落 8枚落ち ８枚落ち");
    check("4kg3/9/ppppppppp", "-", "右九枚落ち 右9枚落");
    check("3gk4/9/ppppppppp", "-", "左九枚落ち 左９枚落ち");
    check("4k4/9/ppppppppp", "-", "十枚落 10枚落ち １０枚落ち 一〇枚落ち");
    check("4k4/9/9", "-", "裸玉 裸王 十九枚落ち 19枚落ち １９枚落");
    check("4k4/9/9", "3p", "歩三兵 歩3兵 歩３兵 三歩");
    check("4k4/1r5b1/ppppppppp", "-", "トンボ とんぼ トンボ落ち トンボ将棋");
    check("l3k3l/1r5b1/ppppppppp", "-", "トンボ＋香 トンボ+香 とんぼ＋香 トンボ香");
    check("ln2k2nl/1r5b1/ppppppppp", "-", "トンボ＋桂香 トンボ+桂香 トンボ＋香桂 トンボ＋桂馬香車");
    check("lnsgkgsnl/1r5b1/p1ppppppp", "-", "太閤落ち 太閤落 太閤将棋");
    check("1nsgkgsn1/1r5b1/ppppppppp", "2L", "両香得 兩香得 両香車得");
    check("lnsgkgsnl/7b1/ppppppppp", "R", "飛車得 飛得");
    check("lnsgkgsnl/9/ppppppppp", "RB", "二枚得 2枚得 ２枚得 飛角得");
    check("4kg3/9/ppppppppp", "RBG2S2N2L", "九枚得 9枚得 ９枚得");
}

#[test]
fn an_unknown_handicap_is_named() {
    let error = "error line 1, column 5: “五香落ち” is not a known handicap";
    assert_eq!(tell(&elsewhere("五香落ち")), error);
    assert_eq!(tell("手合割：五香落ち\n下手番\n   1 ７六歩(77)\n"), error);
    // Without anybody who gives it, it may be anything.
    let even = Variant::standard().start().sfen();
    let told = tell("手合割：指定局面なし\n先手：A\n後手：B\n   1 ７六歩(77)\n");
    assert_eq!(told, format!("{even}; line 1, column 5: “指定局面なし” is not a known handicap"));
}

#[test]
fn an_unknown_handicap_is_named_where_its_first_move_cannot_be_played() {
    for first in ["   1 ３四歩(33)\n", "▲３四歩\n", "△３四歩\n", "３四歩 ７六歩\n"]
    {
        let told = tell(&format!("手合割：五香落ち\n{first}"));
        assert_eq!(told, "error line 1, column 5: “五香落ち” is not a known handicap", "{first}");
    }
    let told = tell("手合割：5五将棋（銀落ち）\n   1 ２二銀(31)\n");
    assert_eq!(told, "error line 1, column 5: “5五将棋（銀落ち）” is not a known handicap");
    let told = tell("手合割：5五将棋（銀落ち）\n下手：A\n上手：B\n");
    assert_eq!(told, "error line 1, column 5: “5五将棋（銀落ち）” is not a known handicap");
    let told = tell("手合割：平手（銀落ち）\n   1 ７六歩(77)\n");
    let even = Variant::standard().start().sfen();
    assert_eq!(told, format!("{even}; line 1, column 5: “平手（銀落ち）” is not a known handicap"));
}

#[test]
fn an_unknown_game_is_named() {
    let told = tell("手合割：はさみ将棋\n   1 ７六歩(77)\n");
    assert_eq!(told, "error line 1, column 5: “はさみ将棋” is not a known handicap");
}

#[test]
fn handicaps_of_other_variants_are_known_by_name() {
    let check = |name: &str, handicap: Handicap, variant: &str| {
        let variant: Variant = variant.parse().expect("a variant");
        let start = handicap.start(variant).expect("a start").sfen();
        assert_eq!(tell(&format!("手合割：{name}\n手数----指手---------消費時間--\n")), start);
    };
    check("と落ち", Handicap::Tokin, "kyoto");
    check("金落ち", Handicap::Gold, "kyoto");
    check("二枚獅子", Handicap::TwoLions, "chu");
    check("2枚獅子", Handicap::TwoLions, "chu");
    check("3枚獅子", Handicap::ThreeLions, "chu");
    check("２枚王", Handicap::TwoKings, "chu");
    for name in [
        "5五将棋（角落ち）",
        "５五将棋(角落)",
        "5五将棋【角落ち】",
        "5五将棋 角落ち",
        "5五将棋・角落ち",
        "5五将棋：角落ち",
        "5五将棋角落ち",
        "5五（角落ち）",
        "角落ち（5五将棋）",
        "minishogi [角落ち]",
        "5五将棋\n手合割：角落ち",
    ] {
        check(name, Handicap::Bishop, "minishogi");
    }
    check("5五将棋（飛角落ち）", Handicap::TwoPiece, "minishogi");
    check("5五将棋（3枚落ち）", Handicap::ThreePiece, "minishogi");
    check("中将棋（二枚獅子）", Handicap::TwoLions, "chu");
    check("京都将棋（三枚落ち）", Handicap::ThreePiece, "kyoto");
    check("安南将棋（２枚落ち）", Handicap::TwoPiece, "annan");
    check("どうぶつしょうぎ（ひよこ落ち）", Handicap::Chick, "dobutsu");
    // Check shogi begins as shogi does, and so do its handicaps.
    let told = tell("手合割：王手将棋（角落ち）\n   1 ３四歩(33)\n");
    assert_eq!(told, sfen("lnsgkgsnl/1r7/ppppppppp", "-"));
}

#[test]
fn handicaps_are_read_back_from_every_format() {
    let shogi = Variant::standard();
    for handicap in shogi.handicaps() {
        let record = Record::new(handicap.start(shogi).expect("a start").clone());
        for format in [formats::KIF, formats::KI2, formats::CSA, formats::JKF, formats::USI] {
            let written = write(std::slice::from_ref(&record), format, Encoding::Utf8);
            let Ok(written) = written else { panic!("{handicap} in {format}: {written:?}") };
            let reading = read(&written, Some(format)).expect("what was written");
            assert_eq!(reading.records[0].start(), record.start(), "{handicap} in {format}");
            assert_eq!(reading.notes, [], "{handicap} in {format}");
        }
    }
}

/// What every program knows by name is written so; all else as a diagram with its hands.
#[test]
fn handicaps_are_written_so_that_others_read_them() {
    let shogi = Variant::standard();
    let start = |handicap: Handicap| {
        let record = Record::new(handicap.start(shogi).expect("a start").clone());
        let written = write(&[record], formats::KIF, Encoding::Utf8).expect("KIF");
        String::from_utf8(written).expect("UTF-8")
    };
    let named: Vec<_> = shogi
        .handicaps()
        .filter(|it| start(*it).contains(&format!("手合割：{}\n", it.kanji())))
        .map(Handicap::name)
        .collect();
    assert_eq!(
        named.join(" "),
        "lance right_lance bishop rook rook_lance 2_piece 4_piece 6_piece 8_piece 10_piece"
    );
    let drawn = start(Handicap::FivePieceGained);
    let expected = "手合割：その他
上手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・v銀v金v玉v金v銀v桂 ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
下手の持駒：飛　角　桂　香二　
上手番
";
    assert!(drawn.contains(expected), "{drawn}");
}
