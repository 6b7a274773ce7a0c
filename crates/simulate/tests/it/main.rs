//! The program as a person runs it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod population;
mod season;
mod tournament;

use std::process::{Command, Output};

fn simulate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_komadai-simulate"));
    command.args(arguments).env_remove("RUST_BACKTRACE").output().unwrap()
}

/// What it prints.
fn answer(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}
