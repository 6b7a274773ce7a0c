//! What the world outside sees of game records.

mod broken;
mod games;
mod notations;
mod oracles;
mod roundtrip;
mod wild;
