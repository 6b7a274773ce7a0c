//! SPDX expressions, as far as manifests use them: `A`, `A OR B`, `(A OR B) AND C`,
//! `A WITH exception`, and `A/B` of old.

/// Whether a part under this licence may be shipped when these are allowed. What cannot be read
/// may not.
pub(crate) fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let verdict = any(&mut rest, allowed);
    rest.is_empty() && verdict == Some(true)
}

fn any(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let mut verdict = every(words, allowed)?;
    while let [first, rest @ ..] = *words
        && *first == "OR"
    {
        *words = rest;
        verdict |= every(words, allowed)?;
    }
    Some(verdict)
}

fn every(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let mut verdict = one(words, allowed)?;
    while let [first, rest @ ..] = *words
        && *first == "AND"
    {
        *words = rest;
        verdict &= one(words, allowed)?;
    }
    Some(verdict)
}

fn one(words: &mut &[&str], allowed: &[String]) -> Option<bool> {
    let (first, rest) = words.split_first()?;
    *words = rest;
    if *first == "(" {
        let verdict = any(words, allowed)?;
        let (closing, rest) = words.split_first()?;
        *words = rest;
        return (*closing == ")").then_some(verdict);
    }
    let mut name = (*first).to_owned();
    if let [with, exception, rest @ ..] = *words
        && *with == "WITH"
    {
        name = format!("{name} WITH {exception}");
        *words = rest;
    }
    Some(allowed.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-2.0-only", false),
            ("MIT OR GPL-2.0-only", true),
            ("GPL-2.0-only/MIT", true),
            ("MIT AND GPL-2.0-only", false),
            ("(MIT OR GPL-2.0-only) AND ISC", true),
            ("MIT OR GPL-2.0-only AND OpenSSL", true),
            ("GPL-2.0-only OR MIT AND OpenSSL", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("", false),
            ("(MIT", false),
            ("MIT ISC", false),
            ("MIT OR", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }
}
