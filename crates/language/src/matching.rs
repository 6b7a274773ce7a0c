//! Which of some languages suits somebody, by tags of BCP 47. The client does the same with
//! `Intl.Locale` (`web/src/i18n/match.ts`).

/// The longest tag that is looked at.
const TAG_BYTES_MAX: usize = 35;

/// The index of the one that suits who reads `tag`: the same, or the same language in the script
/// that they read, for their region if there is one.
pub(crate) fn best(tag: &str, offered: &[&str]) -> Option<usize> {
    if tag.len() > TAG_BYTES_MAX {
        return None;
    }
    let exact = |it: &&str| it.eq_ignore_ascii_case(tag);
    if let Some(index) = offered.iter().position(exact) {
        return Some(index);
    }
    let asked = ParsedTag::of(tag)?;
    let readable = || {
        let own = offered.iter().map(|it| ParsedTag::of(it)).enumerate();
        own.filter_map(|(index, own)| Some((index, own?)))
            .filter(|(_, own)| own.language == asked.language && own.script == asked.script)
    };
    let near = readable().find(|(_, own)| own.region == asked.region);
    near.or_else(|| readable().next()).map(|(index, _)| index)
}

#[derive(PartialEq, Eq)]
struct ParsedTag {
    language: String,
    /// Empty where a language is written in one script.
    script: String,
    region: String,
}

impl ParsedTag {
    fn of(tag: &str) -> Option<Self> {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next()?.to_ascii_lowercase();
        let is_word = |it: &str| it.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !(2..=3).contains(&language.len()) || !is_word(&language) {
            return None;
        }
        let (mut script, mut region) = (String::new(), String::new());
        for part in parts {
            match part.len() {
                4 if script.is_empty() && is_word(part) => script = part.to_ascii_lowercase(),
                2..=3 if region.is_empty() && is_word(part) => region = part.to_ascii_uppercase(),
                _ => break,
            }
        }
        if script.is_empty() {
            usual_script(&language, &region).clone_into(&mut script);
        }
        if region.is_empty() {
            usual_region(&language, &script).clone_into(&mut region);
        }
        // Which script it is only matters where there are several.
        if !matches!(language.as_str(), "zh" | "yue" | "sr" | "uz" | "az" | "mn" | "pa") {
            script.clear();
        }
        Some(Self { language, script, region })
    }
}

fn usual_script(language: &str, region: &str) -> &'static str {
    match (language, region) {
        ("zh", "TW" | "HK" | "MO") | ("yue", _) => "hant",
        ("zh", _) => "hans",
        ("sr", "ME" | "RO") | ("uz" | "az", _) => "latn",
        ("sr" | "mn", _) => "cyrl",
        ("pa", "PK") => "arab",
        ("pa", _) => "guru",
        _ => "",
    }
}

fn usual_region(language: &str, script: &str) -> &'static str {
    match (language, script) {
        ("pt", _) => "BR",
        ("en", _) => "US",
        ("zh", "hant") => "TW",
        ("zh", _) => "CN",
        ("es", _) => "ES",
        ("fr", _) => "FR",
        _ => "",
    }
}
