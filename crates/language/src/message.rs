//! The syntax of messages: a part of ICU MessageFormat, `{name}`, `{n, plural, …}` and
//! `{who, select, …}`. The client's compiler (`web/scripts/words/message.ts`) reads the same.

use std::{iter::Peekable, str::CharIndices};

/// How deep branches may stand in one another.
const DEPTH_MAX: usize = 4;
/// The longest message in bytes.
const BYTES_MAX: usize = 8_000;

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Said as it is.
    Text(String),
    /// What an argument says.
    Argument(String),
    /// The number of the plural around it, written `#`.
    Number(String),
    /// By a number, or by its form.
    Plural(String, Vec<(String, Vec<Self>)>),
    /// By what an argument is.
    Select(String, Vec<(String, Vec<Self>)>),
}

/// Why a message cannot be read, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    pub(crate) what: &'static str,
    pub(crate) at: usize,
}

pub(crate) fn parse(source: &str) -> Result<Vec<Part>, Unreadable> {
    if source.len() > BYTES_MAX {
        return Err(Unreadable { what: "it is too long", at: BYTES_MAX });
    }
    let mut reader = Reader { signs: source.char_indices().peekable(), end: source.len() };
    let parts = reader.parts(0, None)?;
    if reader.peek().is_some() {
        return Err(reader.bad("a brace closes nothing"));
    }
    Ok(parts)
}

struct Reader<'a> {
    signs: Peekable<CharIndices<'a>>,
    end: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.signs.peek().map(|(_, sign)| *sign)
    }

    fn bad(&mut self, what: &'static str) -> Unreadable {
        let end = self.end;
        Unreadable { what, at: self.signs.peek().map_or(end, |(at, _)| *at) }
    }

    /// Up to the end or the brace that closes a branch; `plural` is whose number `#` is.
    fn parts(&mut self, depth: usize, plural: Option<&str>) -> Result<Vec<Part>, Unreadable> {
        let mut parts = Vec::new();
        let mut text = String::new();
        while let Some(sign) = self.peek() {
            match sign {
                '}' => break,
                '\'' => self.quoted(&mut text, plural.is_some())?,
                '{' => {
                    flush(&mut text, &mut parts);
                    parts.push(self.argument(depth)?);
                }
                '#' if plural.is_some() => {
                    flush(&mut text, &mut parts);
                    parts.push(Part::Number(plural.unwrap_or_default().to_owned()));
                    self.signs.next();
                }
                sign => {
                    text.push(sign);
                    self.signs.next();
                }
            }
        }
        flush(&mut text, &mut parts);
        Ok(parts)
    }

    /// `''` is an apostrophe, `'{…'` is text as it stands, and any other apostrophe is itself.
    fn quoted(&mut self, text: &mut String, in_plural: bool) -> Result<(), Unreadable> {
        self.signs.next();
        match self.peek() {
            Some('\'') => {
                self.signs.next();
                text.push('\'');
                return Ok(());
            }
            Some('{' | '}') => {}
            Some('#') if in_plural => {}
            _ => {
                text.push('\'');
                return Ok(());
            }
        }
        while let Some((_, sign)) = self.signs.next() {
            match sign {
                '\'' if self.peek() == Some('\'') => {
                    self.signs.next();
                    text.push('\'');
                }
                '\'' => return Ok(()),
                sign => text.push(sign),
            }
        }
        Err(self.bad("a quotation is not closed"))
    }

    fn argument(&mut self, depth: usize) -> Result<Part, Unreadable> {
        if depth >= DEPTH_MAX {
            return Err(self.bad("braces stand too deep in one another"));
        }
        self.signs.next();
        let name = self.word();
        if name.is_empty() || name.starts_with(|sign: char| sign.is_ascii_digit()) {
            return Err(self.bad("the name of an argument is missing"));
        }
        if self.eat('}') {
            return Ok(Part::Argument(name));
        }
        self.expect(',')?;
        let is_plural = match self.word().as_str() {
            "plural" => true,
            "select" => false,
            _ => return Err(self.bad("it is neither plural nor select")),
        };
        self.expect(',')?;
        let mut branches: Vec<(String, Vec<Part>)> = Vec::new();
        while !self.eat('}') {
            let key = if is_plural && self.eat('=') {
                format!(
                    "={}",
                    self.word().parse::<u32>().map_err(|_| self.bad("a number is missing"))?
                )
            } else {
                self.word()
            };
            if key.is_empty() {
                return Err(self.bad("the name of a branch is missing"));
            }
            if branches.iter().any(|(known, _)| *known == key) {
                return Err(self.bad("a branch is there twice"));
            }
            self.expect('{')?;
            // Within a select `#` is text again: the number is written by its name there.
            let inner = self.parts(depth + 1, is_plural.then_some(name.as_str()))?;
            self.expect('}')?;
            branches.push((key, inner));
        }
        if !branches.iter().any(|(key, _)| key == "other") {
            return Err(self.bad("the branch for all others is missing"));
        }
        Ok(if is_plural { Part::Plural(name, branches) } else { Part::Select(name, branches) })
    }

    fn spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.signs.next();
        }
    }

    fn word(&mut self) -> String {
        self.spaces();
        let mut word = String::new();
        while let Some(sign) = self.peek().filter(|it| it.is_ascii_alphanumeric() || *it == '_') {
            word.push(sign);
            self.signs.next();
        }
        word
    }

    fn eat(&mut self, wanted: char) -> bool {
        self.spaces();
        self.signs.next_if(|(_, sign)| *sign == wanted).is_some()
    }

    fn expect(&mut self, wanted: char) -> Result<(), Unreadable> {
        if self.eat(wanted) { Ok(()) } else { Err(self.bad("a comma or a brace is missing")) }
    }
}

fn flush(text: &mut String, parts: &mut Vec<Part>) {
    if !text.is_empty() {
        parts.push(Part::Text(std::mem::take(text)));
    }
}
