//! What the world outside sees of game records.

mod broken;
mod chu;
#[cfg(feature = "diagrams")]
mod diagrams;
mod document;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod games;
#[cfg(target_os = "linux")]
mod growth;
mod notations;
mod oracles;
mod roundtrip;
mod variants;
mod wild;

komadai_fuzz::tests!(fuzz);
