//! What the world outside sees of game records.

mod broken;
#[cfg(feature = "diagrams")]
mod diagrams;
mod document;
mod fuzz;
mod games;
#[cfg(target_os = "linux")]
mod growth;
mod notations;
mod oracles;
mod roundtrip;
mod wild;
