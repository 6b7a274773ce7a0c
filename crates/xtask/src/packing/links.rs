//! The links of a manual: each leads to a file that is packed, and to a heading in it.

use std::{collections::BTreeSet, fs, io, path::Path};

use crate::stamp;

/// The links in the Markdown files below a folder that lead nowhere, each with its file.
pub(super) fn broken(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    stamp::collect(folder, &[], &mut files)?;
    files.retain(|file| file.extension().is_some_and(|it| it == "md"));
    files.sort();
    let mut found = Vec::new();
    for file in &files {
        for link in targets(&fs::read_to_string(file)?) {
            let (path, heading) = link.split_once('#').unwrap_or((&link, ""));
            let near = file.parent().unwrap_or(folder);
            let target = if path.is_empty() { file.clone() } else { near.join(path) };
            let is_text = target.extension().is_some_and(|it| it == "md");
            let is_there = target.exists()
                && target.canonicalize()?.starts_with(folder.canonicalize()?)
                && (heading.is_empty()
                    || !is_text
                    || headings(&fs::read_to_string(&target)?).contains(heading));
            if !is_there {
                let name = file.strip_prefix(folder).unwrap_or(file);
                found.push(format!("{}: {link}", name.display()));
            }
        }
    }
    Ok(found)
}

/// What a text links to, except addresses elsewhere.
fn targets(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2);
    let links = prose.flat_map(|part| part.split("](").skip(1));
    let links = links.filter_map(|rest| rest.split_once(')').map(|(link, _)| link));
    links
        .filter(|link| !link.contains(':') && !link.contains(char::is_whitespace))
        .map(str::to_owned)
        .collect()
}

/// The anchors of a text's headings, as code hosts make them.
fn headings(text: &str) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let anchor = |line: &str| {
        let signs = line.trim().chars().flat_map(char::to_lowercase);
        let signs = signs.filter(|sign| sign.is_alphanumeric() || matches!(sign, ' ' | '-' | '_'));
        signs.map(|sign| if sign == ' ' { '-' } else { sign }).collect()
    };
    lines.map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    #[test]
    fn a_link_leads_to_a_file_that_is_packed_and_to_a_heading() {
        let folder = env::temp_dir().join(format!("xtask-links-{}", process::id()));
        fs::create_dir_all(folder.join("docs")).unwrap();
        fs::write(folder.join("docs/a.md"), "# One file, two\n").unwrap();
        let good = "[a](docs/a.md) [b](docs/a.md#one-file-two) [c](https://a.test/x) [d](#top)\n\
                    # Top\n```\n[x](none)\n```\n";
        fs::write(folder.join("README.md"), good).unwrap();
        let fine = broken(&folder).unwrap();
        fs::write(folder.join("docs/b.md"), "[a](c.md) [b](a.md#two) ![c](../../etc)").unwrap();
        let found = broken(&folder).unwrap();
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(fine, [""; 0]);
        assert_eq!(found, ["docs/b.md: c.md", "docs/b.md: a.md#two", "docs/b.md: ../../etc"]);
    }
}
