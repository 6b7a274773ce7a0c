//! Moves as people write them.

use komadai_kifu::{
    NoMove, Notation,
    notations::{self, read_typed},
};
use komadai_rules::{Illegal, Move, Position, Variant};
use proptest::prelude::*;

use crate::games;

/// A position, the move before it, a move, and how it is written in every notation.
const TABLE: &str = include_str!("../data/notations.txt");

fn position(sfen: &str) -> Position {
    let variants = Variant::all().iter();
    let positions = variants.filter_map(|variant| Position::from_sfen(*variant, sfen).ok());
    positions.into_iter().next().expect("a position of one of the variants")
}

fn usi(position: &Position, text: &str) -> Move {
    Move::from_usi(position.variant(), text).expect("a move in USI")
}

#[test]
fn moves_are_written_as_in_the_table() {
    let mut start = None;
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(sfen) = line.strip_prefix("sfen ") {
            start = Some(position(sfen));
            continue;
        }
        let position = start.as_ref().expect("a position comes first");
        let words: Vec<_> = line.split_whitespace().collect();
        let [last, mv, spelled @ ..] = &words[..] else { panic!("{line}") };
        let last = (*last != "-").then(|| usi(position, last));
        let mv = usi(position, mv);
        let notations =
            [notations::JAPANESE, notations::WESTERN, notations::HODGES, notations::VIETNAMESE];
        assert_eq!(spelled.len(), notations.len(), "{line}");
        for (notation, expected) in notations.into_iter().zip(spelled) {
            assert_eq!(notation.write(position, mv, last), *expected, "{notation}: {line}");
            assert_eq!(notation.read(position, expected, last), Ok(mv), "{notation}: {line}");
        }
    }
}

#[test]
fn moves_are_read_as_people_type_them() {
    let even = Variant::standard().start().clone();
    for text in [
        "7g7f",
        "76歩",
        "7六歩",
        "７六歩",
        "☗７六歩",
        "▲7六歩",
        "P-76",
        "P76",
        "p-76",
        "P77-76",
        "P-7f",
        "T-76",
        "T(77)-76",
        " 7六歩 ",
        "７六步",
    ] {
        let read = read_typed(&even, text, None, notations::JAPANESE);
        assert_eq!(
            read.map(|mv| mv.usi(even.variant()).to_string()),
            Ok("7g7f".to_owned()),
            "{text}"
        );
    }
    for (text, why) in [
        ("", NoMove::Unreadable),
        ("7六", NoMove::Unreadable),
        ("7六歩成り", NoMove::Unreadable),
        ("同歩", NoMove::Unreadable),
        ("P-00", NoMove::Unreadable),
        ("P-75", NoMove::Nobody),
        ("G-58", NoMove::Ambiguous),
        ("5八金", NoMove::Ambiguous),
        ("7g7e", NoMove::Illegal(Illegal::CannotMoveThere)),
    ] {
        assert_eq!(read_typed(&even, text, None, notations::WESTERN), Err(why), "{text}");
    }
}

#[test]
fn what_two_notations_share_goes_by_preference() {
    // A bishop and a silver can both go to 7-7.
    let both = position("4k4/9/9/9/9/9/9/1BS6/4K4 b - 1");
    for (preferred, expected) in [(notations::WESTERN, "8h7g"), (notations::VIETNAMESE, "7h7g")] {
        let read = read_typed(&both, "B-77", None, preferred);
        assert_eq!(read.map(|mv| mv.usi(both.variant()).to_string()), Ok(expected.to_owned()));
    }
}

#[test]
fn every_notation_has_a_name_of_its_own() {
    for notation in notations::ALL {
        assert_eq!(Notation::from_name(notation.name()), Some(*notation));
    }
}

/// Every legal move of the position is written differently, and read back.
fn check(position: &Position, last: Option<Move>) -> Result<(), TestCaseError> {
    for notation in notations::ALL {
        for mv in &position.legal_moves() {
            let text = notation.write(position, *mv, last);
            let context = format!("{notation} {text} in {}", position.sfen());
            prop_assert_eq!(notation.read(position, &text, last), Ok(*mv), "{}", context);
        }
    }
    Ok(())
}

fn any_start() -> impl Strategy<Value = Position> {
    prop_oneof![
        games::start(),
        prop::sample::select(Variant::all().to_vec()).prop_map(|variant| variant.start().clone()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_move_is_read_back(record in games::game_from(any_start())) {
        let last = record.moves().last();
        check(&record.position(record.at_ply(u32::MAX)), last)?;
    }

}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn crowds_are_told_apart(pieces in prop::collection::vec((0..81usize, 0..14usize), 3..30)) {
        let variant = Variant::standard();
        let letters = ["R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P", "G"];
        let mut squares = vec![None; 81];
        for (square, piece) in pieces {
            squares[square] = Some(letters[piece]);
        }
        let rank = |squares: &[Option<&str>]| {
            let runs = squares.chunk_by(|one, next| one.is_none() && next.is_none());
            let spelled = runs.map(|run| match run[0] {
                Some(letter) => letter.to_owned(),
                None => run.len().to_string(),
            });
            spelled.collect::<String>()
        };
        let board: Vec<_> = squares.chunks(9).map(rank).collect();
        let position = Position::from_sfen(variant, &format!("{} b - 1", board.join("/")));
        check(&position.expect("nine ranks of nine squares"), None)?;
    }

    #[test]
    fn crowds_of_chu_are_told_apart(pieces in prop::collection::vec((0..144usize, 0..39usize, 0..3u8), 8..60)) {
        let variant = Variant::from_name("chu").expect("it is in the list");
        let mut squares = vec![None; 144];
        for (at, kind, whose) in pieces {
            // A third are the opponent's, and a third of all have lion power.
            let letter = variant.def().pieces[kind].letter;
            let letter = match kind % 3 {
                0 => ["N", "+O", "+D", "+H"][kind % 4],
                _ => letter,
            };
            squares[at] = Some(if whose == 0 { letter.to_lowercase() } else { letter.to_owned() });
        }
        let rank = |squares: &[Option<String>]| {
            let runs = squares.chunk_by(|one, next| one.is_none() && next.is_none());
            runs.map(|run| run[0].clone().unwrap_or_else(|| run.len().to_string())).collect::<String>()
        };
        let board: Vec<_> = squares.chunks(12).map(rank).collect();
        let position = Position::from_sfen(variant, &format!("{} b - 1", board.join("/")));
        check(&position.expect("twelve ranks of twelve squares"), None)?;
    }
}
