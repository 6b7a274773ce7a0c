//! Which passwords may be chosen: long ones that are not guessed first.
//!
//! An attacker tries what many people have: common words, names, years, rows of keys, the same
//! again. So a password is measured by the fewest pieces of which it is made, in which a common
//! word counts as [`WORD`] characters and a row of keys as one, however long they are.

use std::{collections::HashSet, sync::LazyLock};

/// Fewest characters of a password.
pub const PASSWORD_SIGNS_MIN: usize = 12;

/// Most bytes of a password: a longer one is refused, not cut.
pub const PASSWORD_BYTES_MAX: usize = 256;

/// Fewest characters of a password once what is common has been counted for what it is worth.
const WORTH_MIN: usize = 7;

/// What a common word is worth, in characters.
const WORD: usize = 2;

/// What everybody at this site thinks of first.
const OF_THE_SITE: [&str; 4] = ["komadai", "shogi", "cotuong", "shougi"];

/// Rows of keys, which are typed without thinking.
const ROWS: [&str; 5] =
    ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb"];

/// The shortest word, row and name that count as one.
const WORD_SIGNS_MIN: usize = 4;
const ROW_SIGNS_MIN: usize = 3;
const NAME_SIGNS_MIN: usize = 3;

/// The longest word that is looked up.
const WORD_SIGNS_MAX: usize = 24;

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../data/common-passwords.txt").lines();
    lines.filter(|line| !line.starts_with('#')).chain(OF_THE_SITE).collect()
});

/// Why a password may not be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Too short, or too long.
    #[error("a password has at least 12 characters, and at most 256 bytes")]
    Length,
    /// It is tried among the first.
    #[error(
        "this password is easily guessed: it is made of common words, rows of keys or your own \
         name; add a few words that have nothing to do with one another"
    )]
    Guessable,
}

/// Whether a password may be chosen by somebody of whom these are known: names, an address.
///
/// # Errors
/// Why it may not.
pub fn check(password: &str, known: &[&str]) -> Result<(), Unfit> {
    let n_signs = password.chars().count();
    if n_signs < PASSWORD_SIGNS_MIN || password.len() > PASSWORD_BYTES_MAX {
        return Err(Unfit::Length);
    }
    let own: HashSet<String> = known.iter().flat_map(|name| names_in(name)).collect();
    if worth(password, &own) < WORTH_MIN { Err(Unfit::Guessable) } else { Ok(()) }
}

/// What of a name somebody would make a password: the whole, and its parts.
fn names_in(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let parts = name.split(|sign: char| !sign.is_alphanumeric()).map(str::to_owned);
    let whole: String = name.chars().filter(|sign| sign.is_alphanumeric()).collect();
    let mut names: Vec<String> = parts.chain([whole, name.clone()]).collect();
    names.retain(|name| name.chars().count() >= NAME_SIGNS_MIN);
    names
}

/// How many characters a password is worth.
fn worth(password: &str, own: &HashSet<String>) -> usize {
    let lower: Vec<char> = password.to_lowercase().chars().collect();
    let plain: Vec<char> = lower.iter().map(|&sign| plain_of(sign)).collect();
    // The fewest pieces that the first so many characters are made of, each with where it begins.
    let mut fewest = vec![0; lower.len() + 1];
    for (end, seen) in (1..=lower.len()).zip(seen_before(&lower)) {
        let mut best = fewest.get(end - 1).copied().unwrap_or_default() + 1;
        for begin in (0..end.saturating_sub(1)).rev() {
            let (Some(piece), Some(read)) = (lower.get(begin..end), plain.get(begin..end)) else {
                continue;
            };
            let before = fewest.get(begin).copied().unwrap_or_default();
            let is_again = piece.len() >= ROW_SIGNS_MIN && piece.len() <= seen;
            if is_again || is_row(piece) || is_year(piece) {
                best = best.min(before + 1);
            } else if is_word(piece, own) || is_word(read, own) {
                best = best.min(before + WORD);
            }
        }
        if let Some(slot) = fewest.get_mut(end) {
            *slot = best;
        }
    }
    fewest.last().copied().unwrap_or_default()
}

/// For each place, how many of the characters up to it stand in the same order somewhere before.
fn seen_before(signs: &[char]) -> Vec<usize> {
    // How many characters up to this place are the same as those up to each before it.
    let mut alike = vec![0; signs.len() + 1];
    let mut longest = Vec::with_capacity(signs.len());
    for (place, sign) in signs.iter().enumerate() {
        let mut now = vec![0; signs.len() + 1];
        for (before, slot) in (0..place).zip(now.iter_mut().skip(1)) {
            if signs.get(before) == Some(sign) {
                *slot = alike.get(before).copied().unwrap_or_default() + 1;
            }
        }
        longest.push(now.iter().copied().max().unwrap_or_default());
        alike = now;
    }
    longest
}

/// The letter for which a character stands that looks like it.
fn plain_of(sign: char) -> char {
    match sign {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        sign => sign,
    }
}

fn is_word(piece: &[char], own: &HashSet<String>) -> bool {
    if !(NAME_SIGNS_MIN..=WORD_SIGNS_MAX).contains(&piece.len()) {
        return false;
    }
    let text: String = piece.iter().collect();
    own.contains(&text) || (piece.len() >= WORD_SIGNS_MIN && COMMON.contains(text.as_str()))
}

/// The same sign again and again, signs in their order, or keys in theirs, forwards or backwards.
fn is_row(piece: &[char]) -> bool {
    if piece.len() < ROW_SIGNS_MIN {
        return false;
    }
    let steps = |step: i64| {
        piece.windows(2).all(|two| match two {
            [one, other] => i64::from(u32::from(*other)) - i64::from(u32::from(*one)) == step,
            _ => false,
        })
    };
    if [0, 1, -1].into_iter().any(steps) {
        return true;
    }
    if ROWS.iter().all(|row| row.len() < piece.len()) {
        return false;
    }
    let forwards: String = piece.iter().collect();
    let backwards: String = piece.iter().rev().collect();
    ROWS.iter().any(|row| row.contains(&forwards) || row.contains(&backwards))
}

fn is_year(piece: &[char]) -> bool {
    matches!(piece, ['1', '9', a, b] | ['2', '0', a, b] if a.is_ascii_digit() && b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_refused() {
        let known = ["minh-anh", "Minh Ánh", "minh.anh@example.org"];
        for (password, expected) in [
            ("", Err(Unfit::Length)),
            ("mật khẩu cờ", Err(Unfit::Length)),
            ("a b".repeat(100).as_str(), Err(Unfit::Length)),
            ("aaaaaaaaaaaa", Err(Unfit::Guessable)),
            ("123456789012", Err(Unfit::Guessable)),
            ("abcdefghijklmnop", Err(Unfit::Guessable)),
            ("qwertyuiop12", Err(Unfit::Guessable)),
            ("passwordpassword", Err(Unfit::Guessable)),
            ("P@ssw0rd1234", Err(Unfit::Guessable)),
            ("abcabcabcabcabc", Err(Unfit::Guessable)),
            ("minh-anh-1985", Err(Unfit::Guessable)),
            ("MinhAnh2024!", Err(Unfit::Guessable)),
            ("komadaikomadai", Err(Unfit::Guessable)),
            ("shogi123shogi", Err(Unfit::Guessable)),
            ("monkeydragon", Err(Unfit::Guessable)),
            ("bảy con tốt đen", Ok(())),
            ("correct horse battery staple", Ok(())),
            ("x7Kq-94mZ.pTw", Ok(())),
            ("七枚の歩を突く朝の香り", Err(Unfit::Length)),
            ("七枚の歩を突く朝の香りよ", Ok(())),
        ] {
            assert_eq!(check(password, &known), expected, "{password}");
        }
        assert_eq!(check("minh-anh-1985", &[]), Ok(()), "for somebody else it is none of theirs");
    }

    #[test]
    fn what_comes_again_counts_once_however_long_it_is() {
        assert_eq!(seen_before(&['a', 'b', 'a', 'b', 'a', 'c']), [0, 0, 1, 2, 3, 0]);
        let long: String = "pqaz".chars().cycle().take(PASSWORD_BYTES_MAX).collect();
        assert_eq!(check(&long, &["minh-anh"]), Err(Unfit::Guessable));
    }
}
