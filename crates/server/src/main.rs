//! The `komadai` binary.

use clap::Parser as _;
use komadai_server::cli::Cli;

/// It costs a move less than the system's allocator does.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
