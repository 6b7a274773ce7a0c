//! The libraries are installed from their folders, as their pages say, out of a checkout in which
//! nothing was built.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::libraries::{Library, run};

/// What is made in a checkout, and is not part of it.
const MADE: [&str; 4] = ["node_modules", "dist", "wire.ts", "__pycache__"];

/// Copies a folder as it is in a fresh checkout.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (name, to) = (entry.file_name(), to.join(entry.file_name()));
        if MADE.iter().any(|made| name == *made) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Everything in a folder.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(listed(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

/// A checkout of a library, with what it is made of, and where it is.
fn checkout(library: Library) -> (tempfile::TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("clients").join(library.folder().file_name().unwrap());
    copy(&library.folder(), &folder);
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    fs::create_dir(root.path().join("docs")).unwrap();
    fs::copy(document, root.path().join("docs/openapi.json")).unwrap();
    (root, folder)
}

#[test]
fn npm_installs_a_package_that_can_be_imported() {
    let (root, folder) = checkout(Library::TypeScript);
    let project = root.path().join("bot");
    fs::create_dir(&project).unwrap();
    fs::write(project.join("package.json"), "{}").unwrap();
    let npm = ["install", "--no-audit", "--no-fund"];
    run(Command::new("npm").args(npm).arg(&folder).current_dir(&project));
    let import = "import { Client } from 'komadai'; if (!Client.prototype.game) process.exit(1);";
    run(Command::new("node").args(["--input-type=module", "--eval", import]).current_dir(&project));
    assert!(folder.join("dist/src/index.d.ts").is_file(), "there are no types");
}

#[test]
fn pip_installs_a_package_and_leaves_nothing_behind() {
    let (root, folder) = checkout(Library::Python);
    let site = root.path().join("site");
    let before = listed(&folder);
    let python = Library::Python.interpreter();
    run(Command::new(python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
        .args([&site, &folder]));
    assert_eq!(listed(&folder), before);
    let import = "from komadai import Client, Refused; Client.game";
    run(Command::new(python)
        .args(["-c", import])
        .env("PYTHONPATH", &site)
        .current_dir(root.path()));
    assert!(site.join("komadai/py.typed").is_file(), "it is not known to be typed");
}
