//! `komadai config`: the settings, without a server.

use std::io::Write as _;

use anyhow::Context as _;
use clap::Subcommand;

use crate::config::{Config, DEFAULT};

/// What can be done.
#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Reads all settings as the server would, and reports what is wrong with them, or prints them
    /// without secrets.
    Check,
    /// Prints every setting with its default and its meaning.
    Default,
}

impl ConfigCommand {
    pub(super) fn run(self, load: impl FnOnce() -> anyhow::Result<Config>) -> anyhow::Result<()> {
        let text = match self {
            Self::Default => DEFAULT.to_owned(),
            Self::Check => {
                let config = load()?;
                config.check()?;
                config.shown()?
            }
        };
        std::io::stdout().write_all(text.as_bytes()).context("standard output cannot be written")
    }
}
