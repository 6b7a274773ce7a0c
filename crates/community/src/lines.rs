//! What people write for others to read, put in order.
//!
//! Nothing that is not seen is kept, so that a line which looks empty is empty, two lines which
//! look alike are alike, and no character turns the text around it. What a script needs to be
//! written rightly is kept where it needs it: joiners within Arabic and Indic words, the selectors
//! and joiners of emoji, the selectors of kanji. Vietnamese comes composed, however it was typed.

use unicode_normalization::{
    UnicodeNormalization as _,
    char::{canonical_combining_class, is_combining_mark},
};
use unicode_security::skeleton;

/// Most marks above or below one letter, once it is composed: Thai has two, and who needs more
/// draws over other lines.
const STACKED_MARKS_MAX: usize = 2;

/// Most marks of any kind behind one letter: Burmese and Tibetan write that many in a row.
const MARKS_MAX: usize = 6;

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';

/// One line: composed, its spaces in order, without what is not seen; empty when nothing is left.
pub fn clean_line(text: &str) -> String {
    let text = without_unseen(text, |sign| sign.is_whitespace());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if has_ink(&text) { text } else { String::new() }
}

/// Several lines: composed, without what is not seen, and without blanks around it; empty when
/// nothing is left.
pub fn clean_text(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text =
        without_unseen(&text, |sign| sign == '\n' || (sign.is_whitespace() && !sign.is_control()));
    if has_ink(&text) { text.trim().to_owned() } else { String::new() }
}

/// One line of at most so many characters, cleaned; or that it is too long, in one clause.
pub(crate) fn line_of(text: &str, what: &str, most: usize) -> Result<String, String> {
    in_length(clean_line(text), what, most)
}

/// The text, if it has at most so many characters; or that it has not.
pub(crate) fn in_length(text: String, what: &str, most: usize) -> Result<String, String> {
    if text.chars().count() > most {
        Err(format!("{what} has at most {most} characters"))
    } else {
        Ok(text)
    }
}

/// Whether there is anything in it that [`clean_line`] leaves out, spaces aside.
pub fn has_unseen(text: &str) -> bool {
    let seen = |text: &str| text.nfc().filter(|sign| !sign.is_whitespace()).collect::<String>();
    seen(text) != seen(&clean_line(text))
}

/// Whether a character by itself is not seen, or is only there to change others.
pub fn is_unseen(sign: char) -> bool {
    if sign.is_ascii() {
        return sign.is_ascii_control();
    }
    sign.is_control()
        || is_ignorable(sign)
        || matches!(
            sign,
            // A blank that is a symbol, and those of music.
            '\u{2800}' | '\u{1d159}'
            // Lines' and paragraphs' ends, what holds annotations and objects.
            | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffc}'
            // What arranges hieroglyphs and shorthand.
            | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}'
            // What means nothing outside one program, and what is no character.
            | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fdd0}'..='\u{fdef}'
        )
        || u32::from(sign) & 0xfffe == 0xfffe
}

/// Whether Unicode has fonts show nothing for it (`Default_Ignorable_Code_Point`): skeletons are
/// made without those.
fn is_ignorable(sign: char) -> bool {
    skeleton(sign.encode_utf8(&mut [0; 4])).next().is_none()
}

/// Whether there is something to see.
fn has_ink(text: &str) -> bool {
    text.chars().any(|sign| !sign.is_whitespace() && !is_unseen(sign) && !is_combining_mark(sign))
}

/// The composed text without what is not seen, and with no more marks than letters carry. What is
/// a `space` stays as it is.
fn without_unseen(text: &str, space: impl Fn(char) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    // What stands before: the last character that was kept.
    let mut before = None;
    let (mut n_stacked, mut n_marks) = (0, 0);
    let mut signs = text.nfc().peekable();
    while let Some(sign) = signs.next() {
        if space(sign) {
            (n_stacked, n_marks) = (0, 0);
        } else if is_unseen(sign) {
            let after = signs.peek().copied();
            if !before.is_some_and(|before| is_needed(sign, before, after)) {
                continue;
            }
        } else if is_combining_mark(sign) {
            n_stacked += usize::from(canonical_combining_class(sign) != 0);
            n_marks += 1;
            if n_stacked > STACKED_MARKS_MAX || n_marks > MARKS_MAX {
                continue;
            }
        } else {
            (n_stacked, n_marks) = (0, 0);
        }
        before = Some(sign);
        kept.push(sign);
    }
    // Marks that something was between are now next to each other.
    kept.nfc().collect()
}

/// Whether a character that is not seen by itself says how its neighbours are written.
fn is_needed(sign: char, before: char, after: Option<char>) -> bool {
    // What only changes others might be left out itself.
    let joins = |of: fn(char) -> bool| {
        after.is_some_and(|after| of(after) && !is_unseen(after) && !is_combining_mark(after))
    };
    match sign {
        // Persian within a word, and what follows the character that takes an Indic vowel away.
        ZWNJ => is_virama(before) || (is_arabic(before) && joins(is_arabic)),
        ZWJ => is_virama(before) || (is_picture(before) && joins(is_picture)),
        // Whether a picture is drawn in colour.
        '\u{fe0e}' | '\u{fe0f}' => is_picture(before) || matches!(before, '#' | '*' | '0'..='9'),
        // Which form of a kanji.
        '\u{fe00}'..='\u{fe02}' | '\u{e0100}'..='\u{e01ef}' => is_kanji(before),
        _ => false,
    }
}

fn is_virama(sign: char) -> bool {
    canonical_combining_class(sign) == 9
}

fn is_arabic(sign: char) -> bool {
    matches!(sign, '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}')
}

fn is_kanji(sign: char) -> bool {
    matches!(
        sign,
        '\u{3005}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// Symbols of which many are emoji, the colours of skin, and the character that asks for colour.
fn is_picture(sign: char) -> bool {
    matches!(
        sign,
        '©' | '®' | '\u{203c}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
            | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}'
    ) && sign != '\u{2800}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_lines_stay() {
        for line in [
            "Xin chào, ván này hay quá!",
            "よろしくお願いします〆（々）ー",
            "잘 부탁합니다",
            "ขอบคุณที่เล่นด้วยกัน",
            "شکراً، می‌خواهم دوباره بازی کنم",
            "धन्यवाद, क्‍षमा",
            "ශ්‍රී ලංකා",
            "ကျွန်တော် ကြောင့်",
            "👍🏽 👨\u{200d}👩\u{200d}👧 ❤\u{fe0f} 🏳\u{fe0f}\u{200d}🌈 🇻🇳 1\u{fe0f}\u{20e3}",
            "邉\u{e0102}さん、葛\u{e0100}城さん",
            "☗７六歩 ☖３四歩 → +0.5 & <b>",
            "שָׁלוֹם",
        ] {
            assert_eq!(clean_line(line), line.nfc().collect::<String>());
            assert!(!has_unseen(line), "{line}");
        }
        assert_eq!(
            clean_line("Nguye\u{302}\u{303}n  A\u{306}\u{301}\u{3000}b\t\n c"),
            "Nguyễn Ắ b c"
        );
    }

    #[test]
    fn what_looks_empty_is_empty() {
        for line in [
            "",
            " ",
            "\t\n",
            "\u{a0}",
            "\u{3000}",
            "\u{200b}",
            "\u{200b}\u{200b}",
            "\u{200c}",
            "\u{200d}",
            "\u{200e}",
            "\u{200f}",
            "\u{61c}",
            "\u{2060}",
            "\u{feff}",
            "\u{ad}",
            "\u{34f}",
            "\u{115f}",
            "\u{1160}",
            "\u{3164}",
            "\u{ffa0}",
            "\u{17b4}",
            "\u{180e}",
            "\u{2800}",
            "\u{2028}",
            "\u{fe0f}",
            "\u{e0041}\u{e007f}",
            "\u{e0100}",
            "\u{202e}\u{2066}",
            "\u{0}\u{1b}\u{7f}\u{85}",
            "\u{fffc}",
            "\u{e000}",
            "\u{10ffff}",
            "\u{301}\u{301}",
            "\u{3164} \u{200b}\u{3000}\u{2800}",
            "\u{206a}",
        ] {
            assert_eq!(clean_line(line), "", "{line:?}");
            assert_eq!(clean_text(line), "", "{line:?}");
        }
    }

    #[test]
    fn what_is_not_seen_goes_and_the_rest_stays() {
        for (line, clean) in [
            ("a\u{200b}b", "ab"),
            ("a\u{200d}b", "ab"),
            ("a\u{202e}cba\u{202c}", "acba"),
            ("ad\u{ad}min", "admin"),
            ("x\u{e0041}\u{e0042}", "x"),
            ("a\u{fe0f}", "a"),
            ("a\u{0}b", "ab"),
            ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "é\u{301}\u{301}"),
            ("a\u{345}\u{345}\u{345}\u{345}", "a\u{345}\u{345}"),
            ("👩\u{200d}\u{fe0f} a", "👩\u{fe0f} a"),
            ("ب\u{64b}\u{64c}\u{200c}\u{64d}", "ب\u{64b}\u{64c}"),
        ] {
            assert_eq!(clean_line(line), clean, "{line:?}");
            assert!(has_unseen(line), "{line:?}");
        }
    }

    #[test]
    fn a_text_keeps_its_lines() {
        assert_eq!(clean_text("  một\r\n\r\n  hai\u{202e}\u{0}\n"), "một\n\n  hai");
        assert_eq!(clean_text("\n\u{200b}\n \u{3164}"), "");
    }
}
