//! `cargo xtask`: what a person does with this repository, one word each.
//!
//! `start` builds everything and runs the server, `test` runs every check there is. Both say
//! what they do and, when something is missing, what to do about it. Nothing here knows shogi:
//! it starts other programs and reads what they print.

#![expect(clippy::print_stdout, reason = "talking to the person at the terminal is the job")]

mod client;
mod cluster;
mod command;
mod console;
mod counts;
mod failure;
mod fuzz;
mod law;
mod machine;
#[cfg(test)]
mod never_run;
mod packing;
mod progress;
mod scratch;
#[cfg(test)]
mod source_checks;
mod stamp;
mod start;
mod test;
mod tree;

use std::{env, process::ExitCode};

use crate::{failure::Failure, tree::Tree};

const USAGE: &str = "\
usage: cargo xtask <task>

  start [--release] [-- ARGS]   build the web client and the server, and run it on
                                http://localhost:8080 (ARGS go to the server)
  cluster [--release] [-- ARGS] run three servers behind a balancer on http://localhost:8080,
                                with a PostgreSQL of their own, to be killed by hand
  release                       build everything and pack it with the manual, licences and bill of
                                materials, as an archive
  deb                           the same as a Debian package
  image                         the same as a container image, which needs Docker or Podman
                                (each takes --target TRIPLE, or --with PROGRAM that is built)
  words                         say whether the catalogues in words/ are sound, and how far each
                                language is
  test [--only STEP[,STEP]]     run every check, or some with what they need
  test --list                   name the steps
  fuzz [--minutes N] [--seed N] search for inputs that break a promise, in every fuzz target,
                                and keep them as tests
  law [--positions N]           compare which moves are legal for the page with which are for the
                                server, in games drawn by chance
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match dispatch(&words) {
        Ok(code) => code,
        Err(failure) => {
            println!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[String]) -> Result<ExitCode, Failure> {
    let tree = Tree::find();
    match words.split_first().map(|(task, rest)| (task.as_str(), rest)) {
        Some(("start", rest)) => start::start(&tree, rest),
        Some(("cluster", rest)) => cluster::cluster(&tree, rest),
        Some(("release", rest)) => packing::release(&tree, rest),
        Some(("deb", rest)) => packing::deb(&tree, rest),
        Some(("image", rest)) => packing::image(&tree, rest),
        Some(("words", [])) => {
            client::words(&tree)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(("test", rest)) => test::test(&tree, rest),
        Some(("fuzz", rest)) => fuzz::fuzz(&tree, rest),
        Some(("law", rest)) => law::law(&tree, rest),
        Some(("help" | "--help" | "-h", _)) => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        Some((task, _)) => Err(Failure::new(format!("there is no task `{task}`")).advise(USAGE)),
        None => Err(Failure::new("which task?").advise(USAGE)),
    }
}
