//! One position and one move as CSA spells them, apart from any file.

use komadai_rules::{Move, Position, Side, Square};

use super::{
    by_letters,
    writing::{sign, write_move, write_pieces},
};

/// The board rank by rank, the hands, and whose turn it is; each line with its end.
pub fn board(position: &Position) -> String {
    let mut out = String::new();
    write_pieces(position, &mut out);
    out.push(sign(position.turn()));
    out.push('\n');
    out
}

/// `+` for sente, `-` for gote.
pub fn side_sign(side: Side) -> char {
    sign(side)
}

/// A move of the side to move: `+7776FU`, with the piece as it is after the move.
pub fn move_line(position: &Position, mv: Move) -> String {
    let mut out = String::new();
    write_move(position, mv, &mut out);
    out
}

/// The move that such a line means for the side to move, whatever the rules say of it. `None` where
/// it means none: another form, the other side's sign, no piece there, or a piece that cannot
/// become the one that is named.
pub fn read_move(position: &Position, text: &str) -> Option<Move> {
    let rest = text.strip_prefix(sign(position.turn()))?;
    let mut signs = rest.chars();
    let mut figure = || signs.next()?.to_digit(10).map(|figure| figure as u8);
    let (from_file, from_rank) = (figure()?, figure()?);
    let (to_file, to_rank) = (figure()?, figure()?);
    let kind = by_letters(signs.as_str())?;
    let to = on_board(to_file, to_rank)?;
    if (from_file, from_rank) == (0, 0) {
        return Some(Move::drop(kind, to));
    }
    let from = on_board(from_file, from_rank)?;
    let moved = position.piece_at(from)?.kind;
    if moved == kind {
        return Some(Move::board(from, to, false));
    }
    let promoted = position.variant().promoted(moved);
    (promoted == Some(kind)).then(|| Move::board(from, to, true))
}

fn on_board(file: u8, rank: u8) -> Option<Square> {
    let range = 1..=9;
    Square::new(file, rank).filter(|_| range.contains(&file) && range.contains(&rank))
}

#[cfg(test)]
mod tests {
    use komadai_rules::Variant;

    use super::*;

    fn position(sfen: &str) -> Position {
        Position::from_sfen(Variant::standard(), sfen).unwrap()
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
}
