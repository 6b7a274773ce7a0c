//! Moves of KIF on boards with more than nine files or ranks, as of chu shogi (§9.7).
//!
//! ```text
//!    1手目 7八獅子 （←7十）
//!    2手目一歩目 6五獅子 （←6三）
//!    2手目二歩目 6六獅子 （←6五）
//! ```
//!
//! Squares are Arabic files and kanji ranks, pieces have their full names, and 仝 takes up the
//! square of the move before. A move by way of a square is two lines. Programs differ in what they
//! write behind the number and behind the name, so more is read than is written.

use komadai_rules::{Move, Position, Square, Variant};

use super::{is_mark, numbered};
use crate::{
    Error,
    cursor::{Cursor, TextLine, is_blank, kanji_count},
    error::{Problem, quote},
    notations::japanese::read_square,
    tape::Tape,
    variant_names, words,
};

/// The words before the two steps of a move.
const STEPS: [&str; 2] = ["一歩目", "二歩目"];

/// What stands behind a second step that comes back after taking something.
const IGUI: &str = "（居食い）";

/// What stands behind a name besides 成 and tells nothing that the squares do not: that a piece
/// comes back, and that the game ends here.
const ASIDES: [&str; 9] = [
    IGUI,
    "(居食い)",
    "（居喰い）",
    "(居喰い)",
    "（じっと）",
    "(じっと)",
    "居食い",
    "居喰い",
    "まで",
];

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
    let name = words::full_name(position.variant(), piece.kind);
    let Some(via) = mv.via() else {
        let to = if last == Some(mv.to()) { "仝".to_owned() } else { written(mv.to()) };
        let promotes = if mv.promotes() { "成" } else { "" };
        return (format!(" {to}{name}{promotes} （←{}）", written(from)), None);
    };
    let is_igui = mv.to() == from && position.piece_at(via).is_some();
    let back = if is_igui { IGUI } else { "" };
    // Not 仝: readers take up other squares by it here.
    let first = format!("{} {}{name} （←{}）", STEPS[0], written(via), written(from));
    let second = format!("{} {}{name}{back} （←{}）", STEPS[1], written(mv.to()), written(via));
    (first, Some(second))
}

/// `7十`, `12十二`.
fn written(square: Square) -> String {
    format!("{}{}", square.file(), kanji_count(square.rank()))
}

/// What a line says of a move.
pub(in crate::formats) enum MoveLine<'a> {
    /// All of it.
    Move(Move),
    /// Its first step.
    First(FirstStep<'a>),
}

/// The first step of a move, until the line with the second.
#[derive(Clone, Copy)]
pub(in crate::formats) struct FirstStep<'a> {
    from: Square,
    /// Where it ends; none for 仝, which some programs write for the wrong square.
    via: Option<Square>,
    /// Where it stands.
    at: Cursor<'a>,
}

impl FirstStep<'_> {
    /// The second step does not follow.
    pub(in crate::formats) fn alone(&self) -> Error {
        self.at.expected("a move with its second step on the next line")
    }
}

/// Reads a move, or one step of it: `before` is the first step on the line above, if there is one.
pub(in crate::formats) fn read<'a>(
    cursor: &mut Cursor<'a>,
    tape: &Tape,
    before: Option<FirstStep<'a>>,
) -> Result<MoveLine<'a>, Error> {
    let start = *cursor;
    let variant = tape.record.variant();
    let wrong = || start.expected("a move such as 7八獅子 （←7十）");
    let words = Words::read(cursor, variant).ok_or_else(wrong)?;
    let from = words.from;
    let same = tape.last_move().map(Move::to);
    let to = words.to.or(same).ok_or_else(wrong)?;
    let (origin, said) = match (words.step, before) {
        (None | Some(0), Some(before)) => return Err(before.alone()),
        (Some(0), None) => (from, MoveLine::First(FirstStep { from, via: words.to, at: start })),
        (None, None) if to == from => {
            let pass = pass(tape.position(), from)
                .ok_or_else(|| start.error(Problem::NoSuchMove(quote(start.rest()))))?;
            (from, MoveLine::Move(pass))
        }
        (None, None) => (from, MoveLine::Move(Move::board(from, to, words.promotes))),
        (Some(_), Some(before)) if before.via.is_some_and(|via| via != from) => {
            return Err(start.expected("a second step from where the first one ends"));
        }
        (Some(_), Some(before)) => {
            (before.from, MoveLine::Move(Move::by_way(before.from, from, to)))
        }
        (Some(_), None) => return Err(start.expected("the first step on the line above")),
    };
    match tape.position().piece_at(origin) {
        Some(piece) if !words::is_called(variant, piece.kind, words.name) => {
            let expected = "the piece that is on the square it left";
            Err(start.error(Problem::Expected { expected, found: quote(start.rest()) }))
        }
        _ => Ok(said),
    }
}

/// The pass of the piece on a square, which some programs write as one step.
fn pass(position: &Position, from: Square) -> Option<Move> {
    let all = position.legal_moves();
    all.iter().copied().find(|mv| {
        let is_empty = mv.via().is_some_and(|via| position.piece_at(via).is_none());
        mv.from() == Some(from) && mv.to() == from && is_empty
    })
}

/// Whether a line has a move as only these boards have it: from a square with an Arabic file and a
/// kanji rank, with an arrow before it or a name in full.
pub(in crate::formats) fn is_move(line: TextLine<'_>, variant: Variant) -> bool {
    let mut cursor = line.cursor();
    let mut ahead = cursor;
    if numbered(&mut ahead).is_some() {
        cursor = ahead;
    }
    let words = Words::read(&mut cursor, variant);
    words.is_some_and(|words| {
        words.has_kanji_rank && (words.has_arrow || words.name.chars().nth(1).is_some())
    })
}

/// Whether a line goes on with a move as these boards have it.
pub(in crate::formats) fn is_step(cursor: &Cursor<'_>) -> bool {
    let read = |variant| Words::read(&mut { *cursor }, variant);
    variant_names::wide().and_then(read).is_some()
}

/// Whether a line goes on with a step of a move, or with a move to the square of the one before.
pub(in crate::formats) fn begins_step(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest().trim_start_matches(is_blank);
    STEPS.iter().any(|word| rest.starts_with(word)) || rest.starts_with('仝')
}

/// The parts of a line: `二歩目 ▲6六獅子 （←6五）`.
struct Words<'a> {
    /// Whether it is the first or the second step (0, 1).
    step: Option<usize>,
    /// None for 仝.
    to: Option<Square>,
    /// Whichever of several pieces has it; which it is is said by its square.
    name: &'a str,
    promotes: bool,
    from: Square,
    has_arrow: bool,
    has_kanji_rank: bool,
}

impl<'a> Words<'a> {
    fn read(cursor: &mut Cursor<'a>, variant: Variant) -> Option<Self> {
        cursor.skip_blanks();
        let step = STEPS.iter().position(|word| cursor.eat(word));
        cursor.skip_blanks();
        cursor.next_if(is_mark);
        cursor.skip_blanks();
        let is_same = cursor.eat("仝") || cursor.eat("同");
        let to = if is_same { None } else { Some(read_square(cursor, variant)?) };
        cursor.skip_blanks();
        let name = words::read_name(cursor, variant)?;
        let promotes = !(cursor.eat("不成") || cursor.eat("生")) && cursor.eat("成");
        ASIDES.iter().for_each(|aside| {
            cursor.eat(aside);
        });
        cursor.skip_blanks();
        cursor.next_if(|sign| matches!(sign, '(' | '（'))?;
        cursor.skip_blanks();
        let has_arrow = cursor.eat("←");
        let written = cursor.rest();
        let from = read_square(cursor, variant)?;
        let rank = written.strip_suffix(cursor.rest()).and_then(|square| square.chars().last());
        let has_kanji_rank = rank.is_some_and(|sign| "一二三四五六七八九十".contains(sign));
        cursor.skip_blanks();
        cursor.next_if(|sign| matches!(sign, ')' | '）'))?;
        Some(Self { step, to, name, promotes, from, has_arrow, has_kanji_rank })
    }
}
