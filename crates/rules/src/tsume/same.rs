//! Mirror images, and which positions are the same problem.

use super::Tsume;
use crate::{Move, Position, Square, Variant};

/// What a position and its mirror image have in common with each other and with no other position.
pub fn position_key(position: &Position) -> String {
    let sfen = position.sfen();
    let (board, rest) = board_and_rest(&sfen);
    // The number of the move is no part of a problem.
    let rest = rest.rsplit_once(' ').map_or(rest, |(rest, _)| rest);
    format!("{} {rest}", mirrored_board(board).as_str().min(board))
}

/// The mirror image of a position, if the two are the same problem and the image is the one to
/// examine: the one that is written later, so with a king at the side on its left.
pub(super) fn image_to_examine(position: &Position) -> Option<Position> {
    let sfen = position.sfen();
    let (board, rest) = board_and_rest(&sfen);
    let image = mirrored_board(board);
    if !is_symmetric(position.variant()) || image.as_str() <= board {
        return None;
    }
    Position::from_sfen(position.variant(), &format!("{image} {rest}")).ok()
}

/// The mirror image of a problem, if that is the one whose moves are to be looked at.
pub(super) fn problem_to_answer(problem: &Tsume) -> Option<Tsume> {
    let start = image_to_examine(&problem.start)?;
    let variant = start.variant();
    let solution = problem.solution.iter().map(|&mv| mirrored_move(variant, mv)).collect();
    Some(Tsume { start, solution, themes: problem.themes.clone(), ..*problem })
}

/// A move as it is in the mirror image.
pub(super) fn mirrored_move(variant: Variant, mv: Move) -> Move {
    let across = |it: Square| Square::new(variant.files() + 1 - it.file(), it.rank()).unwrap_or(it);
    let to = across(mv.to());
    match (mv.from(), mv.via(), mv.dropped()) {
        (Some(from), Some(via), _) => Move::by_way(across(from), across(via), to),
        (Some(from), None, _) => Move::board(across(from), to, mv.promotes()),
        (None, _, Some(kind)) => Move::drop(kind, to),
        (None, _, None) => mv,
    }
}

/// Whether every piece goes to the left as it goes to the right; quails do not (§13).
fn is_symmetric(variant: Variant) -> bool {
    variant.kinds().all(|kind| !variant.piece(kind).betza.contains(['l', 'r']))
}

fn board_and_rest(sfen: &str) -> (&str, &str) {
    sfen.split_once(' ').unwrap_or((sfen, ""))
}

fn mirrored_board(board: &str) -> String {
    board.split('/').map(mirrored_rank).collect::<Vec<_>>().join("/")
}

/// A rank of an SFEN read from its other end.
fn mirrored_rank(rank: &str) -> String {
    let mut squares: Vec<String> = Vec::new();
    for sign in rank.chars() {
        match squares.last_mut() {
            // A promoted piece is written with two signs.
            Some(last) if last == "+" => last.push(sign),
            _ => squares.push(sign.to_string()),
        }
    }
    squares.reverse();
    squares.concat()
}
