//! `cargo xtask image`: a container image of a program that is built, without a compiler in it.

use std::process::ExitCode;

use super::{Order, Packing, VERSION, copy, unwritten};
use crate::{command::Command, failure::Failure, tree::Tree};

/// The variables that name the engine (`docker`, or `podman`, which takes the same words) and the
/// image below ours.
const ENGINE: &str = "KOMADAI_ENGINE";
const BASE: &str = "KOMADAI_BASE_IMAGE";

/// Builds the image, tags it `komadai:VERSION` and saves it with its bill of materials beside it.
pub(crate) fn image(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let engine = std::env::var(ENGINE).unwrap_or_else(|_| "docker".to_owned());
    let missing = || {
        Failure::new(format!("no container engine answers to `{engine} info`")).advise(format!(
            "Install Docker or Podman ({ENGINE}=podman), or start it, and run this again."
        ))
    };
    Command::new(&engine, ["info"]).answer().ok_or_else(missing)?;
    let packing = Packing::prepare(tree, Order::parse("image", words)?)?;
    println!("3/3 the image");
    let architecture = packing.architecture().to_owned();
    let name = format!("komadai-{VERSION}-image-{architecture}");
    let folder = packing.empty_folder(&name)?;
    packing.lay_program(&folder.join("komadai"))?;
    packing.lay_supply(&folder)?;
    let data = folder.join("data");
    std::fs::create_dir(&data).map_err(|cause| unwritten(&data, &cause))?;
    copy(&tree.root().join("LICENSE"), &folder.join("LICENSE"))?;
    copy(&tree.root().join("deploy/image.Dockerfile"), &folder.join("Dockerfile"))?;
    let mut arguments = vec![
        format!("KOMADAI_VERSION={VERSION}"),
        format!("KOMADAI_COMMIT={}", packing.commit.clone().unwrap_or_default()),
    ];
    for (variable, argument) in [(BASE, "BASE"), ("KOMADAI_SOURCE", "KOMADAI_SOURCE")] {
        if let Ok(value) = std::env::var(variable) {
            arguments.push(format!("{argument}={value}"));
        }
    }
    let platform = format!("linux/{architecture}");
    let tag = format!("komadai:{VERSION}");
    let place = folder.to_string_lossy();
    let mut build = vec!["build", "--platform", &platform, "--tag", &tag];
    build.extend(arguments.iter().flat_map(|it| ["--build-arg", it]));
    build.push(&place);
    Command::new(&engine, build).run()?;
    let archive = format!("{name}.tar");
    Command::new(&engine, ["save", "--output", &archive, &tag]).dir(&packing.packages()).run()?;
    copy(&folder.join("komadai.cdx.json"), &packing.packages().join(format!("{name}.cdx.json")))?;
    packing.finish(&archive)?;
    Ok(ExitCode::SUCCESS)
}
