//! The `komadai` binary.

use clap::Parser as _;
use komadai_server::cli::Cli;

/// It costs a move less than the system's allocator does.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// On one processor jemalloc has one arena for all threads: a thread that serves a game then waits
/// for its lock while a thread that calculates holds it and does not get to run.
#[cfg(feature = "jemalloc")]
#[expect(unsafe_code, reason = "jemalloc reads its settings from a symbol of this name")]
#[unsafe(export_name = "_rjem_malloc_conf")]
static MALLOC_CONF: &[u8] = b"narenas:4\0";

fn main() -> anyhow::Result<()> {
    Cli::parse().run()
}
