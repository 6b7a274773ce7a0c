//! `komadai usi`: the built-in engine as a program for other programs.

use std::io;

use clap::Args;
use komadai_rules::Variant;

/// What it plays.
#[derive(Debug, Args)]
pub(super) struct Usi {
    /// A variant's name: standard, heian_dai, sho, minishogi, dobutsu, chu, kyoto, annan, tori,
    /// check, gorogoro_plus or cannon. The option USI_Variant changes it.
    #[arg(long, default_value = "standard")]
    variant: Variant,
}

impl Usi {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        match komadai_engine::usi::run(self.variant, io::stdin().lock(), io::stdout()) {
            // Who started it does not listen any more.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => Ok(done?),
        }
    }
}
