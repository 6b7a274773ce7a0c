//! What the world outside sees of game records.

mod games;
mod roundtrip;
