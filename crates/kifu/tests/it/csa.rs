//! One position and one move as CSA spells them.

use komadai_kifu::csa::{board, move_line, read_move};
use komadai_rules::{Position, Variant};

fn position(sfen: &str) -> Position {
    Position::from_sfen(Variant::standard(), sfen).expect(sfen)
}

#[test]
fn a_board_is_written_with_hands_and_turn() {
    let lines = board(&position("4k4/9/9/9/4+p4/9/9/9/4K4 w 2R3p 5"));
    assert_eq!(
        lines.lines().map(str::to_owned).collect::<Vec<_>>(),
        [
            "P1 *  *  *  * -OU *  *  *  * ",
            "P2 *  *  *  *  *  *  *  *  * ",
            "P3 *  *  *  *  *  *  *  *  * ",
            "P4 *  *  *  *  *  *  *  *  * ",
            "P5 *  *  *  * -TO *  *  *  * ",
            "P6 *  *  *  *  *  *  *  *  * ",
            "P7 *  *  *  *  *  *  *  *  * ",
            "P8 *  *  *  *  *  *  *  *  * ",
            "P9 *  *  *  * +OU *  *  *  * ",
            "P+00HI00HI",
            "P-00FU00FU00FU",
            "-",
        ]
    );
}

#[test]
fn every_legal_move_is_read_back() {
    for sfen in [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ] {
        let position = position(sfen);
        for &mv in &position.legal_moves() {
            let line = move_line(&position, mv);
            assert_eq!(read_move(&position, &line), Some(mv), "{line}");
        }
    }
}

#[test]
fn what_means_no_move_is_none() {
    let start = position("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    for text in [
        "",
        "+",
        "+7776",
        "+7776F",
        "+7776FUU",
        "-7776FU",
        "+7776KA",
        "+7776XX",
        "+5556FU",
        "+7706FU",
        "+0706FU",
        "+0000FU",
        "7g7f",
        "+7776fu",
        "+７７７６FU",
        "+é776FU",
    ] {
        assert_eq!(read_move(&start, text), None, "{text}");
    }
    let usi =
        |text: &str| read_move(&start, text).map(|mv| mv.usi(Variant::standard()).to_string());
    assert_eq!(usi("+7755FU").as_deref(), Some("7g5e"), "the rules judge that");
    assert_eq!(usi("+7776TO").as_deref(), Some("7g7f+"));
    assert_eq!(usi("+0055TO").as_deref(), Some("+P*5e"));
}
