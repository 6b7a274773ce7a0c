//! The protocol as others see it.

#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod law;
mod typescript;

komadai_fuzz::tests!(fuzz, grows);
