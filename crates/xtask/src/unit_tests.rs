//! No unit tests where they would never run.
//!
//! A crate whose library has `test = false` in its manifest is not compiled a second time for a
//! few unit tests: all its tests are in `tests/it`. Cargo says nothing about a unit test there.

use std::{fs, path::Path};

use crate::{stamp, tree::Tree};

/// Whether the manifest says that the library has no unit tests.
fn has_no_unit_tests(manifest: &str) -> bool {
    let lines = manifest.lines().map(|line| line.replace(' ', ""));
    let library = lines.skip_while(|line| line != "[lib]").skip(1);
    library.take_while(|line| !line.starts_with('[')).any(|line| line.starts_with("test=false"))
}

/// The numbers of the lines that begin a unit test.
fn begun_in(source: &str) -> Vec<usize> {
    let is_begin = |line: &str| {
        ["#[cfg(test)]", "#[test]", "#[tokio::test"].iter().any(|begin| line.starts_with(begin))
    };
    let lines = source.lines().zip(1..).filter(|(line, _)| is_begin(line.trim_start()));
    lines.map(|(_, number)| number).collect()
}

/// Each unit test of such a crate, by its folder in the checkout, with what to do.
fn unit_tests_of(root: &Path, folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    stamp::collect(&root.join(folder).join("src"), &[], &mut files).unwrap();
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap().display();
        for line in begun_in(&fs::read_to_string(&file).unwrap()) {
            found.push(format!(
                "{name}:{line}: this test never runs, because {folder}/Cargo.toml says \
                 `test = false`: move it to {folder}/tests/it"
            ));
        }
    }
    found
}

#[test]
fn no_unit_test_is_where_none_runs() {
    let tree = Tree::find();
    let crates = fs::read_dir(tree.root().join("crates")).unwrap();
    let folders = crates.filter_map(|entry| {
        let entry = entry.unwrap();
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).ok()?;
        let name = entry.file_name().into_string().unwrap();
        has_no_unit_tests(&manifest).then(|| format!("crates/{name}"))
    });
    let mut folders: Vec<String> = folders.collect();
    folders.sort();
    assert!(!folders.is_empty(), "no crate says `test = false`: this test can go");
    let found: Vec<_> =
        folders.iter().flat_map(|folder| unit_tests_of(tree.root(), folder)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn manifests_and_unit_tests_are_recognised() {
    let check = |manifest: &str, expected: bool| {
        assert_eq!(has_no_unit_tests(manifest), expected, "{manifest}");
    };
    check("[package]\nname = \"a\"\n\n[lib]\n# Why.\ntest = false\nbench = false\n", true);
    check("[lib]\nbench = false\n\n[[bin]]\ntest = false\n", false);
    check("[package]\nname = \"a\"\n", false);
    let source = "/// #[test]\nfn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n\n    \
                  #[tokio::test(flavor = \"multi_thread\")]\n    async fn c() {}\n}\n";
    assert_eq!(begun_in(source), [4, 6, 9]);
}
