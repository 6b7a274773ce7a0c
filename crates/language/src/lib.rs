//! The languages in which Komadai speaks to people: on pages, in letters, on pictures.
//!
//! The words themselves are where they are said.

#![warn(missing_docs)]

use serde::{Deserialize, Serialize};

/// A language that everything is said in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum Language {
    /// Vietnamese.
    #[serde(rename = "vi")]
    Vietnamese,
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
}

impl Language {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Vietnamese, Self::English, Self::Japanese];

    /// The tag in preferences and addresses.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Vietnamese => "vi",
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language with that tag; further parts of the tag (`en-GB`) do not count.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let first = tag.split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_known_by_their_tags() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
            assert_eq!(serde_json::to_value(language).expect("JSON"), language.tag());
        }
        for (tag, language) in [
            ("en-GB", Some(Language::English)),
            ("JA_jp", Some(Language::Japanese)),
            ("fr", None),
            ("", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag}");
        }
    }
}
