//! What stands in which columns of a line.

use std::borrow::Cow;

use super::ROUNDS_AT;

/// What stands for the further bytes of a character, in lines that were laid out by bytes.
const FILLER: char = '\0';

/// Editors that write tabs for blanks have them stop so many columns apart.
const TAB_STOP: usize = 8;

/// Characters by their columns, counted from 0.
pub(super) struct Columns(Vec<char>);

impl Columns {
    /// A line of a player. Its columns are characters; some programs count the bytes of a name, so
    /// that everything behind it stands further to the left.
    pub(super) fn of(line: &str) -> Self {
        let by_signs = Self(line.chars().collect());
        if line.is_ascii() || by_signs.is_in_place() {
            return by_signs;
        }
        let filled = |sign: char| {
            std::iter::once(sign).chain(std::iter::repeat_n(FILLER, sign.len_utf8() - 1))
        };
        let by_bytes = Self(line.chars().flat_map(filled).collect());
        if by_bytes.is_in_place() { by_bytes } else { by_signs }
    }

    /// A line whose columns are characters.
    pub(super) fn plainly(line: &str) -> Self {
        Self(line.chars().collect())
    }

    pub(super) fn get(&self, from: usize, to: usize) -> String {
        let to = to.min(self.0.len());
        let signs = self.0.get(from..to).unwrap_or_default().iter();
        signs.filter(|sign| **sign != FILLER).collect::<String>().trim().to_owned()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are blanks and numbers behind the name where they belong.
    fn is_in_place(&self) -> bool {
        let is_blank = |at: usize| self.0.get(at).is_none_or(|sign| *sign == ' ');
        let is_number =
            |from: usize, to: usize| self.get(from, to).chars().all(|sign| sign.is_ascii_digit());
        let rounds = (ROUNDS_AT..self.0.len()).step_by(10);
        is_blank(47)
            && is_blank(52)
            && is_number(48, 52)
            && rounds
                .into_iter()
                .all(|at| is_blank(at) && is_blank(at + 6) && is_number(at, at + 6))
    }
}

/// The text with blanks for its tabs.
pub(super) fn without_tabs(text: &str) -> Cow<'_, str> {
    if !text.contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut spaced = String::with_capacity(text.len() + 64);
    let mut column = 0;
    for sign in text.chars() {
        match sign {
            '\t' => {
                let width = TAB_STOP - column % TAB_STOP;
                spaced.extend(std::iter::repeat_n(' ', width));
                column += width;
            }
            sign => {
                spaced.push(sign);
                column = if sign == '\n' { 0 } else { column + 1 };
            }
        }
    }
    Cow::Owned(spaced)
}
