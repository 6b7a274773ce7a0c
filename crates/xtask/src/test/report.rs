//! How the steps went: a table, one line over all, and the count of tests.

use std::{fmt, time::Duration};

use crate::counts::Counts;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Passed(Counts),
    Failed(Counts),
    /// A step it needs had failed.
    NotRun {
        needs: &'static str,
    },
}

/// All steps so far.
#[derive(Debug, Default)]
pub(super) struct Report {
    lines: Vec<(&'static str, Duration, Outcome)>,
    /// From the first to the last.
    total: Duration,
}

impl Report {
    pub(super) fn add(&mut self, name: &'static str, took: Duration, outcome: Outcome) {
        self.lines.push((name, took, outcome));
    }

    /// How long all of it took; steps ran beside each other.
    pub(super) fn took(&mut self, total: Duration) {
        self.total = total;
    }

    pub(super) fn passed(&self, name: &str) -> bool {
        self.outcome(name).is_some_and(|outcome| matches!(outcome, Outcome::Passed(_)))
    }

    /// Whether it is over and has not passed.
    pub(super) fn failed(&self, name: &str) -> bool {
        self.outcome(name).is_some_and(|outcome| !matches!(outcome, Outcome::Passed(_)))
    }

    fn outcome(&self, name: &str) -> Option<Outcome> {
        self.lines.iter().find(|(step, ..)| *step == name).map(|(.., outcome)| *outcome)
    }

    /// Whether all is well.
    pub(super) fn all_passed(&self) -> bool {
        self.bad().is_empty()
    }

    fn bad(&self) -> Vec<&str> {
        self.lines
            .iter()
            .filter(|(_, _, outcome)| !matches!(outcome, Outcome::Passed(_)))
            .map(|(name, _, _)| *name)
            .collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Counts::default();
        for (name, took, outcome) in &self.lines {
            let counts = match outcome {
                Outcome::Passed(counts) | Outcome::Failed(counts) => *counts,
                Outcome::NotRun { .. } => Counts::default(),
            };
            all += counts;
            let mut line = format!("{name:<10} {:>11}  ", clock(*took));
            line += &match outcome {
                Outcome::Passed(_) => "ok".to_owned(),
                Outcome::Failed(_) => "FAILED".to_owned(),
                Outcome::NotRun { needs } => format!("not run (needs {needs})"),
            };
            if counts.ran() {
                line += &format!("  {counts}");
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        let bad = self.bad();
        let n = self.lines.len();
        write!(f, "{} of {n} steps passed in {}", n - bad.len(), clock(self.total))?;
        if !bad.is_empty() {
            write!(f, ", not {}", bad.join(", "))?;
        }
        writeln!(f)?;
        write!(f, "{all}")
    }
}

/// `3.4 s` or `2 min 05 s`.
fn clock(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE: Counts = Counts { passed: 5, failed: 0, skipped: 0 };

    #[test]
    fn all_well() {
        let mut report = Report::default();
        report.add("format", Duration::from_millis(740), Outcome::Passed(Counts::default()));
        report.add("rust", Duration::from_secs(125), Outcome::Passed(FIVE));
        let expected = "\
format           0.7 s  ok
rust        2 min 05 s  ok  5 passed, 0 failed
2 of 2 steps passed in 2 min 05 s
5 passed, 0 failed";
        report.took(Duration::from_secs(125));
        assert_eq!(report.to_string(), expected);
        assert!(report.all_passed());
    }

    #[test]
    fn what_failed_is_named_and_so_is_what_then_could_not_run() {
        let mut report = Report::default();
        let failed = Counts { passed: 3, failed: 2, skipped: 1 };
        report.add("web-test", Duration::from_secs(1), Outcome::Failed(failed));
        report.add("build", Duration::from_secs(2), Outcome::Failed(Counts::default()));
        report.add("rust", Duration::ZERO, Outcome::NotRun { needs: "build" });
        report.add("lint", Duration::from_secs(1), Outcome::Passed(Counts::default()));
        let expected = "\
web-test         1.0 s  FAILED  3 passed, 2 failed, 1 skipped
build            2.0 s  FAILED
rust             0.0 s  not run (needs build)
lint             1.0 s  ok
1 of 4 steps passed in 4.0 s, not web-test, build, rust
3 passed, 2 failed, 1 skipped";
        report.took(Duration::from_secs(4));
        assert_eq!(report.to_string(), expected);
        assert!(!report.all_passed());
        for (name, passed, failed) in [
            ("lint", true, false),
            ("build", false, true),
            ("rust", false, true),
            ("none", false, false),
        ] {
            assert_eq!((report.passed(name), report.failed(name)), (passed, failed), "{name}");
        }
    }
}
