//! The server from outside, as people and programs meet it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]
#![expect(clippy::print_stdout, reason = "the faults say how much was announced, found and lost")]

mod contract;
mod document;
mod document_client;
mod faults;
mod fixture;
mod fuzz;
mod kifu_cli;
mod operations;
mod pairing;
mod stories;
