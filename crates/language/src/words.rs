//! What the server says: a function for each message of `words/en/server.json` and `mail.json`,
//! made when it is built.

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

use crate::{
    ABOUT, Language,
    message::{Part, parse},
};

/// What the server says in a language.
#[derive(Clone, Copy, Debug)]
pub struct Words(Language);

/// An argument of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Text(&'a str),
    /// `select` takes `none` where there is none.
    Maybe(Option<&'a str>),
    Number(u64),
    /// `select` takes `true` where it is.
    Truth(bool),
}

impl Words {
    pub(crate) fn of(language: Language) -> Self {
        Self(language)
    }

    /// A message, in English where the language does not say it.
    pub(crate) fn say(self, index: usize, arguments: &[(&str, Value<'_>)]) -> String {
        let said = |language: Language| {
            let text = ABOUT.get(usize::from(language.0))?.says.get(index).copied().flatten()?;
            Some(format(text, arguments, language.tag()))
        };
        said(self.0).or_else(|| said(Language::ENGLISH)).unwrap_or_default()
    }
}

/// A message with its arguments; one that cannot be read as it stands, which no build lets in.
pub(crate) fn format(text: &str, arguments: &[(&str, Value<'_>)], tag: &str) -> String {
    let Ok(parts) = parse(text) else { return text.to_owned() };
    let mut said = String::new();
    write(&parts, arguments, tag, &mut said);
    said
}

fn write(parts: &[Part], arguments: &[(&str, Value<'_>)], tag: &str, said: &mut String) {
    let value = |name: &str| {
        arguments.iter().find(|(known, _)| *known == name).map_or(Value::Text(""), |(_, it)| *it)
    };
    for part in parts {
        let (branches, key) = match part {
            Part::Text(text) => {
                said.push_str(text);
                continue;
            }
            Part::Argument(name) | Part::Number(name) => {
                match value(name) {
                    Value::Text(text) | Value::Maybe(Some(text)) => said.push_str(text),
                    Value::Number(n) => said.push_str(&n.to_string()),
                    Value::Maybe(None) | Value::Truth(_) => {}
                }
                continue;
            }
            Part::Plural(name, branches) => {
                let n = if let Value::Number(n) = value(name) { n } else { 0 };
                let exact = format!("={n}");
                let is_exact = branches.iter().any(|(key, _)| *key == exact);
                (branches, if is_exact { exact } else { plural_form(tag, n).to_owned() })
            }
            Part::Select(name, branches) => {
                let key = match value(name) {
                    Value::Text(text) | Value::Maybe(Some(text)) => text.to_owned(),
                    Value::Maybe(None) => "none".to_owned(),
                    Value::Number(n) => n.to_string(),
                    Value::Truth(is) => is.to_string(),
                };
                (branches, key)
            }
        };
        let of = |wanted: &str| branches.iter().find(|(key, _)| key == wanted);
        if let Some((_, inner)) = of(&key).or_else(|| of("other")) {
            write(inner, arguments, tag, said);
        }
    }
}

/// The form of the plural that a number has in a language.
pub(crate) fn plural_form(tag: &str, n: u64) -> &'static str {
    // A script or a region does not change it but in Portugal, which is known by its tag.
    let tags = [tag, tag.split('-').next().unwrap_or_default()];
    let rules = tags.into_iter().find_map(|tag| {
        PluralRules::create(tag.parse::<LanguageIdentifier>().ok()?, PluralRuleType::CARDINAL).ok()
    });
    match rules.and_then(|rules| rules.select(n).ok()) {
        Some(PluralCategory::ZERO) => "zero",
        Some(PluralCategory::ONE) => "one",
        Some(PluralCategory::TWO) => "two",
        Some(PluralCategory::FEW) => "few",
        Some(PluralCategory::MANY) => "many",
        Some(PluralCategory::OTHER) | None => "other",
    }
}
