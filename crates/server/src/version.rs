//! Which build this is.

use std::sync::LazyLock;

/// The version that the changelog describes.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from: the one given as `KOMADAI_COMMIT` when it was built, as for a
/// release and an image, or the one of the archive that the sources came in. In a checkout nothing
/// says it, so that a commit alone has nothing built anew; then the page links to the newest source.
pub const COMMIT: Option<&str> = match option_env!("KOMADAI_COMMIT") {
    Some(commit) if !commit.is_empty() => Some(commit),
    _ => archived(include_str!("commit.txt")),
};

/// What `git archive` has put in place of the words in `commit.txt` (`.gitattributes`).
const fn archived(text: &str) -> Option<&str> {
    match text.trim_ascii().as_bytes() {
        [] | [b'$', ..] => None,
        _ => Some(text.trim_ascii()),
    }
}

/// Digits of a commit that tell it from all others.
const DIGITS: usize = 12;

/// Both, as `komadai --version` says them: `0.2.0 (1a2b3c4d5e6f)`.
pub static BUILD: LazyLock<String> = LazyLock::new(|| build(COMMIT));

fn build(commit: Option<&str>) -> String {
    match commit {
        Some(commit) => format!("{VERSION} ({})", commit.get(..DIGITS).unwrap_or(commit)),
        None => format!("{VERSION} (commit unknown)"),
    }
}

#[test]
fn a_build_names_its_version_and_its_commit() {
    let commit = "911d2d26aa0011223344556677889900aabbccdd";
    assert_eq!(build(Some(commit)), format!("{VERSION} (911d2d26aa00)"));
    assert_eq!(build(Some("v7")), format!("{VERSION} (v7)"));
    assert_eq!(build(None), format!("{VERSION} (commit unknown)"));
}

#[test]
fn an_archive_knows_its_commit_and_a_checkout_does_not_guess() {
    assert_eq!(
        archived("911d2d26aa0011223344556677889900aabbccdd\n"),
        Some("911d2d26aa0011223344556677889900aabbccdd")
    );
    assert_eq!(archived("$Format:%H$\n"), None);
    assert_eq!(archived("\n"), None);
}
