//! Live games without sockets and databases, under a clock that the tests move.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod simulation;
