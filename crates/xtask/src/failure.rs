//! The message of a task that cannot continue.

use std::fmt;

/// Why a task stopped and, where we know, what a person can do about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    what: String,
    advice: Option<String>,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), advice: None }
    }

    /// Adds what to do about it.
    pub(crate) fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "xtask: {}", self.what)?;
        if let Some(advice) = &self.advice {
            for line in advice.lines() {
                write!(f, "\n  {line}")?;
            }
        }
        Ok(())
    }
}
