//! The languages of the site, and the server's messages in them: in emails and notifications, on
//! certificates and pictures, and where a link is shared.
//!
//! A language is a folder of `words/`; a build reads them all, so adding one takes no code.
//! Messages that a language lacks appear in English.

#![warn(missing_docs)]

mod matching;
mod message;
mod words;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use words::Value;
pub use words::Words;

/// From how many percent of all words on a language is offered.
pub const OFFERED_PERCENT: usize = 70;

/// A language of the site, English by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Language(u16);

/// What is known of a language.
struct About {
    tag: &'static str,
    name: &'static str,
    notation: &'static str,
    locale: &'static str,
    down: bool,
    percent: usize,
    says: &'static [Option<&'static str>],
}

include!(concat!(env!("OUT_DIR"), "/words.rs"));

impl Language {
    /// Every language that has a folder, sorted by tags.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..ABOUT.len() as u16).map(Self)
    }

    /// Those that are complete enough to be chosen.
    pub fn offered() -> impl Iterator<Item = Self> {
        Self::all().filter(|it| it.about().percent >= OFFERED_PERCENT)
    }

    fn about(self) -> &'static About {
        // Only indices of the table are ever made.
        &ABOUT[usize::from(self.0)]
    }

    /// The tag in preferences and addresses, as BCP 47 writes it.
    pub fn tag(self) -> &'static str {
        self.about().tag
    }

    /// What its speakers call it.
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// The notation of moves that its readers know.
    pub fn notation(self) -> &'static str {
        self.about().notation
    }

    /// Language and country as Open Graph writes them.
    pub fn locale(self) -> &'static str {
        self.about().locale
    }

    /// Whether its certificates are written from the top down.
    pub fn writes_down(self) -> bool {
        self.about().down
    }

    /// What the server says in it.
    pub fn words(self) -> Words {
        Words::of(self)
    }

    /// The language with that tag, or the one that suits who reads what the tag says: `en-GB` is
    /// English, `zh-TW` is Chinese in traditional characters.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let tags: Vec<_> = Self::all().map(Self::tag).collect();
        Self::at(matching::best(tag, &tags)?)
    }

    /// The first of somebody's tags that is one of the languages that are offered.
    pub fn best<'a>(tags: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        Self::best_among(tags, |_| true)
    }

    /// The same among those of them that a site wants.
    pub fn best_among<'a>(
        tags: impl IntoIterator<Item = &'a str>,
        wanted: impl Fn(Self) -> bool,
    ) -> Option<Self> {
        tags.into_iter().find_map(|tag| {
            let offered: Vec<_> = Self::offered().filter(|it| wanted(*it)).collect();
            let known: Vec<_> = offered.iter().map(|it| it.tag()).collect();
            offered.get(matching::best(tag, &known)?).copied()
        })
    }

    fn at(index: usize) -> Option<Self> {
        u16::try_from(index).ok().filter(|_| index < ABOUT.len()).map(Self)
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.tag())
    }
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Self::from_tag(&tag)
            .ok_or_else(|| D::Error::custom("this is not one of the site's languages"))
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Language {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        // Which there are is for each server to say: they are data.
        schemars::json_schema!({
            "type": "string",
            "description": "The tag of a language (BCP 47), such as `vi`, `en`, `ja` or `zh-Hant`. \
                            What the server does not say in it, it says in English.",
            "maxLength": 35,
        })
    }
}

#[cfg(test)]
mod tests;
