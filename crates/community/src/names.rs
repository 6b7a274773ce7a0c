//! How people, clubs and tournaments may call themselves.
//!
//! A handle is plain and belongs to one account alone, with everything that looks like it. A
//! display name may be anybody's, of any language; that nobody is taken for somebody else is the
//! handle's business, which is shown next to it wherever one might be. What neither may do is look
//! like the site itself, like a guest, or like nothing.

use std::{collections::BTreeSet, sync::LazyLock};

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::skeleton;

use crate::lines::{clean_line, has_unseen};

/// Fewest and most characters of a handle.
pub const HANDLE_SIGNS: std::ops::RangeInclusive<usize> = 3..=20;

/// Most characters of a display name.
pub const NAME_SIGNS_MAX: usize = 30;

/// What would be taken for the site or for those who run it, wherever it stands as a word,
/// whatever marks it has.
const RESERVED_WORDS: [&str; 6] =
    ["admin", "admins", "administrator", "moderator", "moderators", "webmaster"];

/// The same in Vietnamese, where marks make another word: `Diệu Hạnh` is somebody's name, `điều
/// hành` is not.
const RESERVED_MARKED_WORDS: [&str; 5] =
    ["quản trị viên", "ban quản trị", "quan tri vien", "ban quan tri", "điều hành viên"];

/// The same in languages that write no spaces: no name holds them anywhere.
const RESERVED_PARTS: [&str; 9] = [
    "運営",
    "管理者",
    "管理人",
    "公式",
    "モデレーター",
    "アドミン",
    "コマダイ",
    "운영자",
    "管理员",
];

/// What nobody is called, with or without a number, whatever marks it has: these would be taken
/// for the site, for no account or for everybody. As a part of a name they are fine.
const RESERVED: [&str; 20] = [
    "anonymous",
    "arbiter",
    "bot",
    "computer",
    "deleted",
    "engine",
    "everyone",
    "guest",
    "komadai",
    "mod",
    "mods",
    "nobody",
    "official",
    "operator",
    "referee",
    "root",
    "server",
    "staff",
    "support",
    "system",
];

/// The same where marks make another word.
const RESERVED_MARKED: [&str; 17] = [
    "quản trị",
    "quan tri",
    "điều hành",
    "hệ thống",
    "trọng tài",
    "ẩn danh",
    "khách",
    "khach",
    "管理",
    "審判",
    "匿名",
    "削除済み",
    "ゲスト",
    "システム",
    "サポート",
    "スタッフ",
    "게스트",
];

/// What the built-in opponents' names begin with, as it looks.
const OWN: &str = "kornadai";

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// A handle of the wrong length, or with other characters.
    #[error("a user name is 3 to 20 letters a to z, digits, - and _, and begins with a letter")]
    Handle,
    /// A handle or a display name that would be taken for the site's own.
    #[error("this name is reserved for the site itself")]
    Reserved,
    /// An empty display name, one that is too long, one with characters that are not seen, or one
    /// that mixes letters of scripts that look alike.
    #[error(
        "a display name is 1 to 30 characters: letters of any language, each word in one alphabet, \
         digits, spaces and .'-_・"
    )]
    Name,
}

/// The name to sign in with: plain letters, so that it can be typed on any keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    text: String,
    key: String,
}

impl Handle {
    /// Reads a handle that somebody wants.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let handle = Self::parse_any(text)?;
        if is_reserved(text) || holds_reserved(text) {
            return Err(NameError::Reserved);
        }
        Ok(handle)
    }

    /// Reads a handle that somebody has, which may be one that is kept for the site.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse_any(text: &str) -> Result<Self, NameError> {
        let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_');
        if !HANDLE_SIGNS.contains(&text.chars().count())
            || !text.chars().all(is_sign)
            || !text.starts_with(|sign: char| sign.is_ascii_alphabetic())
        {
            return Err(NameError::Handle);
        }
        Ok(Self { text: text.to_owned(), key: fold(text) })
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same for all handles that look alike.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// What handles that look alike in one font or another have in common. It is stored: what it
/// makes of a handle never changes.
fn fold(handle: &str) -> String {
    let mut key = String::with_capacity(handle.len());
    for sign in handle.chars() {
        match sign.to_ascii_lowercase() {
            '-' | '_' => {}
            '0' => key.push('o'),
            '1' | 'l' => key.push('i'),
            '5' => key.push('s'),
            'm' => key.push_str("rn"),
            'w' => key.push_str("vv"),
            sign => key.push(sign),
        }
    }
    key
}

/// Reads a display name: Vietnamese, kanji, any letters; spaces are put in order, and letters of
/// other widths and fonts become plain ones.
///
/// # Errors
/// What is wrong with it.
pub fn display_name(text: &str) -> Result<String, NameError> {
    let plain: String = text.nfkc().collect();
    if has_unseen(text) || has_unseen(&plain) {
        return Err(NameError::Name);
    }
    let name = clean_line(&plain);
    // Joiners are there where [`clean_line`] leaves them.
    let is_sign = |sign: char| {
        sign.is_alphanumeric()
            || is_combining_mark(sign)
            || matches!(sign, ' ' | '.' | '\'' | '’' | '-' | '_' | '・' | '\u{200c}' | '\u{200d}')
    };
    let is_seen = name.chars().any(char::is_alphanumeric);
    let is_one_script = words(&name).all(is_of_one_script);
    if !is_seen
        || !is_one_script
        || name.chars().count() > NAME_SIGNS_MAX
        || !name.chars().all(is_sign)
    {
        return Err(NameError::Name);
    }
    if is_reserved(&name) || holds_reserved(&name) { Err(NameError::Reserved) } else { Ok(name) }
}

/// Whether all of a name is one that only the site itself may have: one of its own, of those who
/// run it, or of a guest, however it is spelt. It is for names of clubs and tournaments too, which
/// may hold such a word (`Komadai Cup`).
pub fn is_reserved(name: &str) -> bool {
    static BARE: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| all_looks(&[&RESERVED, &RESERVED_WORDS], Marks::Without));
    static MARKED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let all: [&[&str]; 3] = [&RESERVED_MARKED, &RESERVED_MARKED_WORDS, &RESERVED_PARTS];
        all_looks(&all, Marks::With)
    });
    // `Guest 1234`, `Komadai 3`.
    let unnumbered = name.trim_end_matches(|sign: char| !sign.is_alphabetic());
    [name, unnumbered].into_iter().any(|name| {
        looks(name, Marks::Without).iter().any(|look| BARE.contains(look))
            || looks(name, Marks::With).iter().any(|look| MARKED.contains(look))
    })
}

/// Whether a reader would take one name for the other, however it is spelt.
pub fn look_alike(name: &str, other: &str) -> bool {
    let others = looks(other, Marks::Without);
    looks(name, Marks::Without).iter().any(|look| !look.is_empty() && others.contains(look))
}

/// Whether a part of a name would be taken for the site or for those who run it.
fn holds_reserved(name: &str) -> bool {
    static BARE: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| all_looks(&[&RESERVED_WORDS], Marks::Without));
    static MARKED: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| all_looks(&[&RESERVED_MARKED_WORDS], Marks::With));
    static PARTS: LazyLock<BTreeSet<String>> =
        LazyLock::new(|| all_looks(&[&RESERVED_PARTS], Marks::With));
    let is_own = |text: &str| looks(text, Marks::Without).iter().any(|it| it.starts_with(OWN));
    let marked = looks(name, Marks::With);
    let holds = |part: &String| marked.iter().any(|look| look.contains(part.as_str()));
    if is_own(name) || PARTS.iter().any(holds) {
        return true;
    }
    let words: Vec<_> = words(name).collect();
    let is_word = |word: &str| {
        let unnumbered = word.trim_end_matches(|sign: char| !sign.is_alphabetic());
        is_own(word) || looks(unnumbered, Marks::Without).iter().any(|look| BARE.contains(look))
    };
    let are_words =
        |some: &[&str]| looks(&some.concat(), Marks::With).iter().any(|look| MARKED.contains(look));
    words.iter().any(|word| is_word(word))
        || (2..=3).any(|n_words| words.windows(n_words).any(are_words))
}

/// Whether the marks of letters count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    With,
    Without,
}

/// What a reader may take a text for: without spaces and signs, in small letters, every letter the
/// plain one that it looks like (UTS 39). A capital may look like another letter than its small
/// one, so there are two.
fn looks(text: &str, marks: Marks) -> [String; 2] {
    [text.to_owned(), text.to_lowercase()].map(|text| {
        let plain: String = text.nfkc().collect();
        let plain: String = skeleton(&plain).flat_map(char::to_lowercase).nfd().collect();
        let letters = plain.chars().filter(|&sign| {
            if is_combining_mark(sign) { marks == Marks::With } else { sign.is_alphanumeric() }
        });
        fold(&letters.map(plain_letter).collect::<String>())
    })
}

fn all_looks(lists: &[&[&str]], marks: Marks) -> BTreeSet<String> {
    lists.iter().flat_map(|list| list.iter()).flat_map(|text| looks(text, marks)).collect()
}

/// A small letter for those that only look like one: small capitals, and what skeletons leave.
fn plain_letter(sign: char) -> char {
    match sign {
        'ᴀ' | 'ɑ' | 'α' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' | 'ẟ' | 'δ' | 'д' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ɪ' | 'ı' | 'ꮖ' | 'ɩ' => 'i',
        'ᴊ' => 'j',
        'ᴋ' | 'ĸ' => 'k',
        'ʟ' => 'l',
        'ᴍ' | 'ʍ' | 'μ' => 'm',
        'ɴ' | 'ո' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        sign => sign,
    }
}

/// The words of a name: runs of letters, digits and marks.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let is_between = |sign: char| {
        !(sign.is_alphanumeric()
            || is_combining_mark(sign)
            || matches!(sign, '\u{200c}' | '\u{200d}'))
    };
    name.split(is_between).filter(|word| !word.is_empty())
}

/// Whether a word has letters of one script, or of those that are written together: Japanese,
/// Chinese and Korean among themselves and with Latin ones. Others that are mixed look like what
/// they are not (`Аdmin` with a Cyrillic А).
fn is_of_one_script(word: &str) -> bool {
    let mut others = BTreeSet::new();
    let mut has_eastern = false;
    for script in word.chars().map(|sign| sign.script()) {
        match script {
            Script::Common | Script::Inherited => {}
            Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Hangul
            | Script::Bopomofo => {
                has_eastern = true;
            }
            script => {
                others.insert(script.full_name());
            }
        }
    }
    match others.len() {
        0 => true,
        1 => !has_eastern || others.contains(Script::Latin.full_name()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_are_plain() {
        for bad in ["Tí3", "ab", "3abc", "a b c", "a.b", "đức", &"a".repeat(21), "", "_abc"] {
            assert_eq!(Handle::parse(bad), Err(NameError::Handle), "{bad}");
        }
        for good in ["abc", "Minh-Anh_90", &"a".repeat(20)] {
            let handle = Handle::parse(good).unwrap();
            assert_eq!((handle.as_str(), handle.key()), (good, fold(good).as_str()));
        }
    }

    #[test]
    fn look_alikes_have_one_key() {
        for (one, other) in [
            ("Minh_Anh", "rninhanh"),
            ("lion", "1ion"),
            ("Ion", "lon"),
            ("g0te", "gote"),
            ("new-era", "nevvera"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("sente"), fold("gote"));
    }

    /// Whatever UTS 39 says looks alike has one key; it may say so of more.
    #[test]
    fn no_handle_has_the_skeleton_of_another() {
        let signs: Vec<String> =
            ('0'..='9').chain('A'..='Z').chain('a'..='z').map(String::from).collect();
        let pairs = signs.iter().flat_map(|one| signs.iter().map(move |two| format!("{one}{two}")));
        let all: Vec<_> = signs.iter().cloned().chain(pairs).collect();
        let mut keys = std::collections::BTreeMap::<String, String>::new();
        for text in &all {
            let skeleton: String = skeleton(text).collect();
            let key = keys.entry(skeleton.clone()).or_insert_with(|| fold(text));
            assert_eq!(*key, fold(text), "{text} looks like another: {skeleton}");
        }
    }

    #[test]
    fn nobody_is_the_site() {
        for text in [
            "admin",
            "Adm1n",
            "ADMINISTRATOR",
            "komadai",
            "k0mada1",
            "Moderator",
            "guest",
            "Guest1234",
            "admin-2",
            "shogi_admin",
            "Komadai-8",
            "quantrivien",
            "Mod",
        ] {
            assert_eq!(Handle::parse(text), Err(NameError::Reserved), "{text}");
        }
        for text in ["badminton", "guestavo", "modest", "rooster", "minh-anh", "kom", "madai"] {
            assert!(Handle::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn no_display_name_looks_like_the_site() {
        for text in [
            "Komadai",
            "Komadai 3",
            "K0madai-8",
            "ko.madai",
            "KOMADAI Team",
            "Hà Nội Komadai",
            "Ｋｏｍａｄａｉ",
            "𝐊𝐨𝐦𝐚𝐝𝐚𝐢",
            "ᴋᴏᴍᴀᴅᴀɪ",
            "Ⓚⓞⓜⓐⓓⓐⓘ",
            "Kömadai",
            "Komadaí",
            "КОМАДАІ",
            "Admin",
            "A d m i n",
            "ADMIN 1",
            "Site Admin",
            "Admin-Minh",
            "Ädmin",
            "ạdmin",
            "Adm1n",
            "adrnin",
            "ɑdmin",
            "ⓐⓓⓜⓘⓝ",
            "ᴀᴅᴍɪɴ",
            "ᎪᎠᎷIΝ",
            "Administrator",
            "The Moderator",
            "ᴍᴏᴅᴇʀᴀᴛᴏʀ",
            "Moderators",
            "Guest",
            "Guest 1234",
            "GUEST-7",
            "Gúest 12",
            "ɢuest 3",
            "Khách",
            "Khách 1234",
            "ゲスト 1234",
            "ゲスト",
            "運営",
            "運営チーム",
            "Komadai運営",
            "管理者",
            "サイト管理人",
            "公式",
            "公式アカウント",
            "モデレーター",
            "コマダイ",
            "Quản trị",
            "QUẢN TRỊ",
            "Quan tri",
            "Quản trị viên",
            "Ban quản trị",
            "Ban Quản Trị Hà Nội",
            "Trọng tài",
            "Hệ thống",
            "System",
            "Nobody",
            "Deleted",
            "Root",
            "게스트 12",
        ] {
            let read = display_name(text);
            let is_refused = matches!(read, Err(NameError::Reserved | NameError::Name));
            assert!(is_refused, "{text}: {read:?}");
        }
        // Whole names only.
        for text in ["Komadai", "Komadai 8", "Admin", "運営", "Guest 1234", "Quản trị"] {
            assert!(is_reserved(text), "{text}");
        }
        for text in ["Komadai Cup 2026", "Giải Komadai mở rộng", "CLB Shogi Hà Nội", "第3回運営杯"]
        {
            assert!(!is_reserved(text), "{text}");
        }
    }

    #[test]
    fn honest_names_of_any_language_are_fine() {
        for text in [
            "Nguyễn Đức Anh",
            "Quân Trí",
            "Diệu Hạnh",
            "An Danh",
            "Trần Trọng Tại",
            "Hương Giang",
            "Đỗ Thị Ánh Nguyệt",
            "May",
            "羽生 善治",
            "佐々木・マーク",
            "〆木さん",
            "みのりー",
            "Kenji太郎",
            "T・田中",
            "김민준",
            "이 서연",
            "李小龍",
            "O’Neil-Smith Jr.",
            "Joe Root",
            "Judith Guest",
            "Modesto",
            "Badminton Fan",
            "Adminah",
            "Иван Петров",
            "Γιώργος",
            "สมชาย ที่รัก",
            "علی‌رضا",
            "अर्जुन",
            "ශ්‍රී",
            "שרה",
            "Åsa Öberg",
            "Łukasz",
            "Nguyen 90",
            "x_X",
            "3.14",
            "Ko Minh",
        ] {
            let name: String = text.nfkc().collect();
            assert_eq!(display_name(text).as_deref(), Ok(name.as_str()), "{text}");
        }
        for (text, name) in [
            ("Nguyễn Đức  Anh", "Nguyễn Đức Anh"),
            ("  羽生 善治 ", "羽生 善治"),
            ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("Tha\u{309}o  Vy\u{3000}", "Thảo Vy"),
            ("ＴＡＫＡ", "TAKA"),
            ("ﾀﾅｶ･ｹﾝ", "タナカ・ケン"),
            ("𝓜𝓲𝓷𝓱", "Minh"),
        ] {
            assert_eq!(display_name(text).as_deref(), Ok(name), "{text}");
        }
    }

    #[test]
    fn names_are_seen_and_no_mixture() {
        for text in [
            "",
            "   ",
            "...",
            "a\u{202e}b",
            "a\u{200b}b",
            "<b>",
            "☗",
            &"a".repeat(31),
            "\u{3164}",
            "\u{3164}\u{3164}",
            "\u{115f}\u{1160}",
            "\u{ffa0}",
            "a\u{ffa0}b",
            "\u{2800}",
            "Anh\u{200f}",
            "Anh\u{e0041}",
            "Anh\u{ad}",
            "\u{200d}",
            "Anh\u{200d}",
            "A\u{200c}nh",
            "a\u{34f}b",
            &format!("a{}", "\u{345}".repeat(25)),
            &format!("Z{}", "\u{302}".repeat(9)),
            "\u{301}\u{302}",
            "a\u{301}\u{302}\u{303}\u{304}",
            "👑",
            "Minh👑",
            "Anh\u{fe0f}",
            "a\u{0}b",
            "a\u{fffc}",
            "\u{e000}",
            // Latin with Cyrillic, Greek, Cherokee or Armenian letters in one word.
            "Мinh",
            "Аdmin",
            "Komаdai",
            "Κomadai",
            "Nguyеn Van",
            "Ηanoi",
            "Ꭺnh",
            "Տmith",
            "Мινх",
            "田中а",
        ] {
            assert_eq!(display_name(text), Err(NameError::Name), "{text:?}");
        }
    }
}
