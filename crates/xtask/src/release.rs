//! `cargo xtask release`: one archive with everything that an operator needs.

use std::{fs, path::Path, process::ExitCode};

use crate::{
    client,
    command::{self, Command},
    failure::Failure,
    tree::Tree,
};

/// What goes into the archive as it lies in the repository.
const FILES: [&str; 7] = [
    "LICENSE",
    "CHANGELOG.md",
    "config/default.toml",
    "docs/operations.md",
    "deploy/komadai.service",
    "deploy/Caddyfile",
    "deploy/grafana/komadai.json",
];

/// The variable that gives the server the commit it is built from.
const COMMIT: &str = "KOMADAI_COMMIT";

/// The commit that is built: the one that is given, or the checkout's, unless something in it is
/// not committed. None outside a checkout.
fn commit(tree: &Tree) -> Option<String> {
    if let Some(given) = std::env::var(COMMIT).ok().filter(|it| !it.is_empty()) {
        return Some(given);
    }
    let git = |words: &[&str]| Command::new("git", words.iter().copied()).dir(tree.root()).answer();
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    git(&["rev-parse", "--verify", "HEAD"]).filter(|_| is_clean)
}

/// Builds the client and the server and packs them, for this machine or for `--target TRIPLE`.
pub(crate) fn release(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let target = match words {
        [] => None,
        [flag, triple] if flag == "--target" => Some(triple.as_str()),
        _ => return Err(Failure::new("usage: cargo xtask release [--target TRIPLE]")),
    };
    println!("1/3 the web client");
    client::install(tree)?;
    client::build(tree)?;

    println!("2/3 the server");
    let machine = target.map_or(std::env::consts::ARCH, |it| it.split('-').next().unwrap_or(it));
    let mut build = vec!["build", "--release", "--locked", "--package", "komadai-server"];
    build.extend(target.iter().flat_map(|triple| ["--target", triple]));
    let mut build = command::cargo(build).dir(tree.root());
    match commit(tree) {
        Some(commit) => build = build.env(COMMIT, commit),
        None => println!("The page /source will name no commit: give it as {COMMIT}."),
    }
    if machine == "aarch64" {
        // Memory comes in pages of 4, 16 or 64 KiB there, as the kernel likes (16 on a Raspberry
        // Pi 5); an allocator that was built for the largest runs with all of them.
        build = build.env("JEMALLOC_SYS_WITH_LG_PAGE", "16");
    }
    build.run()?;

    println!("3/3 the archive");
    let name = format!("komadai-{}-linux-{machine}", env!("CARGO_PKG_VERSION"));
    let folder = tree.target().join("release-archive").join(&name);
    let failed = |cause| Failure::new(format!("{} cannot be written: {cause}", folder.display()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let built = target.map_or_else(|| tree.target(), |triple| tree.target().join(triple));
    fs::copy(built.join("release/komadai"), folder.join("komadai")).map_err(failed)?;
    for file in FILES {
        let source = tree.root().join(file);
        let place = folder.join(Path::new(file).file_name().unwrap_or_default());
        fs::copy(&source, place)
            .map_err(|cause| Failure::new(format!("{file} cannot be copied: {cause}")))?;
    }
    for what in ["licences", "bom"] {
        let place = folder.to_string_lossy();
        let run = ["run", "--quiet", "--locked", "--package", "komadai-supply", "--", what];
        command::cargo(run.into_iter().chain([&*place])).dir(tree.root()).run()?;
    }
    let archive = format!("{name}.tar.gz");
    let here = tree.target().join("release-archive");
    let pack = ["--create", "--gzip", "--owner=0", "--group=0", "--file", &archive, &name];
    Command::new("tar", pack).dir(&here).run()?;
    println!("{} is ready.", here.join(archive).display());
    Ok(ExitCode::SUCCESS)
}
