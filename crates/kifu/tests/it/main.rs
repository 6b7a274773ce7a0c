//! What the world outside sees of game records.

mod games;
mod notations;
mod oracles;
mod roundtrip;
