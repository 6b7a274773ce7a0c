//! The protocol as others see it.

mod bot_api;
mod dests;
mod frames;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod law;
mod messages;
mod spellings;
mod tournaments;
mod typescript;

komadai_fuzz::tests!(fuzz, grows);
