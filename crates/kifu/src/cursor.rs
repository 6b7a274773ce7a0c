//! Lines of a text and a reader that knows its position in them.

use crate::{
    Error,
    error::{Problem, TextPlace, quote},
};

/// One line of a text, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLine<'a> {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// What stands in it.
    pub(crate) text: &'a str,
}

impl<'a> TextLine<'a> {
    pub(crate) fn place(self) -> TextPlace {
        TextPlace { line: self.number, column: 1 }
    }

    pub(crate) fn cursor(self) -> Cursor<'a> {
        Cursor { line: self, at: 0 }
    }

    /// The line is not what must stand there.
    pub(crate) fn expected(self, expected: &'static str) -> Error {
        self.cursor().expected(expected)
    }
}

/// The lines of a text, whichever of the three line ends it has.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut rest = Some(text);
    let texts = std::iter::from_fn(move || {
        let whole = rest?;
        let Some(end) = whole.find(['\n', '\r']) else {
            rest = None;
            return Some(whole);
        };
        let (text, after) = whole.split_at(end);
        rest = Some(after.strip_prefix("\r\n").or_else(|| after.get(1..)).unwrap_or_default());
        Some(text)
    });
    texts.zip(1..).map(|(text, number)| TextLine { number, text })
}

/// A place in a line from which it is read on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    line: TextLine<'a>,
    /// In bytes.
    at: usize,
}

impl<'a> Cursor<'a> {
    /// What has been read.
    pub(crate) fn before(&self) -> &'a str {
        self.line.text.get(..self.at).unwrap_or_default()
    }

    /// What is still to be read.
    pub(crate) fn rest(&self) -> &'a str {
        self.line.text.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn place(&self) -> TextPlace {
        let before = self.line.text.get(..self.at).unwrap_or_default();
        TextPlace { line: self.line.number, column: before.chars().count() as u32 + 1 }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(crate) fn next(&mut self) -> Option<char> {
        let sign = self.peek()?;
        self.at += sign.len_utf8();
        Some(sign)
    }

    /// Reads the next character if it is one of these.
    pub(crate) fn next_if(&mut self, is: impl Fn(char) -> bool) -> Option<char> {
        let sign = self.peek().filter(|&sign| is(sign))?;
        self.at += sign.len_utf8();
        Some(sign)
    }

    /// Reads a word if it comes next.
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let eaten = self.rest().starts_with(word);
        if eaten {
            self.at += word.len();
        }
        eaten
    }

    /// Reads as long as the characters are of this sort.
    pub(crate) fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|sign| !is(sign)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// Passes over blanks, narrow and wide.
    pub(crate) fn skip_blanks(&mut self) {
        self.take_while(is_blank);
    }

    /// Reads a number in Arabic digits, narrow or wide. None if none is there or if it is above
    /// what a record can mean by it.
    pub(crate) fn number(&mut self) -> Option<u32> {
        let mut ahead = *self;
        let digits = ahead.take_while(|sign| arabic(sign).is_some());
        let number = digits
            .chars()
            .filter_map(arabic)
            .try_fold(0u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit.into()))?;
        (!digits.is_empty()).then(|| {
            *self = ahead;
            number
        })
    }

    /// Reads a number in kanji below a thousand: 九, 百十七.
    pub(crate) fn kanji_number(&mut self) -> Option<u32> {
        let mut ahead = *self;
        let signs = ahead.take_while(|sign| sign == '百' || sign == '十' || digit(sign).is_some());
        let (hundreds, rest) = match signs.split_once('百') {
            Some(("", rest)) => (1, rest),
            Some((hundreds, rest)) => (count(hundreds)?, rest),
            None => (0, signs),
        };
        let rest = if hundreds > 0 && rest.is_empty() { 0 } else { count(rest)? };
        *self = ahead;
        Some(u32::from(hundreds) * 100 + u32::from(rest))
    }

    pub(crate) fn error(&self, problem: Problem) -> Error {
        Error::at(self.place(), problem)
    }

    /// What comes next is not what must stand there.
    pub(crate) fn expected(&self, expected: &'static str) -> Error {
        let rest = self.rest();
        let found = if rest.trim().is_empty() { "the end of the line" } else { rest };
        self.error(Problem::Expected { expected, found: quote(found) })
    }
}

pub(crate) fn is_blank(sign: char) -> bool {
    matches!(sign, ' ' | '\u{3000}' | '\t' | '\u{a0}' | '\u{feff}')
}

/// The value of an Arabic digit, narrow or wide.
pub(crate) fn arabic(sign: char) -> Option<u8> {
    match sign {
        '0'..='9' => Some(sign as u8 - b'0'),
        '０'..='９' => Some((sign as u32 - '０' as u32) as u8),
        _ => None,
    }
}

/// The value of a digit in any of the scripts in which squares are written: 7, ７, 七.
pub(crate) fn digit(sign: char) -> Option<u8> {
    const KANJI: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    arabic(sign).or_else(|| match sign {
        '零' => Some(0),
        '壱' | '壹' => Some(1),
        '弐' => Some(2),
        '参' => Some(3),
        _ => KANJI.iter().position(|&known| known == sign).map(|value| value as u8),
    })
}

/// A number below a hundred as written next to a piece in hand: 二, 十八, 18, １８, 廿.
pub(crate) fn count(text: &str) -> Option<u8> {
    let mut sum = 0u8;
    let mut unit = None;
    for sign in text.chars() {
        match (sign, digit(sign)) {
            ('十' | '拾', _) => {
                sum = sum.checked_add(unit.take().unwrap_or(1u8).checked_mul(10)?)?
            }
            ('廿', _) => sum = sum.checked_add(20)?,
            (_, Some(value)) => unit = Some(unit.unwrap_or(0).checked_mul(10)?.checked_add(value)?),
            _ => return None,
        }
    }
    if text.is_empty() { None } else { sum.checked_add(unit.unwrap_or(0)) }
}

/// A number below a hundred in kanji: 一, 十, 十八, 二十.
pub(crate) fn kanji_count(number: u8) -> String {
    const KANJI: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let tens = match number / 10 % 10 {
        0 => String::new(),
        1 => "十".to_owned(),
        n => format!("{}十", KANJI[usize::from(n)]),
    };
    tens + KANJI[usize::from(number % 10)]
}
