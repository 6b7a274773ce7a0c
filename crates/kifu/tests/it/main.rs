//! What the world outside sees of game records.

mod broken;
mod causes;
mod chu;
mod clocks;
mod csa;
#[cfg(feature = "diagrams")]
mod diagrams;
mod document;
mod encodings;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod games;
#[cfg(target_os = "linux")]
mod growth;
mod handicaps;
mod headers;
mod lines;
mod lishogi;
mod notations;
mod oracles;
mod places;
mod roundtrip;
mod variants;
mod wild;

komadai_fuzz::tests!(fuzz);
