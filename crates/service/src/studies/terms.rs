//! How a new chapter is stored, and by what studies are found.

use std::collections::{BTreeSet, HashSet};

use komadai_community::{
    folding::{fold, from_each_word},
    lines::clean_line,
    studies::{ChapterTerms, TITLE_CHARS_MAX},
};
use komadai_ids::{ReviewId, UserId};
use komadai_store::{Study, studies::chapters::Chapter};

use super::{NewChapter, StudyRefusal};
use crate::reviews::title;

/// Characters of a term, and of what is looked for.
pub(super) const TERM_CHARS_MAX: usize = 40;

/// Characters of all by which a study is found.
const SEARCH_CHARS_MAX: usize = 20_000;

/// How a new chapter that `by` adds is stored. When, and how long it is, is stored with the review.
pub(super) fn chapter(id: ReviewId, by: UserId, new: &NewChapter) -> Result<Chapter, StudyRefusal> {
    let header = |word| {
        let text = new.tree.header(word).map(clean_line)?;
        Some(text.chars().take(TITLE_CHARS_MAX).collect::<String>()).filter(|it| !it.is_empty())
    };
    let ChapterTerms { mut name, orientation, mode } = new.terms.checked()?;
    if name.is_empty() {
        name = header("Title").unwrap_or_else(|| title(&new.tree));
    }
    Ok(Chapter {
        id,
        name,
        orientation: orientation.to_string(),
        mode,
        added_by: Some(by),
        variant: new.tree.variant.clone(),
        plies: new.tree.n_plies(),
        players: header("Sente").zip(header("Gote")).map(|(sente, gote)| [sente, gote]),
        opening: header("Opening"),
        updated_ms: 0,
        size_bytes: 0,
    })
}

/// Topics as they are found.
pub(crate) fn folded_topics(topics: &[String]) -> Vec<String> {
    topics.iter().map(|topic| fold(topic)).collect()
}

/// All by which a study is found: what it says, its chapters' names, their players and openings.
pub(super) fn search_key(study: &Study, chapters: &[Chapter]) -> String {
    let own = [study.title.as_str(), &study.description];
    let mut known = HashSet::new();
    let words = own.into_iter().chain(study.topics.iter().map(String::as_str));
    let of_chapters = chapters.iter().flat_map(|it| {
        let players = it.players.iter().flatten().map(String::as_str);
        [it.name.as_str()].into_iter().chain(players).chain(it.opening.as_deref())
    });
    let words = words.chain(of_chapters).map(fold).filter(|it| known.insert(it.clone()));
    // A line each, so that nothing is found across two of them: searches have no end of a line.
    words.collect::<Vec<_>>().join("\n").chars().take(SEARCH_CHARS_MAX).collect()
}

/// The terms of all by which a study is found: each line from each word on.
pub(super) fn search_terms(key: &str) -> BTreeSet<String> {
    let starts = key.lines().flat_map(from_each_word);
    let terms = starts.map(|text| text.chars().take(TERM_CHARS_MAX).collect());
    terms.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_from_each_word_on() {
        let key = format!("co nhat\n四間飛車\n{}", "x".repeat(50));
        let expected = ["co nhat", "nhat", "四間飛車", "間飛車", "飛車", "車", &"x".repeat(40)];
        let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(search_terms(&key), expected);
    }
}
