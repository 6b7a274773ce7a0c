//! The server asks the databases and changes nothing in them: whatever writes is in `service`.
//!
//! Who answers a request has a `Reader`, with which nobody can begin a transaction. The command
//! line opens databases of its own, so the source is read as well.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Words that only who writes has a use for.
const OF_WRITERS: [&str; 3] = ["Tx", "write()", "databases()"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a line has the word by itself, not as a part of a longer one.
fn says(line: &str, word: &str) -> bool {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[test]
fn the_server_begins_no_write() {
    let mut found = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 50, "they are elsewhere now");
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        for (n, line) in text.lines().enumerate() {
            for word in OF_WRITERS {
                assert!(!says(line, word), "{}:{}: {line}", path.display(), n + 1);
            }
        }
    }
}

#[test]
fn a_word_is_not_a_part_of_another() {
    assert!(says("    tx: &mut Tx,", "Tx") && says("store.write().await", "write()"));
    assert!(!says("ZipTx::new(Txt)", "Tx") && !says("file.rewrite()", "write()"));
}
