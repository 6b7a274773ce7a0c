//! `komadai-supply`: what a release ships that is not ours.
//!
//! `licences FOLDER` writes the text of every licence, `bom FOLDER` the bill of materials in
//! CycloneDX; `check` looks at the licences and at `docs/licences.md`, and `list` rewrites that
//! file. All ask `cargo metadata` for what the `komadai` binary is linked from, and
//! `web/package-lock.json` for what the web client is bundled from. `check` is also a test.

mod expression;
mod parts;
mod texts;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde_json::json;

use crate::parts::Part;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["licences", folder] => licences(Path::new(folder)),
        ["bom", folder] => bom(Path::new(folder)),
        ["check"] => check(),
        ["list"] => list(),
        _ => Err("usage: komadai-supply check|list, or licences|bom FOLDER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            #[expect(clippy::print_stderr, reason = "talking to the person is the job")]
            {
                eprintln!("{failure}");
            }
            ExitCode::FAILURE
        }
    }
}

/// The list that people read.
const LIST: &str = "docs/licences.md";

/// The checkout that this was built in.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Looks whether everything that is shipped may be, and is on the list.
fn check() -> Result<(), String> {
    let parts = parts::shipped(&root())?;
    let allowed = allowed()?;
    let doubtful = parts.iter().filter(|part| !expression::is_allowed(&part.licence, &allowed));
    let mut amiss: Vec<String> = doubtful
        .map(|Part { name, version, licence, .. }| {
            format!(
                "{name} {version} is under {licence:?}: look whether it may be shipped under the \
                 AGPL, and if so add its licence to deny.toml"
            )
        })
        .collect();
    let stored = std::fs::read_to_string(root().join(LIST)).unwrap_or_default();
    if stored != texts::list(&parts) {
        amiss
            .push(format!("{LIST} is not what is shipped: run “cargo run -p komadai-supply list”"));
    }
    if amiss.is_empty() { Ok(()) } else { Err(amiss.join("\n")) }
}

/// Rewrites the list.
fn list() -> Result<(), String> {
    write(&root(), LIST, &texts::list(&parts::shipped(&root())?))
}

/// The licences that `deny.toml` allows.
fn allowed() -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(root().join("deny.toml"))
        .map_err(|cause| format!("cannot read deny.toml: {cause}"))?;
    let table: toml::Table = toml::from_str(&text).map_err(|cause| cause.to_string())?;
    let list = table.get("licenses").and_then(|it| it.get("allow")).and_then(|it| it.as_array());
    let names = list.into_iter().flatten().filter_map(|name| name.as_str());
    Ok(names.map(str::to_owned).collect())
}

fn licences(folder: &Path) -> Result<(), String> {
    write(folder, "THIRD-PARTY-LICENCES.txt", &texts::all(&parts::shipped(&root())?)?)
}

fn bom(folder: &Path) -> Result<(), String> {
    let components: Vec<_> = parts::shipped(&root())?.iter().map(Part::component).collect();
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "name": "komadai",
            "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{ "license": { "id": "AGPL-3.0-or-later" } }],
        }},
        "components": components,
    });
    write(folder, "komadai.cdx.json", &format!("{bom:#}\n"))
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|cause| format!("cannot write {}: {cause}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_is_listed_and_may_be() {
        check().unwrap_or_else(|amiss| panic!("{amiss}"));
        assert!(parts::shipped(&root()).unwrap().len() > 200);
        assert!(!allowed().unwrap().contains(&"GPL-2.0-only".to_owned()));
    }

    #[test]
    fn every_library_has_its_text() {
        let parts = parts::shipped(&root()).unwrap();
        let libraries: Vec<_> = parts.into_iter().filter(|part| part.folder.is_some()).collect();
        let texts = texts::all(&libraries).unwrap();
        for part in &libraries {
            assert!(texts.contains(&format!("{} {}", part.name, part.version)), "{}", part.name);
        }
        assert!(texts.contains("Permission is hereby granted, free of charge"));
    }
}
