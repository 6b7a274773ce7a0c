//! What each step does.

use std::{env, num::NonZero, thread};

use super::{FailedStep, slow};
use crate::{
    client, command,
    command::{Command, WITH_ACME, WITHOUT_JEMALLOC},
    counts::{Counts, Runner},
    failure::Failure,
    machine,
    scratch::Scratch,
    tree::{Profile, Tree},
};

type Ran = Result<Counts, FailedStep>;

/// How many tests run at the same time.
const THREADS: &str = "RUST_TEST_THREADS";

pub(super) fn machine(_: &Tree) -> Ran {
    machine::provide(slow())?;
    Ok(Counts::default())
}

pub(super) fn format(tree: &Tree) -> Ran {
    component("fmt", "rustfmt")?;
    check(cargo(tree, ["fmt", "--all", "--check"]), "cargo fmt --all puts it right.")
}

pub(super) fn packages(tree: &Tree) -> Ran {
    client::install(tree)?;
    Ok(Counts::default())
}

pub(super) fn web_check(tree: &Tree) -> Ran {
    // What makes the client's types needs an older TypeScript than the client, so its packages are
    // its own.
    let packages = client::npm(tree, ["--prefix", "openapi", "ci", "--no-audit", "--no-fund"]);
    check(packages, "is npm's registry reachable?")?;
    check(client::npm(tree, ["run", "check"]), "npm run fix, in web/, puts right what it can.")
}

pub(super) fn web_test(tree: &Tree) -> Ran {
    count(client::npm(tree, ["test"]), Runner::Vitest)
}

pub(super) fn web_build(tree: &Tree) -> Ran {
    client::build(tree)?;
    Ok(Counts::default())
}

/// The whole workspace at once, tests and server: asking for the server alone would settle the
/// features of the libraries differently and compile them a second time.
pub(super) fn build(tree: &Tree) -> Ran {
    component("clippy", "clippy")?;
    cargo(tree, ["build", "--workspace", "--all-targets", WITHOUT_JEMALLOC, WITH_ACME]).run()?;
    Ok(Counts::default())
}

pub(super) fn rust(tree: &Tree) -> Ran {
    let words = ["test", "--workspace", "--no-fail-fast", WITHOUT_JEMALLOC, WITH_ACME];
    let mut tests = cargo(tree, words);
    if env::var_os(THREADS).is_none() {
        // Much of what they do is waiting, for servers, disks and clocks.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        tests = tests.env(THREADS, (2 * cores).to_string());
    }
    with_servers(tests, |tests| count(tests, Runner::Cargo))
}

pub(super) fn browser(tree: &Tree) -> Ran {
    let server = tree.server(Profile::Dev);
    if !server.is_file() {
        return Err(Failure::new(format!("there is no server at {}", server.display())).into());
    }
    let mut tests = client::npm(tree, ["run", "e2e"]).env("KOMADAI_BIN", server);
    if let Some(chromium) = machine::chromium() {
        tests = tests.env("CHROMIUM", chromium);
    }
    with_servers(tests, |tests| count(tests, Runner::Vitest))
}

/// Packs the development build, which differs from a release in nothing that is tried here.
pub(super) fn install(tree: &Tree) -> Ran {
    let server = tree.server(Profile::Dev);
    let server = server.to_string_lossy();
    let tries = Command::new("deploy/try-packages.sh", [&*server]).dir(tree.root());
    count(tries.env("CARGO_TARGET_DIR", tree.target()), Runner::Cargo)
}

/// Runs tests that start servers: databases are in temporary folders, passwords hardly protected.
fn with_servers(tests: Command, run: impl FnOnce(Command) -> Ran) -> Ran {
    // They register thousands of people, each of whom would be 20 ms of processor time.
    let tests = tests.env("KOMADAI_WEAK_PASSWORDS", "1");
    let scratch = Scratch::in_memory();
    run(match &scratch {
        Some(scratch) => {
            let (name, folder) = scratch.variable();
            tests.env(name, folder)
        }
        None => tests,
    })
}

/// Cargo with what every step of one run has in common, so that what one step compiles the
/// next can use.
///
/// Clippy compiles the workspace in place of rustc, so that it is read once: `cargo clippy`
/// would read it, and every library, a second time without making anything of it.
fn cargo<'a>(tree: &Tree, args: impl IntoIterator<Item = &'a str>) -> Command {
    let cargo = command::cargo(args)
        .dir(tree.root())
        .coloured()
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "-Dwarnings");
    if slow() { cargo.env("RUN_SLOW_TESTS", "1") } else { cargo }
}

/// Cargo subcommands that rustup installs apart.
fn component(subcommand: &str, name: &str) -> Result<(), Failure> {
    match command::cargo([subcommand, "--version"]).answer() {
        Some(_) => Ok(()),
        None => Err(Failure::new(format!("cargo {subcommand} is not installed"))
            .advise(format!("rustup component add {name}"))),
    }
}

/// A check that counts no tests, and how to put right what it finds.
fn check(command: Command, advice: &str) -> Ran {
    command.run().map_err(|failure| failure.advise(advice))?;
    Ok(Counts::default())
}

/// Runs tests and counts them. A runner that found none has failed.
fn count(command: Command, runner: Runner) -> Ran {
    let mut counts = Counts::default();
    match command.run_reading(|line| counts += runner.read(line)) {
        Ok(()) if counts.ran() => Ok(counts),
        Ok(()) => Err(Failure::new("no test ran").into()),
        Err(failure) => Err(FailedStep { failure, counts }),
    }
}
