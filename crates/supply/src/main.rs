//! `komadai-supply`: what a release ships that is not ours.
//!
//! `licences FOLDER` writes the text of every licence, `bom FOLDER` the bill of materials in
//! CycloneDX. Both ask `cargo metadata` for what the `komadai` binary is linked from, and
//! `web/package-lock.json` for what the web client is bundled from. A test compares the list with
//! `docs/licences.md`, and every licence with those that `deny.toml` allows.

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
        _ => Err("usage: komadai-supply licences|bom FOLDER".to_owned()),
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

/// The checkout that this was built in.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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

    /// The licences that `deny.toml` allows.
    fn allowed() -> Vec<String> {
        let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
        let table: toml::Table = toml::from_str(&text).unwrap();
        let list = table["licenses"]["allow"].as_array().unwrap();
        list.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn everything_shipped_may_be_shipped() {
        let allowed = allowed();
        let parts = parts::shipped(&root()).unwrap();
        assert!(parts.len() > 200, "only {} parts", parts.len());
        for part in &parts {
            assert!(
                expression::is_allowed(&part.licence, &allowed),
                "{} {} is under {:?}: look whether it may be shipped under the AGPL, and if so \
                 add its licence to deny.toml",
                part.name,
                part.version,
                part.licence
            );
        }
    }

    #[test]
    fn the_list_is_that_of_the_lock_files() {
        let path = root().join("docs/licences.md");
        let list = texts::list(&parts::shipped(&root()).unwrap());
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &list).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == list,
            "docs/licences.md is not what is shipped: run UPDATE=1 cargo test -p komadai-supply"
        );
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
