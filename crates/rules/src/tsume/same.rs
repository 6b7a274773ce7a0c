//! Which positions are the same problem.

use crate::Position;

/// What a position and its mirror image have in common with each other and with no other position.
pub fn position_key(position: &Position) -> String {
    let sfen = position.sfen();
    let (board, rest) = sfen.split_once(' ').unwrap_or((&sfen, ""));
    // The number of the move is no part of a problem.
    let rest = rest.rsplit_once(' ').map_or(rest, |(rest, _)| rest);
    let mirrored = board.split('/').map(mirrored).collect::<Vec<_>>().join("/");
    format!("{} {rest}", mirrored.as_str().min(board))
}

/// A rank of an SFEN read from its other end.
fn mirrored(rank: &str) -> String {
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
