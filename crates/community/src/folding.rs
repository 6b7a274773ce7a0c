//! Texts as they are looked for, however they are typed.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use unicode_script::{Script, UnicodeScript as _};

/// What names have in common that differ in case, accents, width and kana alone: small letters
/// without marks, words parted by one space.
pub fn fold(text: &str) -> String {
    let small: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut plain = String::with_capacity(small.len());
    for sign in small.nfd().filter(|&sign| !is_combining_mark(sign)) {
        match sign {
            'đ' | 'ð' => plain.push('d'),
            'ł' => plain.push('l'),
            'ø' => plain.push('o'),
            'ı' => plain.push('i'),
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            // Joiners stand within words.
            '\u{200c}' | '\u{200d}' => {}
            // Katakana as hiragana.
            'ァ'..='ヶ' => plain.extend(char::from_u32(u32::from(sign) - 0x60)),
            sign if sign.is_alphanumeric() || sign == 'ー' => plain.push(sign),
            _ => plain.push(' '),
        }
    }
    let composed: String = plain.nfc().collect();
    composed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A folded text from each of its words on. Where no spaces are written, a word may begin at every
/// character.
pub fn from_each_word(folded: &str) -> impl Iterator<Item = &str> {
    let before = std::iter::once(' ').chain(folded.chars());
    folded.char_indices().zip(before).filter_map(|((at, sign), before)| {
        let begins = before == ' ' || is_unspaced(sign);
        if begins { folded.get(at..) } else { None }
    })
}

fn is_unspaced(sign: char) -> bool {
    matches!(sign.script(), Script::Han | Script::Hiragana | Script::Katakana | Script::Bopomofo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_width_and_kana_make_no_difference() {
        for (text, expected) in [
            ("Nguyễn Đức  Anh", "nguyen duc anh"),
            ("Minh_Anh-90", "minh anh 90"),
            ("@Minh_Anh", "minh anh"),
            ("ＴＡＫＡ", "taka"),
            ("ﾀﾅｶ･ｹﾝ", "たなか けん"),
            ("秋山 太郎", "秋山 太郎"),
            ("Łukasz Straße", "lukasz strasse"),
            ("김민준", "김민준"),
            ("O’Neil-Smith Jr.", "o neil smith jr"),
            (" .-_ ", ""),
        ] {
            assert_eq!(fold(text), expected, "{text}");
        }
    }
}
