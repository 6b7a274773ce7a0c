//! What a site calls itself and how it looks: its branding.

mod colour;

use komadai_language::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::colour::{Accent, Colour};
use crate::lines::{clean_text, in_length, line_of};

/// What the site is called until its admins say otherwise: the program's name.
pub const PROGRAM: &str = "Komadai";

/// Most characters of a site's name: it stands in the header of a phone.
pub const SITE_NAME_CHARS_MAX: usize = 30;

/// Most characters of what greets strangers.
pub const WELCOME_CHARS_MAX: usize = 300;

/// Most characters of the rules of conduct.
pub const CONDUCT_CHARS_MAX: usize = 8_000;

/// Most links at the foot of every page.
pub const FOOTER_LINKS_MAX: usize = 8;

/// Most characters of what such a link is called.
pub const LINK_LABEL_CHARS_MAX: usize = 40;

/// Most characters of an address.
pub const LINK_URL_CHARS_MAX: usize = 300;

/// A text in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalText {
    /// The language it is written in.
    pub language: Language,
    /// What it says.
    pub text: String,
}

/// A link at the foot of every page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FooterLink {
    /// What people read.
    pub label: String,
    /// Where it leads: `https://…`, `http://…` or `mailto:…`.
    pub url: String,
}

/// What a site calls itself and how it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branding {
    /// The site's name, one line.
    pub name: String,
    /// The colour of buttons and links; `null` for the usual one. Of it the site makes shades that
    /// can be read by day and by night.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// What greets strangers on the first page, once for each language; where there is none, what
    /// the program says.
    #[serde(default)]
    pub welcome: Vec<LocalText>,
    /// The rules of conduct, once for each language; empty for none.
    #[serde(default)]
    pub conduct: Vec<LocalText>,
    /// Links at the foot of every page.
    #[serde(default)]
    pub links: Vec<FooterLink>,
    /// The languages that can be chosen; empty for all.
    #[serde(default)]
    pub languages: Vec<Language>,
    /// The language for browsers that ask for none of them; `null` for the first of `languages`, or
    /// where all can be chosen for English.
    #[serde(default)]
    pub language: Option<Language>,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            name: PROGRAM.to_owned(),
            colour: None,
            welcome: Vec::new(),
            conduct: Vec::new(),
            links: Vec::new(),
            languages: Vec::new(),
            language: None,
        }
    }
}

impl Branding {
    /// The same, its texts cleaned.
    ///
    /// # Errors
    /// What does not fit, in one English clause.
    pub fn checked(self) -> Result<Self, String> {
        let name = line_of(&self.name, "the site's name", SITE_NAME_CHARS_MAX)?;
        if name.is_empty() {
            return Err("a site has a name".to_owned());
        }
        let mut languages = self.languages;
        let mut seen = Vec::new();
        languages.retain(|it| {
            !seen.contains(it) && {
                seen.push(*it);
                true
            }
        });
        let is_offered = |it: Language| Language::offered().any(|offered| offered == it);
        if let Some(unknown) = languages.iter().find(|it| !is_offered(**it)) {
            return Err(format!("{} is not complete enough to be offered", unknown.tag()));
        }
        if let Some(language) = self.language
            && !(is_offered(language) && (languages.is_empty() || languages.contains(&language)))
        {
            return Err("the default language is one of those that can be chosen".to_owned());
        }
        if self.links.len() > FOOTER_LINKS_MAX {
            return Err(format!("there are at most {FOOTER_LINKS_MAX} links"));
        }
        Ok(Self {
            name,
            colour: self.colour,
            welcome: texts(self.welcome, "the welcome", WELCOME_CHARS_MAX)?,
            conduct: texts(self.conduct, "the rules of conduct", CONDUCT_CHARS_MAX)?,
            links: self.links.into_iter().map(FooterLink::checked).collect::<Result<_, _>>()?,
            languages,
            language: self.language,
        })
    }

    /// Whether the site goes by a name of its own.
    pub fn is_named(&self) -> bool {
        self.name != PROGRAM
    }

    /// What greets strangers who read this language; `None` where that is the program's to say.
    pub fn welcome_in(&self, language: Language) -> Option<&str> {
        self.welcome.iter().find(|it| it.language == language).map(|it| it.text.as_str())
    }

    /// Whether a language can be chosen.
    pub fn offers(&self, language: Language) -> bool {
        (self.languages.is_empty() || self.languages.contains(&language))
            && Language::offered().any(|it| it == language)
    }

    /// The language for somebody who reads these, the best first.
    pub fn best_language<'a>(&self, tags: impl IntoIterator<Item = &'a str>) -> Option<Language> {
        Language::best_among(tags, |it| self.offers(it))
    }

    /// The language for those who ask for none that can be chosen.
    pub fn default_language(&self) -> Option<Language> {
        self.language.or(self.languages.first().copied())
    }
}

impl FooterLink {
    fn checked(self) -> Result<Self, String> {
        let label = line_of(&self.label, "a link's name", LINK_LABEL_CHARS_MAX)?;
        let url = in_length(self.url.trim().to_owned(), "an address", LINK_URL_CHARS_MAX)?;
        if label.is_empty() {
            return Err(format!("the link to {url} has no name"));
        }
        let leads = |scheme: &str| {
            url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme))
                && url.len() > scheme.len()
        };
        let is_whole = ["https://", "http://", "mailto:"].into_iter().any(leads);
        if !is_whole || url.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(format!("the address of {label} begins with https://, http:// or mailto:"));
        }
        Ok(Self { label, url })
    }
}

/// What is said in each language, the last of several in one; nothing where nothing is said.
fn texts(said: Vec<LocalText>, what: &str, most: usize) -> Result<Vec<LocalText>, String> {
    let mut kept: Vec<LocalText> = Vec::new();
    for LocalText { language, text } in said {
        kept.retain(|it| it.language != language);
        let text = in_length(clean_text(&text), what, most)?;
        if !text.is_empty() {
            kept.push(LocalText { language, text });
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branding() -> Branding {
        Branding { name: "CLB Shogi Hà Nội".to_owned(), ..Branding::default() }
    }

    #[test]
    fn what_is_said_is_cleaned() {
        let said = |language, text: &str| LocalText { language, text: text.to_owned() };
        let checked = Branding {
            name: "  CLB\u{200b}  Shogi Hà Nội ".to_owned(),
            welcome: vec![
                said(Language::ENGLISH, "Hello"),
                said(Language::VIETNAMESE, " Chào bạn!\r\nMời vào. "),
                said(Language::ENGLISH, " "),
            ],
            languages: vec![Language::VIETNAMESE, Language::JAPANESE, Language::VIETNAMESE],
            language: Some(Language::JAPANESE),
            links: vec![FooterLink {
                label: " Zalo ".to_owned(),
                url: " https://zalo.me/g/abc ".to_owned(),
            }],
            ..branding()
        }
        .checked()
        .unwrap();
        assert_eq!(checked.name, "CLB Shogi Hà Nội");
        assert_eq!(checked.welcome, [said(Language::VIETNAMESE, "Chào bạn!\nMời vào.")]);
        assert_eq!(checked.languages, [Language::VIETNAMESE, Language::JAPANESE]);
        assert_eq!(checked.links.first().unwrap().label, "Zalo");
        assert_eq!(checked.clone().checked(), Ok(checked));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let link = |label: &str, url: &str| Branding {
            links: vec![FooterLink { label: label.to_owned(), url: url.to_owned() }],
            ..branding()
        };
        for (wrong, clause) in [
            (Branding { name: "\u{200b} ".to_owned(), ..branding() }, "a site has a name"),
            (
                Branding { name: "a".repeat(31), ..branding() },
                "the site's name has at most 30 characters",
            ),
            (
                link("Zalo", "javascript:alert(1)"),
                "the address of Zalo begins with https://, http:// or mailto:",
            ),
            (
                link("Zalo", "https://"),
                "the address of Zalo begins with https://, http:// or mailto:",
            ),
            (link("", "https://zalo.me"), "the link to https://zalo.me has no name"),
            (
                Branding {
                    languages: vec![Language::VIETNAMESE],
                    language: Some(Language::ENGLISH),
                    ..branding()
                },
                "the default language is one of those that can be chosen",
            ),
        ] {
            assert_eq!(wrong.checked(), Err(clause.to_owned()));
        }
    }

    #[test]
    fn a_reader_gets_a_language_that_is_offered() {
        let own =
            Branding { languages: vec![Language::VIETNAMESE, Language::JAPANESE], ..branding() };
        assert_eq!(own.best_language(["en", "ja-JP"]), Some(Language::JAPANESE));
        assert_eq!(own.best_language(["en"]), None);
        assert_eq!(own.default_language(), Some(Language::VIETNAMESE));
        assert_eq!(branding().best_language(["en"]), Some(Language::ENGLISH));
    }
}
