//! Western with digits, as revised by Hosking: `Rx24`, `S-21+`, `S-21=`, `N65-53+`, `P*55`.
//!
//! `-` moves, `x` captures, `*` drops; `+` at the end promotes, `=` declines to; `+` before the
//! letter is a promoted piece. The square a piece comes from is written only if two of the
//! kind can reach the square it goes to (§5). What differs in [`super::hodges`] and [`super::vietnamese`] is a
//! [`Style`].
//!
//! §9.7: digits above nine are `a`, `b`, `c`; by way of a square is `Lnx7ax79`, igui `Lnx!7a`, a pass
//! `Ln--`.

use komadai_rules::{Kind, Move, Position, Square, Variant};

use super::{Def, Goal, WrittenMove, could_promote, japanese::Which, moved};
use crate::cursor::{Cursor, arabic};

pub(super) static DEF: Def = Def {
    name: "western",
    write: |position, mv, _| spell(position, mv, &STYLE),
    read: |cursor, position, _| read(cursor, position, &STYLE),
};

static STYLE: Style = Style { letter, ranks_are_letters: false, origin_in_brackets: false };

/// How the Western notations differ.
pub(super) struct Style {
    /// What a kind that is not promoted is called.
    pub(super) letter: fn(Variant, Kind) -> &'static str,
    /// Whether ranks are written `a` to `i`.
    pub(super) ranks_are_letters: bool,
    /// Whether the square a piece comes from stands in brackets.
    pub(super) origin_in_brackets: bool,
}

/// The letters of the English name.
pub(super) fn letter(variant: Variant, kind: Kind) -> &'static str {
    variant.piece(kind).western
}

pub(super) fn spell(position: &Position, mv: Move, style: &Style) -> String {
    let variant = position.variant();
    let Some(kind) = moved(position, mv) else { return String::new() };
    // A piece that turns has a letter for each of its sides.
    let is_promoted = variant.piece(kind).is_promoted();
    let (sign, plain) = if is_promoted { ("+", variant.unpromoted(kind)) } else { ("", kind) };
    let mut text = format!("{sign}{}", (style.letter)(variant, plain));
    let goal = Goal::of(position, mv);
    let step = |square: Square| {
        let sign = if position.piece_at(square).is_some() { 'x' } else { '-' };
        format!("{sign}{}", spell_square(square, style))
    };
    match mv.from() {
        None => text += &format!("*{}", spell_square(mv.to(), style)),
        Some(from) => {
            if goal.origins(position, &[kind]).len() > 1 {
                let square = spell_square(from, style);
                text += &if style.origin_in_brackets { format!("({square})") } else { square };
            }
            text += &match goal {
                Goal::To(to) => step(to),
                Goal::ByWay(via, to) => step(via) + &step(to),
                Goal::Igui(via) => format!("{IGUI}{}", spell_square(via, style)),
                Goal::Pass => PASS.to_owned(),
            };
        }
    }
    if mv.promotes() {
        text.push('+');
    } else if could_promote(position, mv) {
        text.push('=');
    }
    text
}

/// Before the square on which a piece captures without moving.
const IGUI: &str = "x!";

/// For a pass.
const PASS: &str = "--";

/// Files and ranks are one digit each: up to nine, then `a` to `d`.
const RADIX: u32 = 14;

fn spell_square(square: Square, style: &Style) -> String {
    if style.ranks_are_letters {
        return square.to_string();
    }
    let digits =
        [square.file(), square.rank()].map(|number| char::from_digit(number.into(), RADIX));
    digits.into_iter().flatten().collect()
}

/// Reads a move as people type in haste: letters may be of either case, `-` and `x` may be wrong or
/// missing, and the first square may be in brackets or not.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    position: &Position,
    style: &Style,
) -> Option<WrittenMove> {
    let is_promoted = cursor.eat("+");
    let readings = letters(cursor, position.variant(), style).into_iter();
    let mut readings: Vec<_> = readings
        .filter_map(|(kind, letter)| {
            let mut ahead = *cursor;
            ahead.eat(letter);
            let said = read_squares(&mut ahead, position, (kind, is_promoted), style)?;
            Some((ahead, said))
        })
        .collect();
    // A letter of two characters may be one of one character and the file after it.
    let whole = readings.iter().position(|(ahead, _)| ahead.rest().trim().is_empty());
    let (ahead, said) = readings.drain(whole.unwrap_or(0)..).next()?;
    *cursor = ahead;
    Some(said)
}

/// The kinds that a text may begin with, and their letters in it: those with the same capitals
/// first, then those with more letters.
fn letters<'a>(cursor: &Cursor<'a>, variant: Variant, style: &Style) -> Vec<(Kind, &'a str)> {
    let rest = cursor.rest();
    let plain = variant.kinds().filter(|kind| !variant.piece(*kind).is_promoted());
    let mut named: Vec<_> = plain
        .filter_map(|kind| {
            let letter = (style.letter)(variant, kind);
            let start = rest.get(..letter.len())?;
            let order = (start != letter, std::cmp::Reverse(letter.len()));
            start.eq_ignore_ascii_case(letter).then_some((order, kind, start))
        })
        .collect();
    named.sort_by_key(|(order, ..)| *order);
    named.into_iter().map(|(_, kind, start)| (kind, start)).collect()
}

/// The rest of a move, after its letter.
fn read_squares(
    cursor: &mut Cursor<'_>,
    position: &Position,
    (plain, is_promoted): (Kind, bool),
    style: &Style,
) -> Option<WrittenMove> {
    let variant = position.variant();
    let kind = if is_promoted { variant.promoted(plain)? } else { plain };
    let has_bracket = cursor.eat("(");
    let first = read_square(cursor, variant, style);
    if has_bracket {
        first?;
        cursor.eat(")").then_some(())?;
    }
    let kinds = vec![kind];
    let which = Which::default();
    let by_power = |goal| {
        let (drops, promotes) = (Some(false), Some(false));
        Some(WrittenMove { kinds: kinds.clone(), goal, from: first, drops, promotes, which })
    };
    if variant.has_power() && cursor.eat(PASS) {
        return by_power(Goal::Pass);
    }
    if variant.has_power() && cursor.eat(IGUI) {
        return by_power(Goal::Igui(read_square(cursor, variant, style)?));
    }
    let is_step = |sign| matches!(sign, '-' | 'x' | 'X' | '×' | '–');
    let sign = cursor.next_if(|sign| is_step(sign) || matches!(sign, '*' | '\''));
    let second = read_square(cursor, variant, style);
    let (from, to) = match (first, second) {
        (from, Some(to)) => (from, to),
        (Some(to), None) if sign.is_none() && !has_bracket => (None, to),
        _ => return None,
    };
    let drops = match sign {
        Some('*' | '\'') => Some(true),
        Some(_) => Some(false),
        None => None,
    };
    let mut ahead = *cursor;
    if drops == Some(false)
        && variant.has_power()
        && ahead.next_if(is_step).is_some()
        && let Some(on) = read_square(&mut ahead, variant, style)
    {
        *cursor = ahead;
        return by_power(Goal::ByWay(to, on));
    }
    let promotes = match cursor.next_if(|sign| matches!(sign, '+' | '=')) {
        Some('+') => Some(true),
        Some(_) => Some(false),
        None => None,
    };
    Some(WrittenMove { kinds, goal: Goal::To(to), from, drops, promotes, which })
}

fn read_square(cursor: &mut Cursor<'_>, variant: Variant, style: &Style) -> Option<Square> {
    let mut ahead = *cursor;
    let digit =
        |sign: char| arabic(sign).or_else(|| sign.to_digit(RADIX).map(|number| number as u8));
    let (file, rank) = if style.ranks_are_letters {
        let file = u8::try_from(ahead.number()?).ok()?;
        let rank = u8::try_from(ahead.next()?).ok()?;
        (file, rank.to_ascii_lowercase().checked_sub(b'a')? + 1)
    } else {
        (ahead.next().and_then(digit)?, ahead.next().and_then(digit)?)
    };
    let square = Square::new(file, rank).filter(|square| variant.has(*square))?;
    *cursor = ahead;
    Some(square)
}
