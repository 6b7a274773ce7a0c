//! Words of strangers, such as names of players and tournaments, in emails, push messages and the
//! chats of groups elsewhere.
//!
//! In emails and push messages they appear only in the text, never in a subject or a title, between
//! quotation marks; and nowhere does anything in them become a link or an encoded word.

use komadai_language::Language;

/// The most characters of a stranger's words.
const CHARS_MAX: usize = 120;

/// A stranger's words between quotation marks.
pub(crate) fn quoted(words: &str, language: Language) -> String {
    let words = plain(words);
    language.words().quoted(&words)
}

/// Without what a mail program makes a link, another language's sign order or an encoded word of.
pub(crate) fn plain(words: &str) -> String {
    let visible: String = words
        .chars()
        .filter(|sign| !is_invisible(*sign))
        .map(|sign| if sign.is_control() { ' ' } else { sign })
        .collect();
    let words: Vec<_> = visible.split_whitespace().map(without_link).collect();
    let mut text = words.join(" ");
    while text.contains("=?") || text.contains("?=") {
        text = text.replace("=?", "").replace("?=", "");
    }
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// Signs without a shape, and those that turn the order of others.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A word that is no address, or a dot between two letters with a space behind it.
fn without_link(word: &str) -> String {
    let lower = word.to_lowercase();
    if lower.contains("://") || lower.contains("www.") || lower.contains("mailto:") {
        return "…".to_owned();
    }
    let mut plain = String::with_capacity(word.len());
    let mut signs = word.chars().peekable();
    while let Some(sign) = signs.next() {
        plain.push(sign);
        // U+3002 and U+FF0E stand for the dot of an address too.
        let is_dot = matches!(sign, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
        if is_dot && signs.peek().is_some_and(|next| next.is_alphabetic()) {
            plain.push(' ');
        }
    }
    plain.replace('@', "(at)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_becomes_a_link() {
        for (said, expected) in [
            ("Giải mùa thu", "Giải mùa thu"),
            ("Your account is locked: https://evil.example/x", "Your account is locked: …"),
            ("open WWW.evil.example now", "open … now"),
            ("open evil.example/login", "open evil. example/login"),
            ("write to a@evil.example", "write to a(at)evil. example"),
            ("=?utf-8?Q?Locked?=", "utf-8?Q?Locked"),
            ("==??x??==", "x"),
            ("a\u{202e}b\u{200b}c\r\nBcc: d\te", "abc Bcc: d e"),
            ("Giải 1.2026", "Giải 1.2026"),
        ] {
            assert_eq!(plain(said), expected, "{said:?}");
        }
        assert_eq!(plain(&"x".repeat(500)).chars().count(), CHARS_MAX + 1);
        assert_eq!(quoted("秋の大会", Language::JAPANESE), "「秋の大会」");
    }
}
