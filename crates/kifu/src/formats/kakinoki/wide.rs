//! Moves of KIF on boards with more than nine files or ranks, as of chu shogi (§9.7).
//!
//! ```text
//!    1 ７八獅子 （←７十）
//!    2 一歩目 6五獅子 （←6三）
//!    2 二歩目 6六獅子 （←6五）
//! ```
//!
//! Squares are Arabic files and kanji ranks, pieces have their full names, and 仝 takes up the
//! square of the move before. A move by way of a square is two lines, the second with what it is
//! if it comes back.

use komadai_rules::{Kind, Move, Position, Square, Variant};

use crate::{
    Error,
    cursor::{Cursor, is_blank, kanji_count},
    notations::japanese::read_square,
    tape::Tape,
    words,
};

/// The words before the two steps of a move.
const STEPS: [&str; 2] = ["一歩目", "二歩目"];

/// What stands behind a second step that comes back: having taken something, or nothing.
const BACK: [&str; 2] = ["（居食い）", "(じっと)"];

/// The lines of a move: one, or one for each step.
pub(in crate::formats) fn spell(
    position: &Position,
    mv: Move,
    last: Option<Square>,
) -> (String, Option<String>) {
    let Some((from, piece)) = mv.from().and_then(|from| Some((from, position.piece_at(from)?)))
    else {
        return (mv.usi(position.variant()).to_string(), None);
    };
    let name = position.variant().piece(piece.kind).kanji2;
    let square = |square: Square| {
        if last == Some(square) { "仝".to_owned() } else { written(square) }
    };
    let to = square(mv.to());
    let Some(via) = mv.via() else {
        let promotes = if mv.promotes() { "成" } else { "" };
        return (format!("{to}{name}{promotes} （←{}）", written(from)), None);
    };
    let back = match position.piece_at(via) {
        _ if mv.to() != from => "",
        Some(_) => BACK[0],
        None => BACK[1],
    };
    let first = format!("{} {}{name} （←{}）", STEPS[0], square(via), written(from));
    let second = format!("{} {to}{name}{back} （←{}）", STEPS[1], written(via));
    (first, Some(second))
}

/// `7十`, `12十二`.
fn written(square: Square) -> String {
    format!("{}{}", square.file(), kanji_count(square.rank()))
}

/// What a line says of a move.
pub(in crate::formats) enum Said {
    /// All of it.
    Move(Move),
    /// Its first step: from where, and by way of what square.
    First(Square, Square),
}

/// Reads a move, or one step of it: `before` is the first step on the line above, if there is one.
pub(in crate::formats) fn read(
    cursor: &mut Cursor<'_>,
    tape: &Tape,
    before: Option<(Square, Square)>,
) -> Result<Said, Error> {
    let start = *cursor;
    let variant = tape.record.variant();
    let wrong = || start.expected("a move such as 7八獅子 （←7十）");
    let step = STEPS.iter().position(|word| cursor.eat(word));
    cursor.skip_blanks();
    let to = if cursor.eat("仝") || cursor.eat("同") {
        tape.last_move().map(Move::to).ok_or_else(wrong)?
    } else {
        read_square(cursor, variant).ok_or_else(wrong)?
    };
    cursor.skip_blanks();
    read_name(cursor, variant).ok_or_else(wrong)?;
    let promotes = !cursor.eat("不成") && cursor.eat("成");
    for back in ["（居食い）", "(居食い)", "（じっと）", "(じっと)"] {
        cursor.eat(back);
    }
    cursor.skip_blanks();
    let opens = cursor.next_if(|sign| matches!(sign, '(' | '（')).is_some();
    cursor.eat("←");
    let from = read_square(cursor, variant).filter(|_| opens).ok_or_else(wrong)?;
    if cursor.next_if(|sign| matches!(sign, ')' | '）')).is_none() {
        return Err(cursor.expected("the closing bracket"));
    }
    Ok(match (step, before) {
        (Some(0), _) => Said::First(from, to),
        // Some programs write 仝 for the wrong square; where the second step begins is always said.
        (Some(_), Some((origin, _))) => Said::Move(Move::by_way(origin, from, to)),
        (Some(_), _) => return Err(start.expected("the first step on the line above")),
        (None, _) => Said::Move(Move::board(from, to, promotes)),
    })
}

/// The name of a piece, whichever of several with that name; which it is is said by its square.
fn read_name(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Kind> {
    // 醉 is another form of 酔, and the king may be 王将.
    for (other, usual) in [("醉象", "酔象"), ("王将", "玉将")] {
        if cursor.eat(other) {
            return variant.kinds().find(|kind| variant.piece(*kind).kanji2 == usual);
        }
    }
    let rest = cursor.rest();
    let longest = variant
        .kinds()
        .filter(|kind| rest.starts_with(variant.piece(*kind).kanji2))
        .max_by_key(|kind| variant.piece(*kind).kanji2.len());
    match longest {
        Some(kind) => cursor.eat(variant.piece(kind).kanji2).then_some(kind),
        None => words::read_piece(cursor, variant),
    }
}

/// Whether a line goes on with a step of a move.
pub(in crate::formats) fn begins_step(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest().trim_start_matches(is_blank);
    STEPS.iter().any(|word| rest.starts_with(word)) || rest.starts_with('仝')
}
