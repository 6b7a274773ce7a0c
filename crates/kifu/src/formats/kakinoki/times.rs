//! What stands in brackets behind a move: the time it took, or `(00)` for a drop.

use crate::{
    clock,
    cursor::{Cursor, TextLine, digit, is_blank},
    error::{Problem, quote},
    tape::{Notes, Tape},
};

/// Reads a time that stands next, of the step that was read last. One that is none is noted.
pub(super) fn read_spent(cursor: &mut Cursor<'_>, tape: &mut Tape, notes: &mut Notes) {
    let start = *cursor;
    match read_time(cursor) {
        Some(ms) => tape.spend(ms),
        None => notes.add(|| start.place(), Problem::Time(quote(start.rest()))),
    }
}

/// The words of a move or an end before the time that stands behind them.
pub(super) fn before_time(text: &str) -> &str {
    // The first bracket may hold the square that the piece left.
    let mut brackets = text.char_indices().filter(|(_, sign)| is_bracket(Some(*sign))).take(2);
    let time = brackets.find(|(at, _)| is_time_text(text.get(*at..).unwrap_or_default()));
    text.get(..time.map_or(text.len(), |(at, _)| at)).unwrap_or(text).trim_end_matches(is_blank)
}

pub(super) fn is_bracket(sign: Option<char>) -> bool {
    matches!(sign, Some('(' | '（'))
}

/// Reads `(00)`: the square from which some programs say that a piece is dropped.
pub(super) fn eat_no_square(cursor: &mut Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    ahead.skip_blanks();
    let is_opened = is_bracket(ahead.next());
    ahead.skip_blanks();
    let zeros = ahead.take_while(|sign| digit(sign) == Some(0)).chars().count();
    ahead.skip_blanks();
    let is_read = is_opened && zeros == 2 && matches!(ahead.next(), Some(')' | '）'));
    if is_read {
        *cursor = ahead;
    }
    is_read
}

/// Whether a bracket comes next that has a time in it, and not a square.
pub(super) fn is_time(cursor: &Cursor<'_>) -> bool {
    is_bracket(cursor.peek()) && is_time_text(cursor.rest())
}

fn is_time_text(text: &str) -> bool {
    let inside = text.split([')', '）']).next().unwrap_or_default();
    inside.contains([':', '：', '/', '／', '分', '秒'])
}

/// `( 0:02/00:00:02)`, `（1分2秒）`: only the first time counts, the other is the sum.
fn read_time(cursor: &mut Cursor<'_>) -> Option<u64> {
    cursor.next();
    cursor.skip_blanks();
    let text = cursor.take_while(|sign| !matches!(sign, '/' | '／' | ')' | '）'));
    cursor.take_while(|sign| !matches!(sign, ')' | '）'));
    cursor.next();
    if let Some(ms) = clock::from_japanese(text) {
        return Some(ms);
    }
    let mut parts = text.trim_matches(is_blank).rsplit([':', '：']);
    let seconds = clock::from_seconds(parts.next()?)?;
    let whole = |part: Option<&str>| match part {
        Some(part) => TextLine { number: 1, text: part.trim_matches(is_blank) }.cursor().number(),
        None => Some(0),
    };
    let (minutes, hours) = (whole(parts.next())?, whole(parts.next())?);
    let minutes = u64::from(minutes) + u64::from(hours) * 60;
    parts.next().is_none().then_some(minutes * 60_000 + seconds)
}
