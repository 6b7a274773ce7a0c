//! `cargo xtask test`: every check there is, and the only list of them.
//!
//! To add one: a line in [`STEPS`] and the function it names. A step whose subject is not there
//! fails; nothing is skipped silently.
//!
//! Two steps run at the same time: compiling leaves a processor idle now and then, installing and
//! the tests wait for much else. What the second of them prints appears when it is over.

mod history;
mod report;
mod steps;

use std::{collections::BTreeSet, env, process::ExitCode, sync::mpsc, thread, time::Duration};

use self::report::{Outcome, Report};
use crate::{
    console::{hold, say},
    counts::Counts,
    failure::Failure,
    tree::Tree,
};

/// One check.
#[derive(Debug)]
struct Step {
    name: &'static str,
    about: &'static str,
    /// The steps without which this one makes no sense, all of them earlier in the list.
    needs: &'static [&'static str],
    /// The tests it ran, or what went wrong.
    run: fn(&Tree) -> Result<Counts, FailedStep>,
}

/// A step that failed, with the tests that ran all the same.
#[derive(Debug)]
struct FailedStep {
    failure: Failure,
    counts: Counts,
}

impl From<Failure> for FailedStep {
    fn from(failure: Failure) -> Self {
        Self { failure, counts: Counts::default() }
    }
}

/// Every check, in the order they begin.
const STEPS: [Step; 11] = [
    Step {
        name: "build",
        about: "the server and all Rust tests, and clippy over all of it",
        needs: &[],
        run: steps::build,
    },
    Step {
        name: "machine",
        about: "install what is missing: PostgreSQL, libfaketime, three USI engines, Chromium, Python's venv",
        needs: &[],
        run: steps::machine,
    },
    Step { name: "format", about: "Rust formatting", needs: &[], run: steps::format },
    Step {
        name: "history",
        about: "the subjects of new commits",
        needs: &[],
        run: history::history,
    },
    Step {
        name: "packages",
        about: "the npm packages of the web client",
        needs: &[],
        run: steps::packages,
    },
    Step {
        name: "web-build",
        about: "the web client as browsers get it",
        needs: &["packages"],
        run: steps::web_build,
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
        name: "rust",
        about: "all Rust tests, on SQLite and PostgreSQL",
        needs: &["build", "machine", "packages", "web-build"],
        run: steps::rust,
    },
    Step {
        name: "browser",
        about: "the server played in real Chromium",
        needs: &["build", "machine", "web-build"],
        run: steps::browser,
    },
    Step {
        name: "install",
        about: "archive, Debian package and install.sh, tried as a stranger would",
        needs: &["build", "machine", "web-build"],
        run: steps::install,
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
    let report = run(tree, STEPS.iter().filter(|step| chosen.contains(step.name)).collect());
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

/// Runs steps, two at a time, each as soon as what it needs has passed.
fn run(tree: &Tree, mut steps: Vec<&Step>) -> Report {
    #[expect(clippy::disallowed_methods, reason = "how long it takes is for a person")]
    let began = std::time::Instant::now();
    let mut report = Report::default();
    let (done, ended) = mpsc::channel();
    // Of two that run, one is held.
    let mut free = vec![true, false];
    thread::scope(|scope| {
        loop {
            while let Some(&is_held) = free.last()
                && let Some((at, missing)) = next(&steps, &report)
            {
                let (step, done) = (steps.remove(at), done.clone());
                free.pop();
                scope.spawn(move || {
                    let ran = || carry_out(tree, step, missing);
                    let (took, outcome) = if is_held { hold(ran) } else { ran() };
                    // Whoever waited for it is gone only if that has failed.
                    let _ = done.send((is_held, step.name, took, outcome));
                });
            }
            if free.len() == 2 {
                break;
            }
            let Ok((is_held, name, took, outcome)) = ended.recv() else { break };
            report.add(name, took, outcome);
            free.push(is_held);
            free.sort_by_key(|is_held| !is_held);
        }
    });
    report.took(began.elapsed());
    report
}

/// The first step that can begin, and what it needs that failed.
fn next(steps: &[&Step], report: &Report) -> Option<(usize, Option<&'static str>)> {
    steps.iter().enumerate().find_map(|(at, step)| {
        let missing = step.needs.iter().copied().find(|need| report.failed(need));
        let ready = missing.is_some() || step.needs.iter().all(|need| report.passed(need));
        ready.then_some((at, missing))
    })
}

fn carry_out(tree: &Tree, step: &Step, missing: Option<&'static str>) -> (Duration, Outcome) {
    say(format_args!("\n── {}: {}", step.name, step.about));
    if let Some(needs) = missing {
        say(format_args!("Not run: it needs {needs}, which failed."));
        return (Duration::ZERO, Outcome::NotRun { needs });
    }
    #[expect(clippy::disallowed_methods, reason = "how long a step takes is for a person")]
    let began = std::time::Instant::now();
    let result = (step.run)(tree);
    let took = began.elapsed();
    match result {
        Ok(counts) => (took, Outcome::Passed(counts)),
        Err(FailedStep { failure, counts }) => {
            say(failure);
            (took, Outcome::Failed(counts))
        }
    }
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

    /// What is said of steps of the tests' own.
    fn ran(steps: &[Step]) -> String {
        run(&Tree::find(), steps.iter().collect()).to_string()
    }

    fn step(name: &'static str, needs: &'static [&'static str], passes: bool) -> Step {
        let pass: fn(&Tree) -> Result<Counts, FailedStep> = |_| Ok(Counts::default());
        let fail: fn(&Tree) -> Result<Counts, FailedStep> = |_| Err(Failure::new("broken").into());
        Step { name, about: "", needs, run: if passes { pass } else { fail } }
    }

    #[test]
    fn what_needs_what_failed_is_not_run() {
        let steps = [
            step("build", &[], true),
            step("packages", &[], false),
            step("rust", &["build"], true),
            step("browser", &["build", "packages"], true),
        ];
        let said = ran(&steps);
        for (name, expected) in [
            ("build", "ok"),
            ("packages", "FAILED"),
            ("rust", "ok"),
            ("browser", "not run (needs packages)"),
        ] {
            let line = said.lines().find(|line| line.starts_with(name)).unwrap_or_default();
            assert!(line.ends_with(expected), "{said}");
        }
    }

    #[test]
    fn two_steps_run_at_the_same_time() {
        static BOTH: std::sync::Barrier = std::sync::Barrier::new(2);
        let meet: fn(&Tree) -> Result<Counts, FailedStep> = |_| {
            BOTH.wait();
            Ok(Counts::default())
        };
        let steps = ["one", "two"].map(|name| Step { name, about: "", needs: &[], run: meet });
        assert!(ran(&steps).contains("2 of 2 steps passed"));
    }
}
