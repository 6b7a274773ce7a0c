//! The `komadai` binary.

use clap::Parser as _;
use komadai_server::cli::Cli;

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
