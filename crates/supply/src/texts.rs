//! The list of what is shipped, and the texts of its licences.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use crate::parts::Part;

/// How the files begin in which libraries have their licence.
const NAMES: [&str; 5] = ["licence", "license", "copying", "notice", "unlicense"];

/// A licence's text is shorter than this, in bytes.
const TEXT_BYTES_MAX: u64 = 200_000;

/// `docs/licences.md`.
pub(crate) fn list(parts: &[Part]) -> String {
    let mut list = "# What is shipped with Komadai\n\n\
        Written from `Cargo.lock` and `web/package-lock.json`; `cargo test -p komadai-supply` \
        compares it, and `cargo run -p komadai-supply list` writes it anew.\n\
        Komadai itself is AGPL-3.0-or-later; pictures, fonts and voices of the client are \
        credited in [web/CREDITS.md](../web/CREDITS.md).\n\
        A release archive has the full texts in `THIRD-PARTY-LICENCES.txt`.\n\n\
        | | version | licence |\n|---|---|---|\n"
        .to_owned();
    for Part { name, version, licence, .. } in parts {
        let _ = writeln!(list, "| {name} | {version} | {licence} |");
    }
    list
}

/// Every text once, with what is under it.
pub(crate) fn all(parts: &[Part]) -> Result<String, String> {
    let mut by_text = BTreeMap::<String, Vec<String>>::new();
    for part in parts {
        let name = format!("{} {} ({})", part.name, part.version, part.licence);
        let texts = part.folder.as_deref().map(texts_in).transpose()?.unwrap_or_default();
        if texts.is_empty() {
            let none = "It comes without a text of its own; the licence is the one in parentheses.";
            by_text.entry(none.to_owned()).or_default().push(name.clone());
        }
        for text in texts {
            by_text.entry(text).or_default().push(name.clone());
        }
    }
    let mut all = "Komadai is made with the work of others, under these licences.\n".to_owned();
    for (text, names) in by_text {
        let line = "-".repeat(80);
        let _ = write!(all, "\n{line}\n{}\n{line}\n\n{}\n", names.join("\n"), text.trim_end());
    }
    Ok(all)
}

fn texts_in(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |cause| format!("cannot read {}: {cause}", folder.display());
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let is_text = entry.metadata().is_ok_and(|it| it.is_file() && it.len() < TEXT_BYTES_MAX);
        if is_text && NAMES.iter().any(|start| name.starts_with(start)) {
            let bytes = fs::read(entry.path()).map_err(unreadable)?;
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
            texts.insert(name, text.trim().to_owned());
        }
    }
    Ok(texts.into_values().collect())
}
