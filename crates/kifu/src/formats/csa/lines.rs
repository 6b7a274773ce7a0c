//! One position and one move as CSA spells them, apart from any file.

use komadai_rules::{Move, Position, Side, Square};

use super::{
    by_letters,
    writing::{sign, write_move, write_pieces},
};

/// The board rank by rank, the hands, and whose turn it is; each line with its end.
pub fn board(position: &Position) -> String {
    let mut out = String::new();
    write_pieces(position, &mut out);
    out.push(sign(position.turn()));
    out.push('\n');
    out
}

/// `+` for sente, `-` for gote.
pub fn side_sign(side: Side) -> char {
    sign(side)
}

/// A move of the side to move: `+7776FU`, with the piece as it is after the move.
pub fn move_line(position: &Position, mv: Move) -> String {
    let mut out = String::new();
    write_move(position, mv, &mut out);
    out
}

/// The move that such a line means for the side to move, whatever the rules say of it. `None` where
/// it means none: another form, the other side's sign, no piece there, or a piece that cannot
/// become the one that is named.
pub fn read_move(position: &Position, text: &str) -> Option<Move> {
    let rest = text.strip_prefix(sign(position.turn()))?;
    let mut signs = rest.chars();
    let mut figure = || signs.next()?.to_digit(10).map(|figure| figure as u8);
    let (from_file, from_rank) = (figure()?, figure()?);
    let (to_file, to_rank) = (figure()?, figure()?);
    let kind = by_letters(signs.as_str())?;
    let to = on_board(to_file, to_rank)?;
    if (from_file, from_rank) == (0, 0) {
        return Some(Move::drop(kind, to));
    }
    let from = on_board(from_file, from_rank)?;
    let moved = position.piece_at(from)?.kind;
    if moved == kind {
        return Some(Move::board(from, to, false));
    }
    let promoted = position.variant().promoted(moved);
    (promoted == Some(kind)).then(|| Move::board(from, to, true))
}

fn on_board(file: u8, rank: u8) -> Option<Square> {
    let range = 1..=9;
    Square::new(file, rank).filter(|_| range.contains(&file) && range.contains(&rank))
}
