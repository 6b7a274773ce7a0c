//! Grades as people write them, in the languages of this site: the one reader of lists, rosters and
//! forms. The browser's client has its tables, `web/src/wire/grades.ts`, and reads by the same rules.

use komadai_rules::Grade;
use serde::{Deserialize, Deserializer, de::Error};
use unicode_normalization::UnicodeNormalization;

/// What kyu is called, a longer word before one that it ends with.
pub const KYU_WORDS: [&str; 8] = ["kyu", "kyū", "cấp", "級", "级", "급", "кю", "k"];

/// What dan is called, likewise.
pub const DAN_WORDS: [&str; 6] = ["dan", "đẳng", "段", "단", "дан", "d"];

/// What may stand behind the digits of an ordinal, after compatibility forms are folded.
pub const ORDINALS: [&str; 12] =
    [".", "e", "o", "a", "er", "eme", "ème", ".o", ".a", "st", "nd", "rd"];

/// Numbers in words. Ten makes a number of what stands before it, and what follows is added.
pub const NUMBER_WORDS: [(&str, u8); 53] = [
    ("sơ", 1),
    ("nhất", 1),
    ("nhị", 2),
    ("tam", 3),
    ("tứ", 4),
    ("ngũ", 5),
    ("lục", 6),
    ("thất", 7),
    ("bát", 8),
    ("cửu", 9),
    ("thập", 10),
    ("một", 1),
    ("mốt", 1),
    ("hai", 2),
    ("ba", 3),
    ("bốn", 4),
    ("tư", 4),
    ("năm", 5),
    ("lăm", 5),
    ("sáu", 6),
    ("bảy", 7),
    ("bẩy", 7),
    ("tám", 8),
    ("chín", 9),
    ("mười", 10),
    ("mươi", 10),
    ("初", 1),
    ("一", 1),
    ("二", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
    ("十", 10),
    ("초", 1),
    ("일", 1),
    ("이", 2),
    ("삼", 3),
    ("사", 4),
    ("오", 5),
    ("육", 6),
    ("칠", 7),
    ("팔", 8),
    ("구", 9),
    ("십", 10),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
];

/// Reads a grade: `3k`, `2 Dan`, `20 cấp`, `cấp 5`, `nhị đẳng`, `1級`, `初段`, `十五級`, `2급`,
/// `5e kyu`; `None` for what is none.
pub fn read(text: &str) -> Option<Grade> {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).nfc().collect();
    let is_gap = |sign: char| sign.is_whitespace() || ['-', '‐', '–'].contains(&sign);
    let plain: String = folded.trim().chars().filter(|sign| !is_gap(*sign)).collect();
    if folded.trim_start().starts_with('-') {
        return None;
    }
    let kyu = KYU_WORDS.iter().map(|word| (word, false));
    let scales = || kyu.clone().chain(DAN_WORDS.iter().map(|word| (word, true)));
    let of = |(rest, is_dan): (&str, bool)| {
        let n = number(rest)?;
        if is_dan { Grade::dan(n) } else { Grade::kyu(n) }
    };
    let behind = scales().find_map(|(word, is_dan)| of((plain.strip_suffix(word)?, is_dan)));
    behind.or_else(|| scales().find_map(|(word, is_dan)| of((plain.strip_prefix(word)?, is_dan))))
}

/// A number in digits or in words.
fn number(text: &str) -> Option<i8> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at_checked(n_digits)?;
    if n_digits > 0 {
        let is_ordinal = rest.is_empty() || ORDINALS.contains(&rest);
        return is_ordinal.then(|| digits.parse().ok()).flatten();
    }
    let (mut rest, mut sum) = (text, 0_i8);
    while !rest.is_empty() {
        let found = NUMBER_WORDS.iter().filter(|(word, _)| rest.starts_with(word));
        let (word, n) = found.max_by_key(|(word, _)| word.len())?;
        rest = rest.strip_prefix(word)?;
        sum = match (*n, sum) {
            (10, 0) => 10,
            (10, 1..=9) => sum * 10,
            (1..=9, 0) | (1..=9, 10..=90) if sum % 10 == 0 => sum + *n as i8,
            _ => return None,
        };
    }
    (sum > 0).then_some(sum)
}

/// A grade that somebody has typed; nothing for an empty text.
///
/// # Errors
/// When it is none.
pub(crate) fn typed<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Grade>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    if text.trim().is_empty() {
        return Ok(None);
    }
    read(&text).map(Some).ok_or_else(|| D::Error::custom(format!("`{text}` is not a grade")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the browser's client is tested with too.
    const CASES: &str = include_str!("grades.txt");

    #[test]
    fn grades_are_read_as_people_write_them() {
        let cases = CASES.lines().filter(|line| !line.is_empty());
        for line in cases {
            let (text, read_as) = line.split_once('|').expect("a text and a grade");
            let expected = (!read_as.is_empty()).then_some(read_as);
            assert_eq!(read(text).map(|it| it.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn every_grade_is_read_as_it_is_written() {
        for grade in Grade::known() {
            assert_eq!(read(&grade.to_string()), Some(grade));
            assert_eq!(read(&grade.in_english()), Some(grade));
        }
    }
}
