//! What holds of the source itself: how long its files are, what its types are called, and how
//! many files need one another in a circle.

mod knots;
mod names;

use std::{fs, path::PathBuf};

use crate::{stamp, tree::Tree};

/// Lines of a file that a person can keep in mind.
const LINES_MAX: usize = 600;

/// Files of a crate that need one another in a circle. A module and its children often do.
const KNOT_MAX: usize = 20;

/// A source file: its name from the root of the checkout, and what it says.
struct Source {
    name: String,
    text: String,
}

/// The files below a folder with one of these endings, in order.
fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let tree = Tree::find();
    let mut files: Vec<PathBuf> = Vec::new();
    stamp::collect(&tree.root().join(folder), &["target", "node_modules"], &mut files).unwrap();
    files.retain(|file| {
        file.extension().is_some_and(|it| endings.iter().any(|ending| it == *ending))
    });
    files.sort();
    let source = |file: PathBuf| {
        let name = file.strip_prefix(tree.root()).unwrap().to_str().unwrap().to_owned();
        Source { name, text: fs::read_to_string(&file).unwrap() }
    };
    files.into_iter().map(source).collect()
}

/// The sources of a crate, without its tests.
fn crates() -> impl Iterator<Item = (String, Vec<Source>)> {
    let folders = fs::read_dir(Tree::find().root().join("crates")).unwrap();
    let mut names: Vec<_> =
        folders.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names.into_iter().map(|name| {
        let files = sources(&format!("crates/{name}/src"), &["rs"]);
        (name, files)
    })
}

#[test]
fn no_file_is_too_long() {
    // What is made of the server's types is made anew, and not in the tree.
    let made = ["web/src/wire/generated.ts", "web/src/i18n/made"];
    let client = sources("web/src", &["ts", "tsx", "css"]).into_iter();
    let all = sources("crates", &["rs"]).into_iter().chain(client);
    let long: Vec<_> = all
        .filter(|file| !made.iter().any(|it| file.name.starts_with(it)))
        .map(|file| (file.text.lines().count(), file.name))
        .filter(|(n_lines, _)| *n_lines > LINES_MAX)
        .collect();
    assert!(long.is_empty(), "longer than {LINES_MAX} lines: {long:#?}");
}

#[test]
fn a_type_is_a_noun() {
    let found: Vec<_> = crates()
        .flat_map(|(_, files)| files)
        .flat_map(|file| {
            let types = names::participles(&file.text).into_iter();
            types
                .map(move |(line, name)| format!("{}:{line}: {name}", file.name))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "a participle does not say of what: {found:#?}");
}

#[test]
fn few_files_need_one_another_in_a_circle() {
    for (name, files) in crates() {
        for knot in knots::knots(&files) {
            assert!(knot.len() <= KNOT_MAX, "{} files of {name}: {knot:#?}", knot.len());
        }
    }
}

#[test]
fn the_code_map_names_files_that_exist() {
    let tree = Tree::find();
    let text = fs::read_to_string(tree.root().join("ARCHITECTURE.md")).unwrap();
    let mut crate_name = "";
    let mut missing = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [first, _, _, files] = cells[..] else { continue };
        if let Some(name) = first.strip_prefix('`') {
            crate_name = name.trim_end_matches(['`', '/']);
        }
        for file in files.split('`').skip(1).step_by(2).filter(|it| it.ends_with(".rs")) {
            // A word in capitals stands for many.
            let is_pattern =
                file.split(['/', '.']).any(|part| part.chars().all(char::is_uppercase));
            let (folder, rest) = file.split_once('/').unwrap_or(("", file));
            let places = [
                format!("crates/{crate_name}/src/{file}"),
                format!("crates/{file}"),
                format!("crates/{folder}/src/{rest}"),
                format!("crates/{crate_name}/{file}"),
            ];
            if !is_pattern && !places.iter().any(|it| tree.root().join(it).is_file()) {
                missing.push(format!("{crate_name}: {file}"));
            }
        }
    }
    assert!(crate_name == "web" && missing.is_empty(), "{missing:#?}");
}
