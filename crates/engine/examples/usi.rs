//! The engine as a USI program, without the rest of `komadai usi`: quick to build.
//!
//! ```text
//! cargo run --release -p komadai-engine --example usi -- [VARIANT]
//! ```

use std::io;

use anyhow::Context as _;
use komadai_engine::usi;
use komadai_rules::Variant;

fn main() -> anyhow::Result<()> {
    let variant = match std::env::args().nth(1) {
        None => Variant::standard(),
        Some(name) => Variant::from_name(&name).context("no variant has that name")?,
    };
    Ok(usi::run(variant, io::stdin().lock(), io::stdout())?)
}
