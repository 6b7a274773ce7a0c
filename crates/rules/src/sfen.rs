//! SFEN: positions as text.
//!
//! Reading checks that the text is well-formed, not that the position can be played:
//! [`Position::problems`](crate::Position::problems) does that. On boards of more than nine files
//! a run of empty squares may have two figures.

use crate::{
    Kind, Piece, Side, Square, Variant,
    bits::Bits,
    board::{Board, NONE},
    square::SIZE_MAX,
    tables::CODES,
    variant::KINDS_MAX,
};

/// Most pieces of one kind that a hand is read with.
pub const HAND_MAX: u8 = 99;

/// Why a text is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SfenError {
    /// The board, the side to move or the hands are missing.
    #[error("an SFEN has a board, a side to move and hands")]
    Missing,
    /// Too few or too many ranks.
    #[error("the board has {expected} ranks")]
    Ranks {
        /// How many the variant has.
        expected: u8,
    },
    /// Too few or too many squares on a rank.
    #[error("rank {rank} has not {expected} squares")]
    Files {
        /// Counted from the top, from 1.
        rank: u8,
        /// How many the variant has.
        expected: u8,
    },
    /// A character on the board or in hand that is no piece of this variant.
    #[error("{0:?} is no piece of this variant")]
    Piece(char),
    /// A `+` before a piece that does not promote.
    #[error("{0:?} does not promote")]
    Promoted(char),
    /// Neither `b` nor `w`.
    #[error("the side to move is \"b\" or \"w\"")]
    Turn,
    /// A piece that cannot be in hand, or a number that is none or too large.
    #[error("the hands are \"-\" or pieces that can be dropped, each after its number")]
    Hand,
    /// A move number that is no number.
    #[error("the move number is not a number")]
    MoveNumber,
    /// More than the four parts.
    #[error("something follows the move number")]
    Trailing,
    /// §9.1: a third part that is neither `-` nor a square.
    #[error("the third part is \"-\" or the square where a lion was just captured")]
    Struck,
}

/// What a text says, before it is put into bitboards.
pub(crate) struct Setup {
    pub(crate) cells: [u8; Square::COUNT],
    pub(crate) hands: [[u8; KINDS_MAX]; 2],
    pub(crate) turn: Side,
    /// §9.4d: where a lion was just taken by a piece that is none.
    pub(crate) struck: u8,
    pub(crate) move_number: u32,
}

/// Reads a text. A missing move number is 1.
pub(crate) fn parse(variant: Variant, text: &str) -> Result<Setup, SfenError> {
    let mut parts = text.split_ascii_whitespace();
    let (Some(board), Some(turn), Some(hands)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(SfenError::Missing);
    };
    let turn = match turn {
        "b" => Side::Sente,
        "w" => Side::Gote,
        _ => return Err(SfenError::Turn),
    };
    let move_number = match parts.next() {
        None => 1,
        Some(number) if number.bytes().all(|sign| sign.is_ascii_digit()) => {
            number.parse().map_err(|_| SfenError::MoveNumber)?
        }
        Some(_) => return Err(SfenError::MoveNumber),
    };
    if parts.next().is_some() {
        return Err(SfenError::Trailing);
    }
    let cells = read_board(variant, board)?;
    // §9.1: where lions are, the third part says where one was struck.
    let (hands, struck) = if variant.has_lions() {
        ([[0; KINDS_MAX]; 2], read_struck(variant, hands)?)
    } else {
        (read_hands(variant, hands)?, NONE)
    };
    Ok(Setup { cells, hands, turn, struck, move_number })
}

fn read_board(variant: Variant, text: &str) -> Result<[u8; Square::COUNT], SfenError> {
    let mut cells = [NONE; Square::COUNT];
    let mut n_ranks = 0;
    for line in text.split('/') {
        n_ranks += 1;
        if n_ranks > variant.ranks() {
            break;
        }
        read_rank(variant, line, n_ranks, &mut cells)?;
    }
    if n_ranks == variant.ranks() {
        Ok(cells)
    } else {
        Err(SfenError::Ranks { expected: variant.ranks() })
    }
}

fn read_rank(
    variant: Variant,
    line: &str,
    rank: u8,
    cells: &mut [u8; Square::COUNT],
) -> Result<(), SfenError> {
    let wrong = SfenError::Files { rank, expected: variant.files() };
    // Files still to come; the next square is on this one.
    let mut left = variant.files();
    let mut signs = line.chars().peekable();
    while let Some(sign) = signs.next() {
        if let Some(digit) = sign.to_digit(10) {
            let mut run = digit;
            while let Some(next) = signs.next_if(char::is_ascii_digit) {
                run = run.saturating_mul(10).saturating_add(next.to_digit(10).unwrap_or(0));
            }
            if digit == 0 {
                return Err(wrong);
            }
            left = u8::try_from(run).ok().and_then(|run| left.checked_sub(run)).ok_or(wrong)?;
            continue;
        }
        let promoted = sign == '+';
        let letter = if promoted { signs.next().ok_or(SfenError::Piece('+'))? } else { sign };
        let piece = read_piece(variant, letter, promoted)?;
        let square = Square::new(left, rank).ok_or(wrong)?;
        *cells.get_mut(square.index()).ok_or(wrong)? = piece.code();
        left -= 1;
    }
    if left == 0 { Ok(()) } else { Err(wrong) }
}

fn read_piece(variant: Variant, letter: char, promoted: bool) -> Result<Piece, SfenError> {
    let side = if letter.is_ascii_lowercase() { Side::Gote } else { Side::Sente };
    let mut buffer = [0; 4];
    let base = letter.to_ascii_uppercase().encode_utf8(&mut buffer);
    let kind = variant.kind(base).ok_or(SfenError::Piece(letter))?;
    let is_promoted = |&kind: &Kind| variant.piece(kind).is_promoted();
    let kind = if promoted { variant.promoted(kind).filter(is_promoted) } else { Some(kind) };
    Ok(Piece { side, kind: kind.ok_or(SfenError::Promoted(letter))? })
}

fn read_struck(variant: Variant, text: &str) -> Result<u8, SfenError> {
    if text == "-" {
        return Ok(NONE);
    }
    let square: Square = text.parse().map_err(|_| SfenError::Struck)?;
    if variant.has(square) { Ok(square.index() as u8) } else { Err(SfenError::Struck) }
}

fn read_hands(variant: Variant, text: &str) -> Result<[[u8; KINDS_MAX]; 2], SfenError> {
    let mut hands = [[0; KINDS_MAX]; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut signs = text.chars().peekable();
    while signs.peek().is_some() {
        let mut n: Option<u8> = None;
        while let Some(digit) = signs.next_if(char::is_ascii_digit) {
            let digit = digit.to_digit(10).unwrap_or(0) as u8;
            let more = n.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(digit));
            n = Some(more.ok_or(SfenError::Hand)?);
        }
        let letter = signs.next().ok_or(SfenError::Hand)?;
        let Piece { side, kind } = read_piece(variant, letter, false)?;
        if n == Some(0) || !can_be_held(variant, kind) {
            return Err(SfenError::Hand);
        }
        let held: &mut u8 = &mut hands[side as usize][kind.index()];
        let sum = held.checked_add(n.unwrap_or(1)).filter(|&sum| sum <= HAND_MAX);
        *held = sum.ok_or(SfenError::Hand)?;
    }
    Ok(hands)
}

/// Writes a position.
pub(crate) fn write<B: Bits>(board: &Board<B>) -> String {
    let tables = board.tables;
    let (files, ranks) = (tables.variant.files(), tables.variant.ranks());
    let mut text = String::with_capacity(112);
    for rank in 0..ranks {
        if rank > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for file in (0..files).rev() {
            let code = board.cell(file * SIZE_MAX + rank);
            if code == NONE {
                empty += 1;
                continue;
            }
            if empty > 0 {
                push_number(&mut text, empty);
                empty = 0;
            }
            push_piece(&mut text, tables.letters[code as usize & (CODES - 1)]);
        }
        if empty > 0 {
            push_number(&mut text, empty);
        }
    }
    text.push_str(match board.turn {
        Side::Sente => " b ",
        Side::Gote => " w ",
    });
    let before = text.len();
    for side in Side::ALL {
        for &kind in &tables.hand_kinds {
            let n = board.in_hand(side, kind.0);
            if n == 0 {
                continue;
            }
            if n > 1 {
                push_number(&mut text, n.into());
            }
            push_piece(
                &mut text,
                tables.letters[Piece { side, kind }.code() as usize & (CODES - 1)],
            );
        }
    }
    if board.struck != NONE {
        text.push_str(&Square::at(board.struck).to_string());
    }
    if text.len() == before {
        text.push('-');
    }
    text.push(' ');
    push_number(&mut text, board.move_number);
    text
}

/// Appends a piece by its letters: a blank first where it is not promoted.
#[inline(always)]
fn push_piece(text: &mut String, letters: [u8; 2]) {
    if letters[0] != b' ' {
        text.push(letters[0].into());
    }
    text.push(letters[1].into());
}

/// Appends a number. Formatting one takes several times as long, and a position has dozens.
#[inline(always)]
fn push_number(text: &mut String, number: u32) {
    match number {
        0..10 => text.push(char::from(b'0' + number as u8)),
        _ => push_long_number(text, number),
    }
}

fn push_long_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_long_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Every kind that a hand may hold, in the order it is written in.
pub(crate) fn hand_kinds(variant: Variant) -> impl Iterator<Item = Kind> {
    variant.kinds().filter(move |&kind| can_be_held(variant, kind))
}

/// Whether a hand may hold that kind.
pub(crate) fn can_be_held(variant: Variant, kind: Kind) -> bool {
    let drops = variant.def().drops.is_some();
    drops && !variant.piece(kind).royal && variant.unpromoted(kind) == kind
}
