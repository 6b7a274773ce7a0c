//! The rules from outside, as a caller sees them.

mod perft;
mod variants;
