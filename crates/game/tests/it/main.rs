//! What players and callers see of a game.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod clocks;
mod flow;
mod fuzz;
mod journal;
mod replay;
mod table;
