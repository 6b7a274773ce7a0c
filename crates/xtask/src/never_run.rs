//! No tests where they would never run.
//!
//! A crate whose library has `test = false` in its manifest is not compiled a second time for a
//! few unit tests: all its tests are in `tests/it`. One with `doctest = false` is not read again
//! for examples that its documentation does not have. Cargo says nothing about tests there.

use std::fs;

use crate::{stamp, tree::Tree};

/// Whether the manifest says so of the library.
fn says(manifest: &str, setting: &str) -> bool {
    let lines = manifest.lines().map(|line| line.replace(' ', ""));
    let library = lines.skip_while(|line| line != "[lib]").skip(1);
    library.take_while(|line| !line.starts_with('[')).any(|line| line.starts_with(setting))
}

/// The numbers of the lines that begin a unit test.
fn begun_in(source: &str) -> Vec<usize> {
    let is_begin = |line: &str| {
        ["#[cfg(test)]", "#[test]", "#[tokio::test"].iter().any(|begin| line.starts_with(begin))
    };
    let lines = source.lines().zip(1..).filter(|(line, _)| is_begin(line.trim_start()));
    lines.map(|(_, number)| number).collect()
}

/// The numbers of the lines that begin an example which rustdoc would run.
fn examples_in(source: &str) -> Vec<usize> {
    let mut is_open = false;
    let fences = source.lines().zip(1..).filter_map(|(line, number)| {
        let line = line.trim_start();
        let text = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))?;
        let language = text.trim_start().strip_prefix("```")?;
        is_open = !is_open;
        let is_rust = ["rust", "ignore", "no_run", "should_panic", "compile_fail", "edition"]
            .iter()
            .any(|word| language.starts_with(word));
        (is_open && (language.is_empty() || is_rust)).then_some(number)
    });
    fences.collect()
}

/// The places in the crates that say this of their library where such a test begins, and what to
/// do about it.
fn never_run(tree: &Tree, setting: &str, begun: fn(&str) -> Vec<usize>, advice: &str) -> String {
    let crates = fs::read_dir(tree.root().join("crates")).unwrap();
    let mut folders: Vec<_> = crates.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| {
        fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|it| says(&it, setting))
    });
    folders.sort();
    assert!(!folders.is_empty(), "no crate says {setting}: this test can go");
    let mut found = String::new();
    for folder in folders {
        let mut files = Vec::new();
        stamp::collect(&folder.join("src"), &[], &mut files).unwrap();
        files.sort();
        for file in files {
            let name = file.strip_prefix(tree.root()).unwrap().display();
            for line in begun(&fs::read_to_string(&file).unwrap()) {
                found +=
                    &format!("{name}:{line}: never runs, its crate says {setting}: {advice}\n");
            }
        }
    }
    found
}

#[test]
fn no_test_is_where_none_runs() {
    let tree = Tree::find();
    let unit_tests = never_run(&tree, "test=false", begun_in, "move it to tests/it");
    let examples = never_run(&tree, "doctest=false", examples_in, "remove that line");
    assert!(unit_tests.is_empty() && examples.is_empty(), "\n{unit_tests}{examples}");
}

#[test]
fn manifests_and_tests_are_recognised() {
    let check = |manifest: &str, expected: bool| {
        assert_eq!(says(manifest, "test=false"), expected, "{manifest}");
    };
    check("[package]\nname = \"a\"\n\n[lib]\n# Why.\ntest = false\nbench = false\n", true);
    check("[lib]\nbench = false\n\n[[bin]]\ntest = false\n", false);
    check("[lib]\ndoctest = false\n", false);
    check("[package]\nname = \"a\"\n", false);
    let source = "/// #[test]\nfn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n\n    \
                  #[tokio::test(flavor = \"multi_thread\")]\n    async fn c() {}\n}\n";
    assert_eq!(begun_in(source), [4, 6, 9]);
    let source = "//! ```text\n//! 1\n//! ```\n//!\n//! ```\n//! f();\n//! ```\n\n    /// ```no_run\n    \
                  /// f();\n    /// ```\n    fn f() {}\n";
    assert_eq!(examples_in(source), [5, 9]);
}
