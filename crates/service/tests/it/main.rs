//! What people type, send in files, and carry about with them.

#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;

komadai_fuzz::tests!(fuzz, grows);
