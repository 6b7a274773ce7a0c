//! What the variants are called in a `手合割`, and how large their boards are.
//!
//! Only variants whose KIF other programs read ([`Def::kif`](komadai_rules::variants::Def::kif))
//! are here: a file never gives another game than one that it could be.

use komadai_rules::Variant;

use crate::cursor::is_blank;

/// What else a variant is called, without 将棋 at the end, in small letters; 5 and 五 are one.
const OTHER_NAMES: [(&str, &[&str]); 7] = [
    ("standard", &["", "本"]),
    ("minishogi", &["55", "ごご", "mini"]),
    ("kyoto", &["京都", "kyoto"]),
    ("chu", &["中", "chu", "chuu"]),
    ("annan", &["安南", "annan"]),
    ("check", &["王手", "check"]),
    ("dobutsu", &["どうぶつ", "動物", "doubutsu", "dobutsu", "dōbutsu"]),
];

/// What the word for shogi at the end of a name may be.
const SHOGI: [&str; 6] = ["将棋", "しょうぎ", "象棋", "象戯", "shogi", "shōgi"];

/// The variant that a `手合割` names, and what else it says: `5五将棋（角落ち）`, `角落ち(5五)`,
/// `5五将棋角落ち`.
pub(crate) fn read(text: &str) -> Option<(Variant, &str)> {
    if let Some(variant) = by_name(text) {
        return Some((variant, ""));
    }
    let (before, after) = text.split_at(text.find(is_apart).unwrap_or_else(|| end_of_name(text)));
    let after = after.trim_matches(is_apart);
    by_name(before)
        .map(|variant| (variant, after))
        .or_else(|| by_name(after).map(|variant| (variant, before)))
}

/// Whether it stands between a variant and a handicap, or around one of them.
pub(crate) fn is_apart(sign: char) -> bool {
    is_blank(sign) || "()（）[]［］【】〔〕「」『』〈〉《》・、，,/／:：-－―".contains(sign)
}

/// Where the first word for shogi ends, or the text.
fn end_of_name(text: &str) -> usize {
    let ends = SHOGI.iter().filter_map(|word| Some(text.find(word)? + word.len()));
    ends.min().unwrap_or(text.len())
}

/// Whether a name is that of some game of shogi, known or not.
pub(crate) fn is_of_game(name: &str) -> bool {
    SHOGI.iter().any(|word| name.to_lowercase().ends_with(word))
}

fn by_name(name: &str) -> Option<Variant> {
    let key = key(name);
    if key.is_empty() && !is_of_game(name) {
        return None;
    }
    let (found, _) = OTHER_NAMES.iter().find(|(_, names)| names.contains(&key.as_str()))?;
    with_kif().find(|variant| variant.name() == *found)
}

/// The variants with so many files, those that are meant more often first.
pub(crate) fn with_files(files: usize) -> impl Iterator<Item = Variant> {
    with_kif().filter(move |variant| usize::from(variant.files()) == files)
}

/// The variants with so many ranks, those that are meant more often first.
pub(crate) fn with_ranks(ranks: usize) -> impl Iterator<Item = Variant> {
    with_kif().filter(move |variant| usize::from(variant.ranks()) == ranks)
}

/// The variant whose moves KIF writes with full names and arrows (§9.7).
pub(crate) fn wide() -> Option<Variant> {
    with_kif().find(|variant| variant.def().is_large())
}

fn with_kif() -> impl Iterator<Item = Variant> {
    Variant::all().iter().copied().filter(|variant| variant.def().kif.is_some())
}

/// What is left of a name without its spelling: 五々将棋 and ５五 are both 55.
fn key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for sign in name.chars() {
        match sign {
            '５' | '五' => key.push('5'),
            '々' => key.extend(key.chars().last()),
            ' ' | '\u{3000}' | '-' => {}
            'ァ'..='ヶ' => {
                key.extend(char::from_u32(sign as u32 - ('ァ' as u32 - 'ぁ' as u32)));
            }
            _ => key.extend(sign.to_lowercase()),
        }
    }
    let without = SHOGI.iter().find_map(|word| key.strip_suffix(word));
    without.map_or(key.clone(), str::to_owned)
}
