//! Western with digits, as revised by Hosking: `Rx24`, `S-21+`, `S-21=`, `N65-53+`, `P*55`.
//!
//! `-` moves, `x` captures, `*` drops; `+` at the end promotes, `=` declines to; `+` before the
//! letter is a promoted piece. The square a piece comes from is written only where two of the
//! kind can reach the other (§5). What differs in [`super::hodges`] and [`super::vietnamese`] is a
//! [`Style`].

use komadai_rules::{Kind, Move, Position, Square, Variant};

use super::{Def, Said, could_promote, japanese::Which, moved, reach};
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

/// The letter of SFEN, which is that of the English name.
pub(super) fn letter(variant: Variant, kind: Kind) -> &'static str {
    variant.piece(kind).letter
}

pub(super) fn spell(position: &Position, mv: Move, style: &Style) -> String {
    let variant = position.variant();
    let Some(kind) = moved(position, mv) else { return String::new() };
    // Of pieces that turn each side has a letter.
    let is_promoted = variant.piece(kind).is_promoted();
    let (sign, plain) = if is_promoted { ("+", variant.unpromoted(kind)) } else { ("", kind) };
    let mut text = format!("{sign}{}", (style.letter)(variant, plain));
    match mv.from() {
        None => text.push('*'),
        Some(from) => {
            if reach(position, kind, mv.to()).len() > 1 {
                let square = spell_square(from, style);
                text += &if style.origin_in_brackets { format!("({square})") } else { square };
            }
            text.push(if position.piece_at(mv.to()).is_some() { 'x' } else { '-' });
        }
    }
    text += &spell_square(mv.to(), style);
    if mv.promotes() {
        text.push('+');
    } else if could_promote(position, mv) {
        text.push('=');
    }
    text
}

fn spell_square(square: Square, style: &Style) -> String {
    if style.ranks_are_letters {
        return square.to_string();
    }
    format!("{}{}", square.file(), square.rank())
}

/// Reads a move. Capitals need not be capitals, `-` and `x` need not be right or there at all, and
/// brackets may stand around the first square or not: people type in haste.
pub(super) fn read(cursor: &mut Cursor<'_>, position: &Position, style: &Style) -> Option<Said> {
    let variant = position.variant();
    let is_promoted = cursor.eat("+");
    let plain = read_letter(cursor, variant, style)?;
    let kind = if is_promoted { variant.promoted(plain)? } else { plain };
    let has_bracket = cursor.eat("(");
    let first = read_square(cursor, variant, style);
    if has_bracket {
        first?;
        cursor.eat(")").then_some(())?;
    }
    let sign = cursor.next_if(|sign| matches!(sign, '-' | 'x' | 'X' | '×' | '*' | '\'' | '–'));
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
    let promotes = match cursor.next_if(|sign| matches!(sign, '+' | '=')) {
        Some('+') => Some(true),
        Some(_) => Some(false),
        None => None,
    };
    Some(Said { kind, to, from, via: None, drops, promotes, which: Which::default() })
}

fn read_letter(cursor: &mut Cursor<'_>, variant: Variant, style: &Style) -> Option<Kind> {
    let rest = cursor.rest();
    let begins = |letter: &str| {
        rest.get(..letter.len()).is_some_and(|start| start.eq_ignore_ascii_case(letter))
    };
    let plain = variant.kinds().filter(|kind| !variant.piece(*kind).is_promoted());
    let named = plain.map(|kind| (kind, (style.letter)(variant, kind)));
    // The longest name first: Tg and Th are not T.
    let (kind, letter) =
        named.filter(|(_, letter)| begins(letter)).max_by_key(|(_, letter)| letter.len())?;
    cursor.eat(rest.get(..letter.len())?);
    Some(kind)
}

fn read_square(cursor: &mut Cursor<'_>, variant: Variant, style: &Style) -> Option<Square> {
    let mut ahead = *cursor;
    let file = ahead.next().and_then(arabic)?;
    let rank = ahead.next()?;
    let rank = if style.ranks_are_letters {
        u8::try_from(rank).ok()?.to_ascii_lowercase().checked_sub(b'a')? + 1
    } else {
        arabic(rank)?
    };
    let square = Square::new(file, rank).filter(|square| variant.has(*square))?;
    *cursor = ahead;
    Some(square)
}
