//! Steps of KIF, as they stand behind their numbers: `７六歩(77)   ( 0:02/00:00:02)+`, 投了.

use komadai_rules::{
    Move, Square, Variant,
    variants::{Promotion, Repetition},
};

use super::{
    ends::{self, begins_known_end, take_end_word},
    is_mark,
    times::{eat_no_square, is_bracket, is_time, read_spent},
    wide::{self, FirstStep, MoveLine},
};
use crate::{
    Error, Outcome,
    cursor::{Cursor, TextLine, arabic, digit, is_blank},
    error::{Problem, quote},
    notations::{NoMove, japanese},
    outcome::Cause,
    tape::{Notes, Tape},
    words,
};

/// What stands behind a number: a move or one of its two steps, or the end of the line of play;
/// then the time, a mark where variations are, a comment.
pub(super) fn read_step<'a>(
    tape: &mut Tape,
    mut cursor: Cursor<'a>,
    first_step: &mut Option<FirstStep<'a>>,
    notes: &mut Notes,
) -> Result<(), Error> {
    cursor.skip_blanks();
    let is_wide = tape.record.variant().def().is_large();
    let before = first_step.take();
    if is_wide && begins_move(&cursor) {
        let start = cursor;
        match wide::read(&mut cursor, tape, before)? {
            MoveLine::Move(mv) => tape.play(mv, || start.place(), start.rest(), notes)?,
            MoveLine::First(step) => *first_step = Some(step),
        }
    } else if let Some(step) = before {
        return Err(step.alone());
    } else {
        cursor.next_if(is_mark);
        let start = cursor;
        if begins_move(&cursor) && !begins_known_end(&cursor) {
            let mv = read_kif_move(&mut cursor, tape)?;
            tape.play(mv, || start.place(), start.rest(), notes)?;
        } else {
            read_end(&mut cursor, tape, notes)?;
        }
    }
    cursor.skip_blanks();
    cursor.eat("+");
    cursor.skip_blanks();
    if first_step.is_none() && is_bracket(cursor.peek()) {
        read_spent(&mut cursor, tape, notes);
    }
    cursor.skip_blanks();
    cursor.eat("+");
    cursor.skip_blanks();
    if first_step.is_none() && cursor.eat("*") {
        tape.comment(cursor.rest());
    } else if has_kif_move(cursor.rest()) || goes_on_with_move(&cursor) {
        return Err(cursor.expected("the end of the line"));
    } else if !cursor.is_at_end() {
        notes.add(|| cursor.place(), Problem::Unknown(quote(cursor.rest())));
    }
    Ok(())
}

/// An end with the winner that the rules of the game tell: in minishogi who began loses by
/// repetition, in a handicap game that is uwate.
pub(super) fn with_winner(outcome: Outcome, tape: &Tape) -> Outcome {
    let rule = tape.record.variant().def().repetition;
    match outcome {
        Outcome { cause: Cause::Repetition, winner: None } if rule == Repetition::SenteLoses => {
            Outcome::new(Cause::Repetition, Some(tape.record.start().turn().other()))
        }
        outcome => outcome,
    }
}

/// The word for an end in the place of a move.
fn read_end(cursor: &mut Cursor<'_>, tape: &mut Tape, notes: &mut Notes) -> Result<(), Error> {
    let start = *cursor;
    let word = take_end_word(cursor);
    if word.is_empty() {
        return Err(start.expected("a move or the end of the game"));
    }
    let outcome = ends::read_end(word, tape);
    if outcome.cause.is_unknown() {
        if start.before().contains("手目") || word.contains(|sign| arabic(sign).is_some()) {
            return Err(start.expected("a move or the end of the game"));
        }
        notes.add(|| start.place(), Problem::Unknown(quote(word)));
    }
    let outcome = with_winner(outcome, tape);
    tape.end(outcome, || start.place(), word, notes)
}

/// `７六歩(77)`, `同　銀成(31)`, `５五角打`.
fn read_kif_move(cursor: &mut Cursor<'_>, tape: &Tape) -> Result<Move, Error> {
    let start = *cursor;
    let wrong = || start.expected("a move such as ７六歩(77)");
    let variant = tape.record.variant();
    let to = if cursor.eat("同") {
        cursor.skip_blanks();
        let before = tape.last_move().map(Move::to);
        before.ok_or_else(|| start.error(Problem::NoMoveBefore(quote(start.rest()))))?
    } else {
        let square = read_square(cursor, variant).ok_or_else(wrong)?;
        cursor.eat("同");
        cursor.skip_blanks();
        square
    };
    let kind = words::read_piece(cursor, variant).ok_or_else(wrong)?;
    cursor.take_while(|sign| is_blank(sign) || "右左直上行入寄引下".contains(sign));
    let is_kept = cursor.eat("不成") || cursor.eat("生");
    let promotes = !is_kept && cursor.eat("成");
    cursor.skip_blanks();
    let is_drop = ["打", "(打)", "（打）"].iter().any(|word| cursor.eat(word));
    if eat_no_square(cursor) || is_drop {
        return Ok(Move::drop(kind, to));
    }
    if !is_bracket(cursor.peek()) || is_time(cursor) {
        return match find_move(start, cursor, tape) {
            Some(found) => found,
            // 成 and 不成 are said of no drop.
            None if promotes || is_kept => {
                Err(start.error(Problem::NoSuchMove(quote(start.rest()))))
            }
            None => Ok(Move::drop(kind, to)),
        };
    }
    cursor.next();
    cursor.eat("←");
    cursor.skip_blanks();
    let place = *cursor;
    let from = japanese::read_square(cursor, variant);
    let from = from.ok_or_else(|| place.expected("the square it left"))?;
    cursor.skip_blanks();
    if cursor.next_if(|sign| matches!(sign, ')' | '）')).is_none() {
        return Err(cursor.expected("the closing bracket"));
    }
    match tape.position().piece_at(from) {
        // 成 next to a piece that is promoted already: some programs write 成と for と.
        Some(piece) if piece.kind != kind && variant.promoted(kind) == Some(piece.kind) => {
            Ok(Move::board(from, to, false))
        }
        Some(piece) if piece.kind != kind => {
            let problem = Problem::Expected {
                expected: "the piece that is on the square it left",
                found: quote(start.rest()),
            };
            Err(start.error(problem))
        }
        // §10.2: what turns over at every move need not be said to.
        Some(_) if variant.def().promotion == Promotion::Turns && !is_kept => {
            Ok(Move::board(from, to, variant.promoted(kind).is_some()))
        }
        _ => Ok(Move::board(from, to, promotes)),
    }
}

/// The move that words without a square to leave mean, as in KI2. None if no piece can make it.
fn find_move(start: Cursor<'_>, end: &Cursor<'_>, tape: &Tape) -> Option<Result<Move, Error>> {
    let text = start.rest().strip_suffix(end.rest()).unwrap_or_default();
    let mut words = TextLine { number: 1, text }.cursor();
    let last = tape.last_move().map(Move::to);
    match japanese::read(&mut words, tape.position(), last)?.find(tape.position()) {
        Ok(mv) => Some(Ok(mv)),
        Err(NoMove::Ambiguous) => Some(Err(start.error(Problem::Ambiguous(quote(text))))),
        Err(_) => None,
    }
}

/// A square in digits of any script: 76, ７六.
pub(super) fn read_square(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Square> {
    let mut ahead = *cursor;
    let file = ahead.next().and_then(digit)?;
    let rank = ahead.next().and_then(digit)?;
    let square = Square::new(file, rank).filter(|square| variant.has(*square))?;
    *cursor = ahead;
    Some(square)
}

/// Whether a line goes on with a move.
pub(super) fn begins_move(cursor: &Cursor<'_>) -> bool {
    let mut cursor = *cursor;
    cursor.next_if(is_mark);
    let begins = |sign| sign == '同' || digit(sign).is_some();
    cursor.peek().is_some_and(begins) || wide::begins_step(&cursor)
}

/// Whether the end of a move stands somewhere in a line: 歩(77), 角成(88), （←7九）.
pub(super) fn has_kif_move(text: &str) -> bool {
    let mut brackets = text.match_indices(['(', '（']);
    brackets.any(|(at, bracket)| {
        let (before, after) = (text.get(..at), text.get(at + bracket.len()..));
        let before = before.and_then(|before| before.trim_end_matches(is_blank).chars().last());
        let mut inside = TextLine { number: 1, text: after.unwrap_or_default() }.cursor();
        let has_arrow = inside.eat("←");
        let has_square = read_square(&mut inside, Variant::standard()).is_some()
            && inside.next_if(|sign| matches!(sign, ')' | '）')).is_some();
        let is_piece = |sign| sign == '成' || words::by_sign(Variant::standard(), sign).is_some();
        has_arrow || (has_square && before.is_some_and(is_piece))
    })
}

/// Whether another move comes next, with its number or its mark.
fn goes_on_with_move(cursor: &Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    let is_numbered = ahead.number().is_some();
    ahead.skip_blanks();
    let is_marked = ahead.next_if(is_mark).is_some();
    (is_numbered || is_marked) && begins_move(&ahead)
}
