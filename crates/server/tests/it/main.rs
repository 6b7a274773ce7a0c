//! The server from outside, as people and programs meet it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]
#![expect(clippy::print_stdout, reason = "the faults say how much was announced, found and lost")]

mod contract;
mod doctor;
mod document;
mod document_client;
mod faults;
mod fixture;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod kifu_cli;
mod no_writes;
mod operations;
mod pairing;
mod stories;
mod tls;
mod upgrades;

komadai_fuzz::tests!(fuzz, grows);
