//! CSA's spelling of one position and one move, for the protocol of the same name.

pub use crate::formats::csa::lines::{board, move_line, read_move, side_sign};
