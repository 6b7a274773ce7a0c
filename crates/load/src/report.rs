//! What is shown to people and written for programs.

mod plot;
mod table;

use std::{
    io::{IsTerminal as _, Write as _},
    path::Path,
};

use anyhow::Context as _;
use serde::Serialize;

pub(crate) use self::plot::Bar;

pub(crate) use self::{plot::plot, table::Table};

/// Prints what was asked for.
pub(crate) fn print(text: &str) {
    // When nobody reads it there is nobody to tell.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Says what is being done, to the person who waits for it.
pub(crate) fn progress(text: &str) {
    let mut stderr = std::io::stderr();
    let dim = if stderr.is_terminal() { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
    // When nobody reads it there is nobody to tell.
    let _ = writeln!(stderr, "{}{text}{}", dim.0, dim.1);
}

/// Says what went wrong.
pub(crate) fn complain(error: &anyhow::Error) {
    // When nobody reads it there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "komadai-load: {error:#}");
}

/// Writes a report for programs.
pub(crate) fn write_json(path: &Path, report: &impl Serialize) -> anyhow::Result<()> {
    let mut text = serde_json::to_string_pretty(report)?;
    text.push('\n');
    std::fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

/// What holds of a ratio.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Bound {
    /// It may be this much at most.
    AtMost(f64),
    /// It must be this much at least.
    AtLeast(f64),
}

impl Bound {
    pub(crate) fn holds(self, value: f64) -> bool {
        match self {
            Self::AtMost(bound) => value <= bound,
            Self::AtLeast(bound) => value >= bound,
        }
    }

    /// How much of the bound is used up: 1 is just good enough, less is better.
    pub(crate) fn used(self, value: f64) -> f64 {
        match self {
            Self::AtMost(bound) => value / bound,
            Self::AtLeast(bound) => bound / value.max(1e-9),
        }
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtMost(bound) => write!(f, "≤ {}", figure(*bound)),
            Self::AtLeast(bound) => write!(f, "≥ {}", figure(*bound)),
        }
    }
}

/// A number with as many digits as mean something.
pub(crate) fn figure(value: f64) -> String {
    let decimals = match value.abs() {
        _ if value.fract() == 0.0 => 0,
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        v if v >= 0.1 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}")
}

/// The middle of some figures.
pub(crate) fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        for (value, text) in
            [(1.0, "1"), (0.654, "0.65"), (12.34, "12.3"), (53_012.7, "53013"), (0.0123, "0.012")]
        {
            assert_eq!(figure(value), text);
        }
    }

    #[test]
    fn the_middle_is_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn bounds_hold_from_their_side() {
        assert!(Bound::AtMost(1.5).holds(1.5) && !Bound::AtMost(1.5).holds(1.6));
        assert!(Bound::AtLeast(0.65).holds(0.7) && !Bound::AtLeast(0.65).holds(0.6));
        assert_eq!(Bound::AtLeast(0.5).used(1.0), 0.5);
    }
}
