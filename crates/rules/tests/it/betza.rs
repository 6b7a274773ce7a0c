//! Pieces as Betza notation describes them.

use komadai_rules::{
    BetzaError, DefError, PieceMoves, Variant,
    variants::{Def, PieceDef},
};

/// How far a piece goes when nothing limits it: from end to end of the largest board.
const FAR: u8 = 13;

/// How a piece with these moves goes, in a variant made for it.
fn moves(betza: &'static str) -> Result<PieceMoves, BetzaError> {
    let king = PieceDef::new("K", "king", "王", "王", "K").royal();
    let piece = PieceDef::new("X", "piece", "駒", "駒", betza);
    let pieces = Box::leak(Box::new([king, piece]));
    let start = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    match Variant::new(Def { name: "one_piece", start, pieces, ..Def::NEW }) {
        Ok(variant) => Ok(variant.move_tables().pieces.pop().expect("it has two")),
        Err(DefError::Betza { letter: "X", source }) => Err(source),
        Err(error) => panic!("{betza}: {error}"),
    }
}

/// To the right and forward, of what is to add to file and rank for sente.
fn forward((files, ranks): (i8, i8)) -> (i8, i8) {
    (-files, -ranks)
}

#[track_caller]
fn check(betza: &'static str, steps: &[(i8, i8)], slides: &[(i8, i8)]) {
    let sorted = |vectors: &[(i8, i8)]| {
        let mut vectors = vectors.to_vec();
        vectors.sort_unstable();
        vectors
    };
    let moves = moves(betza).expect(betza);
    let found: Vec<_> = moves.steps.iter().copied().map(forward).collect();
    assert_eq!(sorted(&found), sorted(steps), "{betza}");
    let found: Vec<_> = moves.slides.iter().map(|slide| forward(slide.step)).collect();
    assert_eq!(sorted(&found), sorted(slides), "{betza}");
    assert!(moves.slides.iter().all(|slide| slide.range == FAR), "{betza}");
    assert_eq!(moves.specials, [], "{betza}");
}

#[test]
fn shogi_pieces_are_read() {
    check("fW", &[(0, 1)], &[]);
    check("ffN", &[(-1, 2), (1, 2)], &[]);
    check("fR", &[], &[(0, 1)]);
    check("fbR", &[], &[(0, 1), (0, -1)]);
    check("FfW", &[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 1)], &[]);
    check("WfF", &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)], &[]);
    check("fFfsW", &[(-1, 1), (1, 1), (0, 1), (-1, 0), (1, 0)], &[]);
    check("fWsR", &[(0, 1)], &[(-1, 0), (1, 0)]);
    check("BW", &[(0, 1), (0, -1), (1, 0), (-1, 0)], &[(-1, -1), (-1, 1), (1, -1), (1, 1)]);
    check("FsfW", &[(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 1), (-1, 0), (1, 0)], &[]);
    check("flF", &[(-1, 1)], &[]);
    check("flbrF", &[(-1, 1), (1, -1)], &[]);
    check("bD", &[(0, -2)], &[]);
}

#[test]
fn what_is_said_twice_counts_once() {
    for (one, other) in [("RK", "RF"), ("WWFF", "Q"), ("R3WfR", "R3fR"), ("R1", "W"), ("W3", "R3")]
    {
        assert_eq!(moves(one).expect(one), moves(other).expect(other), "{one} {other}");
    }
}

#[test]
fn what_only_moves_only_takes_or_hops_is_apart() {
    // The vector and the range, then whether it hops, moves and takes.
    let check = |betza, specials: &[((i8, i8), u8, [bool; 3])]| {
        let moves = moves(betza).expect(betza);
        assert_eq!((moves.steps, moves.slides), (vec![], vec![]), "{betza}");
        let mut found: Vec<_> = moves
            .specials
            .iter()
            .map(|it| (forward(it.slide.step), it.slide.range, [it.hops, it.moves, it.takes]))
            .collect();
        found.sort_unstable();
        assert_eq!(found, specials, "{betza}");
    };
    let (moves_only, takes_over, over) =
        ([false, true, false], [true, false, true], [true, true, true]);
    check("mfRcpfR", &[((0, 1), FAR, moves_only), ((0, 1), FAR, takes_over)]);
    check("mfWpfB2", &[((-1, 1), 2, over), ((0, 1), 1, moves_only), ((1, 1), 2, over)]);
    assert_eq!(moves("mcW"), moves("W"));
}

#[test]
fn nonsense_is_named() {
    assert_eq!(moves(""), Err(BetzaError::NoAtom));
    assert_eq!(moves("Wf"), Err(BetzaError::NoAtom));
    assert_eq!(moves("X"), Err(BetzaError::Atom('X')));
    assert_eq!(moves("mN"), Err(BetzaError::Directions('N')));
    assert_eq!(moves("xW"), Err(BetzaError::Directions('W')));
    assert_eq!(moves("N2"), Err(BetzaError::Range('N')));
    assert_eq!(moves("R0"), Err(BetzaError::Range('R')));
    assert_eq!(moves("é"), Err(BetzaError::Atom('é')));
}
