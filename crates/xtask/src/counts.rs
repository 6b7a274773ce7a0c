//! How many tests ran, read from what the test runners print.

use std::{fmt, ops::AddAssign};

/// Tests that passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

impl Counts {
    /// Whether any test ran.
    pub(crate) fn ran(self) -> bool {
        self.passed + self.failed > 0
    }

    /// Adds `n` tests if the runner's word for them is one we know.
    fn add(&mut self, n: u32, word: &str) {
        match word {
            "passed" => self.passed += n,
            "failed" => self.failed += n,
            "skipped" | "ignored" | "todo" => self.skipped += n,
            _ => {}
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// A program that runs tests and sums them up in lines of its own form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runner {
    /// `test result: ok. 12 passed; 0 failed; 1 ignored; …`, once for each binary.
    Cargo,
    /// `Tests  1 failed | 11 passed (12)`, once.
    Vitest,
}

impl Runner {
    /// The tests that this line of the runner's output sums up; none for any other line.
    pub(crate) fn read(self, line: &str) -> Counts {
        let line = without_colour(line);
        let line = line.trim();
        let mut counts = Counts::default();
        let (sums, separator) = match self {
            Runner::Cargo => match line.strip_prefix("test result: ") {
                Some(rest) => (rest.split_once(". ").map_or("", |(_, sums)| sums), ';'),
                None => return counts,
            },
            Runner::Vitest => match line.strip_prefix("Tests ") {
                Some(rest) => (rest.split_once('(').map_or(rest, |(sums, _)| sums), '|'),
                None => return counts,
            },
        };
        for sum in sums.split(separator) {
            if let Some((n, word)) = sum.trim().split_once(' ')
                && let Ok(n) = n.parse()
            {
                counts.add(n, word);
            }
        }
        counts
    }
}

/// The line without the escape sequences that colour it.
fn without_colour(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        if sign == '\u{1b}' {
            // `ESC [ 1 ; 32 m`: a letter ends it.
            let _ = signs.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(sign);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(runner: Runner, line: &str, passed: u32, failed: u32, skipped: u32) {
        assert_eq!(runner.read(line), Counts { passed, failed, skipped }, "{line}");
    }

    #[test]
    fn cargo() {
        let check = |line, p, f, s| check(Runner::Cargo, line, p, f, s);
        check(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.00s",
            12,
            0,
            1,
        );
        check("test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured", 2, 3, 0);
        check(
            "test result: \u{1b}[32mok\u{1b}[0m. 7 passed; 0 failed; 0 ignored; 0 measured",
            7,
            0,
            0,
        );
        check("test it::journal::group_commit ... ok", 0, 0, 0);
        check("running 12 tests", 0, 0, 0);
    }

    #[test]
    fn vitest() {
        let check = |line, p, f, s| check(Runner::Vitest, line, p, f, s);
        check("      Tests  12 passed (12)", 12, 0, 0);
        check("      Tests  1 failed | 11 passed | 2 skipped (14)", 11, 1, 2);
        check(
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m4 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (4)\u{1b}[39m",
            4,
            0,
            0,
        );
        check(" Test Files  3 passed (3)", 0, 0, 0);
        check("   Duration  1.21s (tests 12ms)", 0, 0, 0);
    }

    #[test]
    fn sums() {
        let mut all = Counts::default();
        assert!(!all.ran());
        all += Runner::Cargo.read("test result: ok. 2 passed; 0 failed; 0 ignored");
        all += Runner::Vitest.read("Tests  1 failed | 3 passed (4)");
        assert_eq!(all.to_string(), "5 passed, 1 failed");
        all += Runner::Cargo.read("test result: ok. 0 passed; 0 failed; 4 ignored");
        assert_eq!(all.to_string(), "5 passed, 1 failed, 4 skipped");
    }
}
