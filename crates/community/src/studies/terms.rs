//! What studies and chapters say of themselves.

use std::collections::HashSet;

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ChapterMode, StudyRefusal, StudyVisibility};
use crate::{
    folding::fold,
    lines::{clean_text, in_length, line_of},
};

/// Characters of a title and of a chapter's name.
pub const TITLE_CHARS_MAX: usize = 100;

/// Characters of a description.
const DESCRIPTION_CHARS_MAX: usize = 1_000;

/// Topics of a study.
const TOPICS_MAX: usize = 10;

/// Characters of a topic.
const TOPIC_CHARS_MAX: usize = 40;

/// What a study says of itself, and who can see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTerms {
    /// Its title, at most 100 characters.
    pub title: String,
    /// Its description, at most 1,000 characters.
    #[serde(default)]
    pub description: String,
    /// Its topics: at most 10 of at most 40 characters.
    #[serde(default)]
    pub topics: Vec<String>,
    /// Who can see it.
    #[serde(default)]
    pub visibility: StudyVisibility,
}

impl StudyTerms {
    /// The same, cleaned.
    ///
    /// # Errors
    /// When something is too long, or missing.
    pub fn checked(&self) -> Result<Self, StudyRefusal> {
        let line = |text, what, most| line_of(text, what, most).map_err(StudyRefusal::Words);
        let title = line(&self.title, "a title", TITLE_CHARS_MAX)?;
        if title.is_empty() {
            return Err(StudyRefusal::Words("a study needs a title".to_owned()));
        }
        let description =
            in_length(clean_text(&self.description), "a description", DESCRIPTION_CHARS_MAX)
                .map_err(StudyRefusal::Words)?;
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

/// What a chapter is called and how it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChapterTerms {
    /// Its name, at most 100 characters.
    pub name: String,
    /// The side at the bottom of the board.
    pub orientation: Side,
    /// How it is read.
    pub mode: ChapterMode,
}

impl ChapterTerms {
    /// The same, cleaned.
    ///
    /// # Errors
    /// When the name is too long.
    pub fn checked(&self) -> Result<Self, StudyRefusal> {
        let name = line_of(&self.name, "the name of a chapter", TITLE_CHARS_MAX);
        Ok(Self { name: name.map_err(StudyRefusal::Words)?, ..*self })
    }
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
