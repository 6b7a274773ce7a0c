//! What players and callers see of a game.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod clocks;
mod conditions;
mod flow;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod journal;
mod late;
mod replay;
mod table;
mod time_off;
mod year;

komadai_fuzz::tests!(fuzz, grows);
