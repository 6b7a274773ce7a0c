//! Texts for programs that know only Latin letters.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// What stands for a character that Latin 1 has neither with its marks nor without.
const NO_SIGN: u8 = b'?';

/// A text in ISO 8859-1: a letter that it has not is written without its marks.
pub fn latin_1(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for sign in text.nfc() {
        match (u8::try_from(sign), sign) {
            (Ok(byte), _) => bytes.push(byte),
            (_, 'đ') => bytes.push(b'd'),
            (_, 'Đ') => bytes.push(b'D'),
            (_, 'ł') => bytes.push(b'l'),
            (_, 'Ł') => bytes.push(b'L'),
            (_, 'ı') => bytes.push(b'i'),
            (_, 'œ') => bytes.extend(b"oe"),
            (_, 'Œ') => bytes.extend(b"OE"),
            (_, '‘' | '’') => bytes.push(b'\''),
            (_, '–' | '—') => bytes.push(b'-'),
            _ => {
                let letters = std::iter::once(sign).nfkd().filter(|&it| !is_combining_mark(it));
                bytes.extend(letters.map(|it| u8::try_from(it).unwrap_or(NO_SIGN)));
            }
        }
    }
    bytes
}

/// Whether nothing of a text is lost but marks.
pub fn is_latin_1(text: &str) -> bool {
    let lost = latin_1(text).into_iter().filter(|byte| *byte == NO_SIGN).count();
    lost == text.matches(char::from(NO_SIGN)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_what_latin_1_has_not() {
        for (text, expected) in [
            ("José García", "José García"),
            ("Nguyễn Đức Ánh", "Nguyen Duc Ánh"),
            ("Łódź – Škoda’s", "Lódz - Skoda's"),
            ("A\u{302}\u{301}", "A"),
            ("Ｈａｎｏｉ", "Hanoi"),
            ("羽生", "??"),
        ] {
            let read: String = latin_1(text).into_iter().map(char::from).collect();
            assert_eq!(read, expected);
            assert_eq!(is_latin_1(text), !expected.contains('?'), "{text}");
        }
    }
}
