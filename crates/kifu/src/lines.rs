//! The lines of a file, to be shown beside what is said about them.

use std::collections::{HashMap, HashSet};

use crate::{Error, TextPlace, cursor, envelope::Envelope, text};

/// How much of a line is shown, in characters.
const EXCERPT_MAX: usize = 100;

/// The lines of a file as they are counted in notes and errors, to show them beside these.
///
/// ```
/// use komadai_kifu::{Error, Lines, formats, read};
///
/// let file = "1 ７六歩(77)\n2 ３四歩(77)\n".as_bytes();
/// let Err(Error::Text { at, .. }) = read(file, Some(formats::KIF)) else { panic!("it is wrong") };
/// assert_eq!(at.line, 2);
/// assert_eq!(Lines::of(file)?.excerpts(&[at]), [Some("2 ３四歩(77)".to_owned())]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines(String);

impl Lines {
    /// The lines of a file; of one that holds records within JSON, those of the records.
    ///
    /// # Errors
    /// [`Error::TooLong`].
    pub fn of(bytes: &[u8]) -> Result<Self, Error> {
        let text = text::decode(bytes)?.text;
        Ok(Self(Envelope::open(&text).map_or(text, |envelope| envelope.text)))
    }

    /// The line at each of these places, or the part of a long one that begins a little before the
    /// column; nothing where there is no such line, or nothing in it.
    pub fn excerpts(&self, places: &[TextPlace]) -> Vec<Option<String>> {
        let wanted: HashSet<u32> = places.iter().map(|at| at.line).collect();
        let lines = cursor::lines(&self.0).filter(|line| wanted.contains(&line.number));
        let lines: HashMap<u32, &str> = lines.map(|line| (line.number, line.text)).collect();
        let excerpt = |at: &TextPlace| excerpt(lines.get(&at.line)?, at.column);
        places.iter().map(excerpt).collect()
    }
}

fn excerpt(text: &str, column: u32) -> Option<String> {
    let n_signs = text.chars().count();
    let is_long = n_signs > EXCERPT_MAX;
    let from = if is_long { (column as usize).saturating_sub(EXCERPT_MAX / 4) } else { 0 };
    let signs = text.chars().skip(from).take(EXCERPT_MAX);
    // Nothing in a file is to steer the terminal.
    let shown: String = signs.map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if n_signs > from + EXCERPT_MAX { "…" } else { "" };
    let shown = shown.trim_end();
    (!shown.is_empty()).then(|| format!("{before}{shown}{after}"))
}
