//! The server from outside, as people and programs meet it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod document;
mod kifu_cli;
mod pairing;
