//! `cargo xtask test`: every check there is, and the only list of them.
//!
//! To add one: a line in [`STEPS`] and the function it names. A step whose subject is not there
//! fails; nothing is skipped silently.

mod report;
mod steps;

use std::{collections::BTreeSet, env, process::ExitCode, time::Duration};

use self::report::{Outcome, Report};
use crate::{counts::Counts, failure::Failure, tree::Tree};

/// One check.
#[derive(Debug)]
struct Step {
    name: &'static str,
    about: &'static str,
    /// The steps without which this one makes no sense, all of them earlier in the list.
    needs: &'static [&'static str],
    /// The tests it ran, or what went wrong.
    run: fn(&Tree) -> Result<Counts, Stopped>,
}

/// A step that failed, with the tests that ran all the same.
#[derive(Debug)]
struct Stopped {
    failure: Failure,
    counts: Counts,
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self { failure, counts: Counts::default() }
    }
}

/// Every check, in the order they run: what is quick comes first.
const STEPS: [Step; 9] = [
    Step {
        name: "machine",
        about: "install what is missing: PostgreSQL, libfaketime, three USI engines, Chromium, a Japanese font, Python's venv",
        needs: &[],
        run: steps::machine,
    },
    Step { name: "format", about: "Rust formatting", needs: &[], run: steps::format },
    Step {
        name: "packages",
        about: "the npm packages of the web client",
        needs: &[],
        run: steps::packages,
    },
    Step {
        name: "web-check",
        about: "TypeScript types, lint and formatting",
        needs: &["packages"],
        run: steps::web_check,
    },
    Step {
        name: "web-test",
        about: "unit tests of the web client",
        needs: &["packages"],
        run: steps::web_test,
    },
    Step {
        name: "web-build",
        about: "the web client as browsers get it",
        needs: &["packages"],
        run: steps::web_build,
    },
    Step {
        name: "build",
        about: "the server and all Rust tests, and clippy over all of it",
        needs: &[],
        run: steps::build,
    },
    Step {
        name: "rust",
        about: "all Rust tests, on SQLite and PostgreSQL",
        needs: &["machine", "build"],
        run: steps::rust,
    },
    Step {
        name: "browser",
        about: "the server played in real Chromium",
        needs: &["machine", "web-build", "build"],
        run: steps::browser,
    },
];

/// Runs the steps that `words` ask for and says how each went.
pub(crate) fn test(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let chosen = match words[..] {
        ["--list"] => {
            for step in &STEPS {
                println!("{:<10} {}", step.name, step.about);
            }
            return Ok(ExitCode::SUCCESS);
        }
        [] => STEPS.iter().map(|step| step.name).collect(),
        ["--only", names] => with_needs(names)?,
        _ => {
            return Err(Failure::new(format!("test does not know `{}`", words.join(" ")))
                .advise("cargo xtask test [--only STEP[,STEP]] or cargo xtask test --list"));
        }
    };
    if !slow() {
        println!("The slow tests stay small; RUN_SLOW_TESTS=1 (or CI=1) runs them whole.");
    }
    let report = run(tree, STEPS.iter().filter(|step| chosen.contains(step.name)));
    println!("\n{report}");
    Ok(if report.all_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether the slow tests run at their full size.
fn slow() -> bool {
    env::var_os("CI").is_some() || env::var_os("RUN_SLOW_TESTS").is_some()
}

/// The named steps and, directly or not, everything they need.
fn with_needs(names: &str) -> Result<BTreeSet<&'static str>, Failure> {
    let mut chosen = BTreeSet::new();
    for name in names.split(',') {
        let Some(step) = STEPS.iter().find(|step| step.name == name) else {
            let all: Vec<_> = STEPS.iter().map(|step| step.name).collect();
            return Err(Failure::new(format!("there is no step `{name}`"))
                .advise(format!("The steps are: {}.", all.join(", "))));
        };
        chosen.insert(step.name);
    }
    // Needs are earlier in the list, so one pass from its end finds all of them.
    for step in STEPS.iter().rev() {
        if chosen.contains(step.name) {
            chosen.extend(step.needs);
        }
    }
    Ok(chosen)
}

fn run<'a>(tree: &Tree, steps: impl Iterator<Item = &'a Step>) -> Report {
    let mut report = Report::default();
    for step in steps {
        println!("\n── {}: {}", step.name, step.about);
        if let Some(missing) = step.needs.iter().find(|need| !report.passed(need)) {
            println!("Not run: it needs {missing}, which failed.");
            report.add(step.name, Duration::ZERO, Outcome::NotRun { needs: missing });
            continue;
        }
        #[expect(clippy::disallowed_methods, reason = "how long a step takes is for a person")]
        let began = std::time::Instant::now();
        let result = (step.run)(tree);
        let took = began.elapsed();
        match result {
            Ok(counts) => report.add(step.name, took, Outcome::Passed(counts)),
            Err(Stopped { failure, counts }) => {
                println!("{failure}");
                report.add(step.name, took, Outcome::Failed(counts));
            }
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_come_earlier_and_names_are_unique() {
        for (i, step) in STEPS.iter().enumerate() {
            let earlier: Vec<_> = STEPS[..i].iter().map(|step| step.name).collect();
            assert!(!earlier.contains(&step.name), "{} twice", step.name);
            for need in step.needs {
                assert!(earlier.contains(need), "{} needs {need}", step.name);
            }
        }
    }

    #[test]
    fn only_brings_what_it_needs() {
        let check = |names: &str, expected: &[&str]| {
            let chosen: Vec<_> = with_needs(names).unwrap().into_iter().collect();
            assert_eq!(chosen, expected, "--only {names}");
        };
        check("build", &["build"]);
        check("web-test,format", &["format", "packages", "web-test"]);
        check("browser", &["browser", "build", "machine", "packages", "web-build"]);
        assert!(with_needs("build,biuld").is_err());
        assert!(with_needs("").is_err());
    }
}
