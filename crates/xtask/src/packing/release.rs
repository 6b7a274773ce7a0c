//! `cargo xtask release`: one archive with everything that an operator needs.

use std::process::ExitCode;

use super::{Order, Packing, VERSION};
use crate::{command::Command, failure::Failure, tree::Tree};

/// Packs the program with the manual, for this machine or another.
pub(crate) fn release(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let packing = Packing::prepare(tree, Order::parse("release", words)?)?;
    println!("3/3 the archive");
    let name = format!("komadai-{VERSION}-linux-{}", packing.machine);
    let folder = packing.empty_folder(&name)?;
    packing.lay_program(&folder.join("komadai"))?;
    packing.lay_manual(&folder)?;
    packing.lay_supply(&folder)?;
    let archive = format!("{name}.tar.gz");
    let pack = ["--create", "--gzip", "--owner=0", "--group=0", "--sort=name", "--file"];
    let pack = pack.into_iter().chain([&*archive, &*name]);
    Command::new("tar", pack).dir(&packing.packages()).run()?;
    packing.finish(&archive)?;
    Ok(ExitCode::SUCCESS)
}
