//! Moves as people write them, with a triangle of their side or bare: `▲７六歩　△３四歩`, 7六歩.

use komadai_rules::{Move, Side, Variant};

use super::{
    ends::{begins_known_end, read_end},
    steps::read_square,
    times::{before_time, is_time, read_spent},
};
use crate::{
    Error,
    cursor::{Cursor, TextLine, digit, is_blank},
    error::{Problem, quote},
    notations::{NoMove, japanese},
    tape::{Notes, Tape},
    words,
};

/// Whether the line begins with one of the triangles, as in KI2.
pub(crate) fn is_marked_move(line: TextLine<'_>) -> bool {
    let mut cursor = line.cursor();
    cursor.skip_blanks();
    let is_marked = cursor.next_if(is_mark).is_some();
    is_marked && cursor.peek().is_some_and(|sign| sign == '同' || digit(sign).is_some())
}

/// Whether the line begins with a move as newspapers print it, without a triangle: 7六歩.
pub(crate) fn is_bare_move(line: &str) -> bool {
    let mut cursor = TextLine { number: 1, text: line }.cursor();
    cursor.skip_blanks();
    let is_square = read_square(&mut cursor, Variant::standard()).is_some() || cursor.eat("同");
    cursor.skip_blanks();
    is_square && words::read_piece(&mut cursor, Variant::standard()).is_some()
}

pub(crate) fn is_mark(sign: char) -> bool {
    matches!(sign, '▲' | '△' | '▼' | '▽' | '☗' | '☖' | '⛊' | '⛉')
}

/// Whether a mark is sente's.
pub(super) fn is_of_sente(mark: char) -> bool {
    matches!(mark, '▲' | '▼' | '☗' | '⛊')
}

/// Whether the line begins with a mark and then an end: ▲投了.
pub(super) fn is_marked_end(line: TextLine<'_>) -> bool {
    let mut cursor = line.cursor();
    cursor.skip_blanks();
    cursor.next_if(is_mark).is_some() && begins_known_end(&cursor)
}

/// Reads a line of moves: `▲７六歩　△３四歩`.
pub(super) fn read(tape: &mut Tape, line: TextLine<'_>, notes: &mut Notes) -> Result<(), Error> {
    let mut cursor = line.cursor();
    loop {
        cursor.skip_blanks();
        if cursor.is_at_end() {
            return Ok(());
        }
        if cursor.eat("*") {
            tape.comment(cursor.rest());
            return Ok(());
        }
        if is_time(&cursor) {
            read_spent(&mut cursor, tape, notes);
        } else {
            read_one(&mut cursor, tape, notes)?;
        }
    }
}

/// Reads a move with its mark, and the end of the game if that stands next to it or in its place.
fn read_one<'a>(cursor: &mut Cursor<'a>, tape: &mut Tape, notes: &mut Notes) -> Result<(), Error> {
    let start = *cursor;
    let side = match cursor.next_if(is_mark) {
        Some(mark) if is_of_sente(mark) => Some(Side::Sente),
        Some(_) => Some(Side::Gote),
        None => None,
    };
    let text = take_move(cursor, side.is_some());
    if side.is_some_and(|side| side != tape.turn()) && !tape.has_ended() {
        return Err(start.expected(match tape.turn() {
            Side::Sente => "a move of sente",
            Side::Gote => "a move of gote",
        }));
    }
    let last = tape.last_move().map(Move::to);
    if text.starts_with('同') && last.is_none() {
        return Err(start.error(Problem::NoMoveBefore(quote(text))));
    }
    let mut inside = TextLine { number: 1, text }.cursor();
    let Some(said) = japanese::read(&mut inside, tape.position(), last) else {
        // The end of the game may have the mark of the side that ends it.
        return read_known_end(text, start, tape, notes);
    };
    let mv = said.find(tape.position()).map_err(|why| {
        let text = quote(text);
        start.error(match why {
            NoMove::Ambiguous => Problem::Ambiguous(text),
            _ => Problem::NoSuchMove(text),
        })
    })?;
    tape.play(mv, || start.place(), text, notes)?;
    inside.skip_blanks();
    match inside.rest() {
        "" => Ok(()),
        word => read_known_end(word, start, tape, notes),
    }
}

/// Ends the line of play by a word, which must be one that is known: anything else might be a move.
fn read_known_end(
    word: &str,
    at: Cursor<'_>,
    tape: &mut Tape,
    notes: &mut Notes,
) -> Result<(), Error> {
    let outcome = read_end(word, tape);
    if outcome.cause.is_unknown() {
        return Err(at.expected("a move such as ▲７六歩"));
    }
    tape.end(outcome, || at.place(), word, notes)
}

/// Takes the words of a move: as far as the next mark, or without marks the next blank, or a time.
fn take_move<'a>(cursor: &mut Cursor<'a>, is_marked: bool) -> &'a str {
    let rest = cursor.rest();
    let is_over = |sign| is_mark(sign) || sign == '*';
    let length = if is_marked { rest.find(is_over) } else { end_of_bare_move(rest) };
    let text = before_time(rest.get(..length.unwrap_or(rest.len())).unwrap_or(rest));
    let text = text.trim_end_matches(is_blank);
    cursor.eat(text);
    text
}

/// The next blank that does not stand behind 同.
fn end_of_bare_move(text: &str) -> Option<usize> {
    let after = text.strip_prefix('同').map_or(text, |after| after.trim_start_matches(is_blank));
    after.find(is_blank).map(|length| text.len() - after.len() + length)
}
