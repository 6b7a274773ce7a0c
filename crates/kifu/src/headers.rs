//! The headers above the moves: names, dates, the event.
//!
//! A header is a key and one line of text. The keys that several formats know have names here;
//! everything else is kept under its own word.

use crate::{
    cursor::arabic,
    formats::kakinoki::{is_bare_move, is_mark},
    limits,
};

/// The key of a header.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Key {
    /// When the game began, as `2026/11/21 10:00:00`.
    Started,
    /// When the game ended.
    Ended,
    /// The day of the game, where the time is not known.
    Date,
    /// The tournament.
    Event,
    /// A title for the record.
    Title,
    /// The opening.
    Opening,
    /// The time of both players, as `10分` or `00:10+30`; see [`crate::TimeLimit`].
    TimeLimit,
    /// The seconds a move when the main time is over, as `30秒`.
    Byoyomi,
    /// Sente's time, where the players' times differ.
    SenteTimeLimit,
    /// Gote's time, where the players' times differ.
    GoteTimeLimit,
    /// The time that was used.
    TimeSpent,
    /// Where it was played.
    Site,
    /// The greatest number of moves.
    MaxMoves,
    /// The rule for impasses.
    Impasse,
    /// A remark; the only header that may have several lines.
    Remark,
    /// A key that only its own program knows.
    Other(OtherKey),
    /// Sente's (shitate's) name.
    Sente,
    /// Gote's (uwate's) name.
    Gote,
    /// Sente's name in short.
    SenteShort,
    /// Gote's name in short.
    GoteShort,
}

/// The word of a header that has no key of its own. See [`Key::other`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OtherKey(String);

/// The keys with the words for them: in KIF, KI2 and JKF, in CSA, and in English.
const WORDS: [(Key, &str, &str, &str); 19] = [
    (Key::Started, "開始日時", "START_TIME", "Started"),
    (Key::Ended, "終了日時", "END_TIME", "Ended"),
    (Key::Date, "対局日", "", "Date"),
    (Key::Event, "棋戦", "EVENT", "Event"),
    (Key::Title, "表題", "", "Title"),
    (Key::Opening, "戦型", "OPENING", "Opening"),
    (Key::TimeLimit, "持ち時間", "TIME_LIMIT", "TimeLimit"),
    (Key::Byoyomi, "秒読み", "", "Byoyomi"),
    (Key::SenteTimeLimit, "先手持ち時間", "TIME+", "SenteTimeLimit"),
    (Key::GoteTimeLimit, "後手持ち時間", "TIME-", "GoteTimeLimit"),
    (Key::TimeSpent, "消費時間", "", "TimeSpent"),
    (Key::Site, "場所", "SITE", "Site"),
    (Key::MaxMoves, "最大手数", "MAX_MOVES", "MaxMoves"),
    (Key::Impasse, "持将棋", "JISHOGI", "Impasse"),
    (Key::Remark, "備考", "NOTE", "Remark"),
    (Key::Sente, "先手", "", "Sente"),
    (Key::Gote, "後手", "", "Gote"),
    (Key::SenteShort, "先手省略名", "", "SenteShort"),
    (Key::GoteShort, "後手省略名", "", "GoteShort"),
];

/// Other words for a player's name.
const NAMES: [(&str, Key); 8] = [
    ("Black", Key::Sente),
    ("White", Key::Gote),
    ("先手番", Key::Sente),
    ("後手番", Key::Gote),
    ("先手名", Key::Sente),
    ("後手名", Key::Gote),
    ("先手氏名", Key::Sente),
    ("後手氏名", Key::Gote),
];

/// Words that mean something else in a record and so cannot be keys.
const RESERVED: [&str; 9] = [
    "手合割",
    "変化",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
    "下手",
    "上手",
    "TIME",
];

impl Key {
    /// The key with this word, which may be any word without blanks and colons that does not begin
    /// as another line does. A word that has a key of its own gives that key.
    pub fn other(word: &str) -> Option<Self> {
        let known =
            WORDS.iter().find(|(_, kif, csa, english)| [*kif, *csa, *english].contains(&word));
        if let Some((key, ..)) = known
            && !word.is_empty()
        {
            return Some(key.clone());
        }
        if let Some((_, key)) = NAMES.iter().find(|(name, _)| *name == word) {
            return Some(key.clone());
        }
        let first = word.chars().next()?;
        let fits = !word
            .contains(|c: char| c.is_whitespace() || c.is_control() || ":：".contains(c))
            && !"*＊&#|+-%'$/▲△▼▽☗☖\u{feff}".contains(first)
            && arabic(first).is_none()
            && !RESERVED.contains(&word)
            && !word.starts_with("まで")
            && !word.starts_with("手数＝")
            && !is_bare_move(word);
        fits.then(|| Self::Other(OtherKey(word.to_owned())))
    }

    /// The word in KIF, KI2 and JKF.
    pub fn kif(&self) -> &str {
        match self {
            Self::Other(OtherKey(word)) => word,
            _ => WORDS.iter().find(|(key, ..)| key == self).map_or("", |(_, kif, ..)| kif),
        }
    }

    /// The key that KIF, KI2 and JKF write like this.
    pub(crate) fn from_kif(word: &str) -> Option<Self> {
        // ▲先手, and ▲ alone.
        match word.trim_start_matches(is_mark) {
            "下手" => Some(Self::Sente),
            "上手" => Some(Self::Gote),
            "" if word.starts_with(['▲', '☗', '▼']) => Some(Self::Sente),
            "" => Some(Self::Gote),
            word => Self::other(word),
        }
    }

    /// The word in CSA, after the `$`.
    pub(crate) fn csa(&self) -> &str {
        match self {
            Self::Other(OtherKey(word)) => word,
            _ => match WORDS.iter().find(|(key, ..)| key == self) {
                Some((_, kif, "", _)) => kif,
                Some((_, _, csa, _)) => csa,
                None => "",
            },
        }
    }

    /// The word in English.
    pub fn english(&self) -> &str {
        match self {
            Self::Other(OtherKey(word)) => word,
            _ => WORDS.iter().find(|(key, ..)| key == self).map_or("", |(.., english)| english),
        }
    }

    /// The key that English records write like this.
    pub(crate) fn from_english(word: &str) -> Option<Self> {
        Self::other(word)
    }

    /// The key that CSA writes like this.
    pub(crate) fn from_csa(word: &str) -> Option<Self> {
        match word {
            "TIME" => Some(Self::TimeLimit),
            _ => Self::other(word),
        }
    }
}

/// The headers of a record, one for each key: the known ones in the order of [`Key`], the others
/// as they came.
///
/// ```
/// use komadai_kifu::{Headers, Key};
///
/// let mut headers = Headers::default();
/// headers.set(Key::Event, "Hanoi Open");
/// headers.set(Key::Sente, "An");
/// assert_eq!(headers.get(&Key::Event), Some("Hanoi Open"));
/// assert_eq!(headers.iter().map(|(key, _)| key.kif()).collect::<Vec<_>>(), ["棋戦", "先手"]);
/// headers.set(Key::Event, "");
/// assert_eq!(headers.get(&Key::Event), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(Key, String)>);

impl Headers {
    /// The text under a key.
    pub fn get(&self, key: &Key) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, text)| text.as_str())
    }

    /// Puts a text under a key, in place of the one that was there. Blanks around it go, line
    /// ends become blanks (in a [`Key::Remark`] they stay), and an empty text takes the header
    /// away. False if there are [`limits::OTHER_HEADERS_MAX`] headers of other programs already and
    /// this would be one more; it is then left out.
    pub fn set(&mut self, key: Key, text: &str) -> bool {
        let text = tidy(text, key == Key::Remark);
        let rank = |key: &Key| match key {
            Key::Other(_) => WORDS.iter().position(|(key, ..)| *key == Key::Sente),
            _ => WORDS.iter().position(|(known, ..)| known == key),
        };
        match self.0.iter().position(|(known, _)| *known == key) {
            Some(at) if text.is_empty() => {
                self.0.remove(at);
            }
            Some(at) => {
                if let Some(entry) = self.0.get_mut(at) {
                    entry.1 = text;
                }
            }
            None if text.is_empty() => {}
            None if self.is_full_for(&key) => return false,
            None => {
                let before = |other: &Key| match (&key, other) {
                    (Key::Other(_), Key::Other(_)) => false,
                    // Others stand before the names: see the order of the keys.
                    (Key::Other(_), _) => rank(other) >= rank(&key),
                    (_, Key::Other(_)) => rank(&key) < rank(other),
                    _ => rank(&key) < rank(other),
                };
                let at = self.0.iter().position(|(other, _)| before(other));
                self.0.insert(at.unwrap_or(self.0.len()), (key, text));
            }
        }
        true
    }

    /// Whether there is no room for one more header under this key. The keys that have names have
    /// room always.
    fn is_full_for(&self, key: &Key) -> bool {
        let is_other = |key: &Key| matches!(key, Key::Other(_));
        is_other(key)
            && self.0.len() >= limits::OTHER_HEADERS_MAX
            && self.0.iter().filter(|(known, _)| is_other(known)).count()
                >= limits::OTHER_HEADERS_MAX
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &str)> {
        self.0.iter().map(|(key, text)| (key, text.as_str()))
    }
}

fn tidy(text: &str, keeps_lines: bool) -> String {
    let clean = text.chars().filter_map(|sign| match sign {
        '\r' => None,
        '\n' if keeps_lines => Some('\n'),
        sign if sign.is_control() => Some(' '),
        sign => Some(sign),
    });
    let clean: String = clean.collect();
    clean.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').to_owned()
}
