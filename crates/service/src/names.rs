//! How people may call themselves.

use unicode_normalization::UnicodeNormalization as _;

/// Fewest and most signs of a handle.
pub const HANDLE_SIGNS: std::ops::RangeInclusive<usize> = 3..=20;

/// Most signs of a display name.
pub const NAME_SIGNS_MAX: usize = 30;

/// Handles that would be taken for the site's own, folded.
const RESERVED: [&str; 14] = [
    "adrnin",
    "adrninistrator",
    "anonyrnous",
    "arbiter",
    "deieted",
    "everyone",
    "guest",
    "kornadai",
    "rnoderator",
    "nobody",
    "officiai",
    "root",
    "support",
    "systern",
];

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// A handle of the wrong length, or with other signs.
    #[error("a user name is 3 to 20 letters a to z, digits, - and _, and begins with a letter")]
    Handle,
    /// A handle or a display name that would be taken for the site's own.
    #[error("this name is kept for the site itself")]
    Reserved,
    /// An empty display name, one that is too long, or one with signs that are not seen.
    #[error("a display name is 1 to 30 signs: letters of any language, digits, spaces and .'-_・")]
    Name,
}

impl NameError {
    /// The same, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Handle => "bad_handle",
            Self::Reserved => "reserved_handle",
            Self::Name => "bad_name",
        }
    }
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
        if RESERVED.contains(&handle.key()) {
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

/// What handles that look alike in one font or another have in common.
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

/// Reads a display name: Vietnamese, kanji, any letters; spaces are put in order.
///
/// # Errors
/// What is wrong with it.
pub fn display_name(text: &str) -> Result<String, NameError> {
    let name: String = text.nfc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_sign = |sign: char| {
        sign.is_alphanumeric()
            || matches!(sign, ' ' | '.' | '\'' | '’' | '-' | '_' | '・' | '々' | 'ー')
    };
    let seen = name.chars().any(char::is_alphanumeric);
    if !seen || name.chars().count() > NAME_SIGNS_MAX || !name.chars().all(is_sign) {
        return Err(NameError::Name);
    }
    // The built-in opponent is called `Komadai` and its level.
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if fold(&letters).starts_with("kornadai") {
        return Err(NameError::Reserved);
    }
    Ok(name)
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

    #[test]
    fn nobody_is_the_site() {
        for text in ["admin", "Adm1n", "ADMINISTRATOR", "komadai", "k0mada1", "Moderator", "guest"]
        {
            assert_eq!(Handle::parse(text), Err(NameError::Reserved), "{text}");
        }
        for text in ["Komadai 3", "K0madai-8", "ko.madai"] {
            assert_eq!(display_name(text), Err(NameError::Reserved), "{text}");
        }
    }

    #[test]
    fn display_names_are_of_any_language() {
        for (text, name) in [
            ("Nguyễn Đức  Anh", "Nguyễn Đức Anh"),
            ("  羽生 善治 ", "羽生 善治"),
            ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("佐々木・マーク", "佐々木・マーク"),
            ("O’Neil-Smith Jr.", "O’Neil-Smith Jr."),
        ] {
            assert_eq!(display_name(text).as_deref(), Ok(name));
        }
        for text in ["", "   ", "...", "a\u{202e}b", "a\u{200b}b", "<b>", "☗", &"a".repeat(31)] {
            assert_eq!(display_name(text), Err(NameError::Name), "{text:?}");
        }
    }
}
