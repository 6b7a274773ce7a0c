//! What is counted, beside a count that is too simple to be wrong.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod blocks;
mod counting;
mod keys;
mod made_up;
