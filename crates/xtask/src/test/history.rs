//! The subjects of commits: short enough to be read in a list, of one area, and of finished work.
//!
//! Commits from before this file was there are left as they are.

use crate::{command::Command, console::say, counts::Counts, failure::Failure, tree::Tree};

use super::FailedStep;

/// Columns of a subject.
const COLUMNS_MAX: usize = 72;

const THIS_FILE: &str = "crates/xtask/src/test/history.rs";

const ADVICE: &str = "A subject says `area: What the commit does`, and its body the rest; \
                      `git rebase -i` rewords it.";

pub(super) fn history(tree: &Tree) -> Result<Counts, FailedStep> {
    let git = |args: &[&str]| Command::new("git", args.iter().copied()).dir(tree.root()).answer();
    let Some(first) = git(&["log", "--diff-filter=A", "--format=%H", "--", THIS_FILE]) else {
        say("There is no history here, as in an archive: no subjects are looked at.");
        return Ok(Counts::default());
    };
    let range = first.lines().last().map(|first| format!("{first}..HEAD"));
    let range = range.unwrap_or_else(|| "HEAD..HEAD".to_owned());
    let subjects = git(&["log", "--no-merges", "--format=%s", &range]).unwrap_or_default();
    let faults: Vec<String> = subjects
        .lines()
        .filter_map(|subject| Some(format!("{}: “{subject}”", fault(subject)?)))
        .collect();
    if faults.is_empty() {
        return Ok(Counts::default());
    }
    Err(Failure::new(faults.join("\n")).advise(ADVICE).into())
}

/// What is wrong with a subject.
fn fault(subject: &str) -> Option<&'static str> {
    let (area, what) = subject.split_once(": ").unwrap_or(("", subject));
    let is_unfinished = [area, what].iter().any(|it| it.to_lowercase().starts_with("wip"));
    if is_unfinished || subject.starts_with("fixup!") || subject.starts_with("squash!") {
        Some("unfinished")
    } else if subject.chars().count() > COLUMNS_MAX {
        Some("longer than 72 columns")
    } else if area.is_empty() {
        Some("without an area")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_short_and_finished() {
        let long = format!("kifu: {}", "a".repeat(67));
        for (subject, expected) in [
            ("kifu: Keep the first of two winners", None),
            (&long[..72], None),
            (&long, Some("longer than 72 columns")),
            ("wip", Some("unfinished")),
            ("WIP: kifu", Some("unfinished")),
            ("kifu: wip on ends", Some("unfinished")),
            ("fixup! kifu: Keep the first", Some("unfinished")),
            ("Keep the first of two winners", Some("without an area")),
        ] {
            assert_eq!(fault(subject), expected, "{subject}");
        }
    }
}
