//! What a club says of itself, and which words it may use.

use komadai_ids::ClubId;
use komadai_language::Language;
use komadai_rules::Grade;
use komadai_store::{Club, Joining};
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::ClubRefusal;
use crate::{
    lines::{clean_line, clean_text, has_unseen, is_unseen},
    names::is_reserved,
};

/// Fewest and most characters of a club's address.
pub const SLUG_SIGNS: std::ops::RangeInclusive<usize> = 3..=30;

/// The longest name of a club or a city, and of a player without an account, in characters.
pub const NAME_CHARS_MAX: usize = 60;

/// The longest description and the longest announcement, in characters.
pub const TEXT_CHARS_MAX: usize = 5_000;

/// The longest link, in characters.
pub const LINK_CHARS_MAX: usize = 200;

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
    pub(super) fn is_one(text: &str) -> bool {
        text.len() <= *SLUG_SIGNS.end() && text.bytes().all(Self::is_sign)
    }

    fn is_sign(sign: u8) -> bool {
        matches!(sign, b'a'..=b'z' | b'0'..=b'9' | b'-')
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What its owners say of a club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubSettings {
    pub name: String,
    /// Where it meets.
    pub city: String,
    /// What it is about.
    pub about: String,
    /// Its page elsewhere; empty for none.
    pub link: String,
    /// Which language is spoken there; empty for any.
    pub lang: String,
    /// Only members see more than its name.
    pub private: bool,
    /// How one joins.
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
        let link = line(&self.link, "a link", LINK_CHARS_MAX)?;
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
            link,
            lang: self.lang.clone(),
            private: self.private,
            joining: self.joining,
        })
    }

    /// A new club that says this.
    pub(super) fn club(self, id: ClubId, slug: &Slug, now_ms: i64) -> Club {
        let new = Club {
            id,
            slug: slug.as_str().to_owned(),
            name: String::new(),
            city: String::new(),
            about: String::new(),
            link: String::new(),
            lang: String::new(),
            search_key: String::new(),
            private: false,
            joining: self.joining,
            version: 1,
            created_ms: now_ms,
            changed_ms: now_ms,
        };
        self.say(new)
    }

    /// The club, saying this from now on.
    pub(super) fn say(self, club: Club) -> Club {
        let Self { name, city, about, link, lang, private, joining } = self;
        let search_key = folded(&format!("{name} {city} {}", club.slug));
        Club { name, city, about, link, lang, private, joining, search_key, ..club }
    }
}

/// What words have in common that people type with and without marks, large or small: `Hà Nội`
/// is found by `ha noi`.
pub(super) fn folded(text: &str) -> String {
    let seen = text.chars().filter(|&sign| !is_unseen(sign));
    let plain = seen.nfkd().filter(|&sign| !is_combining_mark(sign));
    let small = plain.flat_map(char::to_lowercase);
    small.map(|sign| if sign == 'đ' { 'd' } else { sign }).collect()
}

fn in_length(text: String, what: &str, max: usize) -> Result<String, ClubRefusal> {
    match text.chars().count() > max {
        true => Err(ClubRefusal::Words(format!("{what} has at most {max} characters"))),
        false => Ok(text),
    }
}

/// One line of words, with its spaces in order.
pub(super) fn line(text: &str, what: &str, max: usize) -> Result<String, ClubRefusal> {
    if has_unseen(text) {
        return Err(ClubRefusal::Words(format!("{what} contains invisible characters")));
    }
    in_length(clean_line(text), what, max)
}

/// Words of several lines; characters that are not seen are left out.
pub(super) fn text(text: &str, what: &str, max: usize) -> Result<String, ClubRefusal> {
    in_length(clean_text(text), what, max)
}

/// Reads a grade as clubs write it: `3k`, `2 Dan`, `1級`, `初段`, `二段`, `3 cấp`, `sơ đẳng`, `2급`, `5e kyu`.
pub(super) fn grade(text: &str) -> Option<Grade> {
    const NUMBERS: [(&str, &str); 19] = [
        ("sơ", "1"),
        ("nhất", "1"),
        ("nhị", "2"),
        ("tam", "3"),
        ("tứ", "4"),
        ("ngũ", "5"),
        ("lục", "6"),
        ("thất", "7"),
        ("bát", "8"),
        ("初", "1"),
        ("초", "1"),
        ("一", "1"),
        ("二", "2"),
        ("三", "3"),
        ("四", "4"),
        ("五", "5"),
        ("六", "6"),
        ("七", "7"),
        ("八", "8"),
    ];
    let plain: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let plain = plain.trim();
    let (number, scale) = [
        ("cấp", "kyu"),
        ("級", "kyu"),
        ("급", "kyu"),
        ("kyū", "kyu"),
        ("kyu", "kyu"),
        ("k", "kyu"),
        ("đẳng", "dan"),
        ("段", "dan"),
        ("단", "dan"),
        ("dan", "dan"),
        ("d", "dan"),
    ]
    .into_iter()
    .find_map(|(end, scale)| Some((plain.strip_suffix(end)?, scale)))?;
    // Ordinals: `2.`, `5e`, and `1.º`, whose sign NFKC makes an `o`.
    let number = number.trim_end_matches(['-', ' ']);
    let number = number.trim_end_matches(['e', 'o', '.']);
    let known = NUMBERS.into_iter().find(|(word, _)| *word == number);
    format!("{} {scale}", known.map_or(number, |(_, digit)| digit)).parse().ok()
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
    fn marks_and_width_do_not_matter_in_a_search() {
        for (text, key) in [
            ("Hà Nội", "ha noi"),
            ("ĐÀ NẴNG", "da nang"),
            ("ＳＨＯＧＩ　クラブ", "shogi クラフ"),
            ("東京", "東京"),
            ("a\0b", "ab"),
        ] {
            assert_eq!(folded(text), key, "{text}");
        }
    }

    #[test]
    fn grades_are_read_as_clubs_write_them() {
        for (text, read) in [
            ("3k", Some("3k")),
            ("3 KYU", Some("3k")),
            ("12-kyu", Some("12k")),
            ("2 Dan", Some("2d")),
            ("２段", Some("2d")),
            ("初段", Some("1d")),
            ("四段", Some("4d")),
            ("15級", Some("15k")),
            ("3 cấp", Some("3k")),
            ("Tam cấp", Some("3k")),
            ("Sơ đẳng", Some("1d")),
            ("Ngũ đẳng", Some("5d")),
            ("2급", Some("2k")),
            ("초단", Some("1d")),
            ("3단", Some("3d")),
            ("4. Kyū", Some("4k")),
            ("5e kyu", Some("5k")),
            ("1.º dan", Some("1d")),
            ("", None),
            ("dan", None),
            ("0 kyu", None),
            ("31k", None),
            ("10 dan", None),
            ("mạnh", None),
        ] {
            assert_eq!(grade(text).map(|it| it.to_string()).as_deref(), read, "{text}");
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
            private: false,
            joining: Joining::Open,
        };
        let checked = plain.checked(None).unwrap();
        assert_eq!(
            (checked.name.as_str(), checked.about.as_str()),
            ("Câu lạc bộ Shogi", "một\nhai")
        );
        let slug = Slug::parse("hn-1").unwrap();
        let club = checked.club(ClubId::new(1, [1; 10]), &slug, 1);
        assert_eq!(club.search_key, "cau lac bo shogi ha noi hn-1");
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
        // A name that it has already stays.
        let ours = ClubSettings { name: "Komadai".to_owned(), ..plain.clone() };
        assert!(ours.checked(Some("Komadai")).is_ok());
        let of_ours = ClubSettings { name: "Komadai Hà Nội".to_owned(), ..plain };
        assert!(of_ours.checked(None).is_ok());
    }
}
