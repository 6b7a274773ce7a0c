//! What a club says of itself, and which words it may use.

use komadai_language::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ClubRefusal, ClubRole, Joining};
use crate::{
    lines::{clean_text, has_unseen, in_length, line_of},
    names::is_reserved,
};

/// Fewest and most characters of a club's address.
const SLUG_SIGNS: std::ops::RangeInclusive<usize> = 3..=30;

/// The longest name of a club or a city, and of a player without an account, in characters.
pub const NAME_CHARS_MAX: usize = 60;

/// The longest description and the longest announcement, in characters.
pub const TEXT_CHARS_MAX: usize = 5_000;

/// The longest link, in characters.
const LINK_CHARS_MAX: usize = 200;

/// The longest title of an announcement, in characters.
pub const TITLE_CHARS_MAX: usize = 100;

/// The longest note, reason and request, in characters.
pub const NOTE_CHARS_MAX: usize = 300;

/// Addresses that are pages of ours, or would be taken for the site itself.
const RESERVED: [&str; 6] = ["new", "admin", "komadai", "moderator", "official", "support"];

/// A club's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slug(String);

impl Slug {
    /// Reads an address that somebody wants.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ClubRefusal> {
        let is_one = SLUG_SIGNS.contains(&text.len())
            && text.bytes().all(Self::is_sign)
            && text.starts_with(|sign: char| sign.is_ascii_lowercase())
            && !text.ends_with('-')
            && !text.contains("--");
        if !is_one || RESERVED.contains(&text) {
            return Err(ClubRefusal::Words(
                "an address is 3 to 30 small letters a to z, digits and single hyphens, begins \
                 with a letter, and is not one of the site's own"
                    .to_owned(),
            ));
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether a club may have this address; of what is none, no database is asked.
    pub fn is_one(text: &str) -> bool {
        text.len() <= *SLUG_SIGNS.end() && text.bytes().all(Self::is_sign)
    }

    fn is_sign(sign: u8) -> bool {
        matches!(sign, b'a'..=b'z' | b'0'..=b'9' | b'-')
    }

    /// As it stands in addresses.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A club's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClubSettings {
    /// Its name.
    pub name: String,
    /// Where it meets.
    #[serde(default)]
    pub city: String,
    /// Its description.
    #[serde(default)]
    pub about: String,
    /// What it tells its members alone: where they talk, how to get in.
    #[serde(default)]
    pub for_members: String,
    /// Its website.
    #[serde(default)]
    pub link: String,
    /// The tag of its language, one of the site's, such as `vi`; empty for none.
    #[serde(default)]
    pub lang: String,
    /// Whether only members can see its members and activities.
    #[serde(default)]
    pub private: bool,
    /// How to join.
    pub joining: Joining,
}

impl ClubSettings {
    /// The same with its words in order; `before` is the club's name until now, if it has one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn checked(&self, before: Option<&str>) -> Result<Self, ClubRefusal> {
        let name = line(&self.name, "a club's name", NAME_CHARS_MAX)?;
        if name.is_empty() {
            return Err(ClubRefusal::Words("a club needs a name".to_owned()));
        }
        if before != Some(name.as_str()) && is_reserved(&name) {
            let text = "this name is reserved for the site itself; choose another".to_owned();
            return Err(ClubRefusal::Words(text));
        }
        let link = line(&with_scheme(self.link.trim()), "a link", LINK_CHARS_MAX)?;
        let is_link = link.starts_with("https://") || link.starts_with("http://");
        if !link.is_empty() && (!is_link || link.contains([' ', '"', '<', '>'])) {
            let text = "a link begins with https:// and has no spaces".to_owned();
            return Err(ClubRefusal::Words(text));
        }
        if !self.lang.is_empty() && !is_language(&self.lang) {
            let text = "the language is not one of the site's".to_owned();
            return Err(ClubRefusal::Words(text));
        }
        Ok(Self {
            name,
            city: line(&self.city, "a city", NAME_CHARS_MAX)?,
            about: text(&self.about, "a description", TEXT_CHARS_MAX)?,
            for_members: text(&self.for_members, "a text for members", TEXT_CHARS_MAX)?,
            link,
            lang: self.lang.clone(),
            private: self.private,
            joining: self.joining,
        })
    }

    /// What somebody with this role, or with none, sees of it: of a private club, outsiders see the
    /// name and how to join it.
    pub fn seen_as(self, role: Option<ClubRole>) -> Self {
        let Self { name, private, joining, .. } = self;
        match role {
            Some(_) => Self { name, ..self },
            None if private => Self { name, private, joining, ..Self::default() },
            None => Self { name, for_members: String::new(), ..self },
        }
    }
}

/// One line of words, with its spaces in order.
///
/// # Errors
/// When it is too long, or has characters that are not seen.
pub fn line(text: &str, what: &str, max: usize) -> Result<String, ClubRefusal> {
    if has_unseen(text) {
        return Err(ClubRefusal::Words(format!("{what} contains invisible characters")));
    }
    line_of(text, what, max).map_err(ClubRefusal::Words)
}

/// Words of several lines; characters that are not seen are left out.
///
/// # Errors
/// When they are too many.
pub fn text(text: &str, what: &str, max: usize) -> Result<String, ClubRefusal> {
    in_length(clean_text(text), what, max).map_err(ClubRefusal::Words)
}

/// `facebook.com/groups/shogi` as people say it, with what a browser adds.
fn with_scheme(link: &str) -> String {
    let host = link.split(['/', '?', '#']).next().unwrap_or_default();
    let is_bare = host.contains('.') && !host.contains(':') && !host.contains(char::is_whitespace);
    if is_bare { format!("https://{link}") } else { link.to_owned() }
}

fn is_language(tag: &str) -> bool {
    Language::all().any(|language| language.tag() == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        for bad in ["", "ab", "Ha-Noi", "hà-nội", "1hanoi", "hanoi-", "ha--noi", "new", "a/b"] {
            assert!(Slug::parse(bad).is_err(), "{bad}");
        }
        assert!(Slug::parse(&"a".repeat(31)).is_err());
        for good in ["hanoi", "shogi-da-nang-2", &"a".repeat(30)] {
            assert_eq!(Slug::parse(good).unwrap().as_str(), good);
        }
    }

    #[test]
    fn words_have_a_length_and_are_seen() {
        let plain = ClubSettings {
            name: "  Câu lạc bộ   Shogi ".to_owned(),
            city: "Hà Nội".to_owned(),
            about: "một\r\nhai\u{202e}".to_owned(),
            link: "https://shogi.example/hanoi".to_owned(),
            lang: "vi".to_owned(),
            ..ClubSettings::default()
        };
        let checked = plain.checked(None).unwrap();
        assert_eq!(
            (checked.name.as_str(), checked.about.as_str()),
            ("Câu lạc bộ Shogi", "một\nhai")
        );
        for bad in [
            ClubSettings { name: " ".to_owned(), ..plain.clone() },
            ClubSettings { name: "\u{3164}".to_owned(), ..plain.clone() },
            ClubSettings { name: "Komadai".to_owned(), ..plain.clone() },
            ClubSettings { name: "運営".to_owned(), ..plain.clone() },
            ClubSettings { name: "駒".repeat(61), ..plain.clone() },
            ClubSettings { name: "a\u{202e}b".to_owned(), ..plain.clone() },
            ClubSettings { about: "a".repeat(5_001), ..plain.clone() },
            ClubSettings { link: "javascript:alert(1)".to_owned(), ..plain.clone() },
            ClubSettings { link: "https://a b".to_owned(), ..plain.clone() },
            ClubSettings { lang: "tlh".to_owned(), ..plain.clone() },
        ] {
            assert!(matches!(bad.checked(None), Err(ClubRefusal::Words(_))), "{bad:?}");
        }
        let bare = ClubSettings { link: "facebook.com/groups/shogi".to_owned(), ..plain.clone() };
        assert_eq!(bare.checked(None).unwrap().link, "https://facebook.com/groups/shogi");
        let secret = ClubSettings { for_members: "door code 1234".to_owned(), ..checked };
        let hidden = ClubSettings { private: true, ..secret.clone() };
        for (settings, role, expected) in [
            (&secret, None, ("Hà Nội", "")),
            (&secret, Some(ClubRole::Member), ("Hà Nội", "door code 1234")),
            (&hidden, None, ("", "")),
            (&hidden, Some(ClubRole::Member), ("Hà Nội", "door code 1234")),
        ] {
            let seen = settings.clone().seen_as(role);
            assert_eq!((seen.city.as_str(), seen.for_members.as_str()), expected);
            assert_eq!(seen.name, "Câu lạc bộ Shogi");
        }
        // A name that it has already stays.
        let ours = ClubSettings { name: "Komadai".to_owned(), ..plain.clone() };
        assert!(ours.checked(Some("Komadai")).is_ok());
        let of_ours = ClubSettings { name: "Komadai Hà Nội".to_owned(), ..plain };
        assert!(of_ours.checked(None).is_ok());
    }
}
