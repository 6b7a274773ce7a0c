//! What studies and chapters say of themselves, and by what they are found.

use std::collections::{BTreeSet, HashSet};

use komadai_ids::{ReviewId, UserId};
use komadai_store::{Study, StudyVisibility, studies::chapters::Chapter};

use super::{NewChapter, Result, StudyRefusal};
use crate::{
    lines::{clean_line, clean_text},
    people::{fold, from_each_word},
    reviews::title,
};

/// Characters of a title and of a chapter's name.
const TITLE_CHARS_MAX: usize = 100;

/// Characters of a description.
const DESCRIPTION_CHARS_MAX: usize = 1_000;

/// Topics of a study.
const TOPICS_MAX: usize = 10;

/// Characters of a topic.
const TOPIC_CHARS_MAX: usize = 40;

/// Characters of a term, and of what is looked for.
pub(super) const TERM_CHARS_MAX: usize = 40;

/// Characters of all by which a study is found.
const SEARCH_CHARS_MAX: usize = 20_000;

/// What a study says of itself, and who can see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyTerms {
    pub title: String,
    pub description: String,
    pub topics: Vec<String>,
    pub visibility: StudyVisibility,
}

impl StudyTerms {
    /// The same, cleaned.
    pub(crate) fn checked(&self) -> Result<Self> {
        let title = line(&self.title, "a title", TITLE_CHARS_MAX)?;
        if title.is_empty() {
            return Err(StudyRefusal::Words("a study needs a title".to_owned()));
        }
        let description = clean_text(&self.description);
        if description.chars().count() > DESCRIPTION_CHARS_MAX {
            return Err(too_long("a description", DESCRIPTION_CHARS_MAX));
        }
        if self.topics.len() > TOPICS_MAX {
            let text = format!("a study has at most {TOPICS_MAX} topics");
            return Err(StudyRefusal::Words(text));
        }
        let (mut topics, mut known) = (Vec::new(), HashSet::new());
        for topic in &self.topics {
            let topic = line(topic, "a topic", TOPIC_CHARS_MAX)?;
            if !topic.is_empty() && known.insert(fold(&topic)) {
                topics.push(topic);
            }
        }
        Ok(Self { title, description, topics, visibility: self.visibility })
    }
}

fn too_long(what: &str, chars_max: usize) -> StudyRefusal {
    StudyRefusal::Words(format!("{what} has at most {chars_max} characters"))
}

pub(crate) fn line(text: &str, what: &str, chars_max: usize) -> Result<String> {
    let text = clean_line(text);
    match text.chars().count() > chars_max {
        true => Err(too_long(what, chars_max)),
        false => Ok(text),
    }
}

/// A chapter's name, cleaned.
pub(super) fn chapter_name(text: &str) -> Result<String> {
    line(text, "the name of a chapter", TITLE_CHARS_MAX)
}

/// How a new chapter that `by` adds is stored. When, and how long it is, is stored with the review.
pub(super) fn chapter(id: ReviewId, by: UserId, new: &NewChapter) -> Result<Chapter> {
    let header = |word| {
        let text = new.tree.header(word).map(clean_line)?;
        Some(text.chars().take(TITLE_CHARS_MAX).collect::<String>()).filter(|it| !it.is_empty())
    };
    let mut name = chapter_name(&new.name)?;
    if name.is_empty() {
        name = header("Title").unwrap_or_else(|| title(&new.tree));
    }
    Ok(Chapter {
        id,
        name,
        orientation: new.orientation.to_string(),
        mode: new.mode,
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

    fn terms(title: &str, topics: &[&str]) -> StudyTerms {
        StudyTerms {
            title: title.to_owned(),
            description: " Mở đầu \u{202E}".to_owned(),
            topics: topics.iter().map(|&it| it.to_owned()).collect(),
            visibility: StudyVisibility::Private,
        }
    }

    #[test]
    fn a_text_is_found_from_each_word_on() {
        let key = format!("co nhat\n四間飛車\n{}", "x".repeat(50));
        let expected = ["co nhat", "nhat", "四間飛車", "間飛車", "飛車", "車", &"x".repeat(40)];
        let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(search_terms(&key), expected);
    }

    #[test]
    fn what_a_study_says_is_cleaned_and_has_limits() {
        let checked = terms(" Tứ gian  phi xa ", &["Yagura", " YAGURA", "", "矢倉"]).checked();
        let checked = checked.unwrap();
        assert_eq!(checked.title, "Tứ gian phi xa");
        assert_eq!(checked.description, "Mở đầu");
        assert_eq!(checked.topics, ["Yagura", "矢倉"]);
        assert!(terms(" \u{200b}", &[]).checked().is_err(), "it needs a title");
        assert!(terms(&"x".repeat(101), &[]).checked().is_err());
        assert!(terms("x", &["y"; 11]).checked().is_err());
        assert!(terms("x", &[&"y".repeat(41)]).checked().is_err());
        let long = StudyTerms { description: "x".repeat(1_001), ..terms("x", &[]) };
        assert!(long.checked().is_err());
    }
}
