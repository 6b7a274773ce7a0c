//! What results are worth, in the lines of three programs: `XXS` of JaVaFo, `BBW` and its like of
//! bbpPairings, `162` of FIDE's format of 2026.

use std::fmt::Write as _;

use crate::{
    Points, Scoring,
    files::{FileError, points},
};

/// Every code of `XXS`, with what it is worth where nothing is said.
static CODES: [(&str, Points); 12] = [
    ("WW", Points::ONE),
    ("BW", Points::ONE),
    ("FW", Points::ONE),
    ("FPB", Points::ONE),
    ("WD", Points::HALF),
    ("BD", Points::HALF),
    ("HPB", Points::HALF),
    ("WL", Points::ZERO),
    ("BL", Points::ZERO),
    ("ZPB", Points::ZERO),
    ("FL", Points::ZERO),
    ("PAB", Points::ONE),
];

/// What stands for several of them: a win with either side, by the other's absence, and a bye of
/// a full point; a draw and a bye of half a point.
const WIN: &[&str] = &["WW", "BW", "FW", "FPB"];
const DRAW: &[&str] = &["WD", "BD", "HPB"];
const LOSS: &[&str] = &["WL", "BL"];
const ABSENCE: &[&str] = &["ZPB", "FL"];
const BYE: &[&str] = &["PAB"];

/// The values that the lines so far have given.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// In the order of [`CODES`].
    worth: [Points; 12],
    /// Whether a line has said what a bye is worth; otherwise it is worth a win, but in `XXS`.
    is_bye_set: bool,
    /// The last line that has said anything.
    at: usize,
}

impl Default for Values {
    fn default() -> Self {
        Self { worth: CODES.map(|(_, points)| points), is_bye_set: false, at: 0 }
    }
}

impl Values {
    /// Reads a line, if it is about what results are worth; whether it is.
    pub(super) fn read(&mut self, at: usize, code: &str, rest: &str) -> Result<bool, FileError> {
        let said = match code {
            "XXS" => {
                // Nothing else makes a bye worth what a win is.
                self.is_bye_set = true;
                equations(rest)
            }
            "162" => symbols(rest),
            "BBW" => one(WIN, rest),
            "BBD" => one(DRAW, rest),
            "BBL" => one(LOSS, rest),
            "BBZ" => one(&["ZPB"], rest),
            "BBF" => one(&["FL"], rest),
            "BBU" => one(BYE, rest),
            _ => return Ok(false),
        };
        let said = said.map_err(|message| FileError::line(at, message))?;
        self.at = at;
        for (codes, points) in said {
            self.set(codes, points);
            self.is_bye_set |= codes == BYE;
            if codes == WIN && !self.is_bye_set {
                self.set(BYE, points);
            }
        }
        Ok(true)
    }

    fn set(&mut self, codes: &[&str], points: Points) {
        for ((code, _), worth) in CODES.iter().zip(&mut self.worth) {
            if codes.contains(code) {
                *worth = points;
            }
        }
    }

    /// What that code is worth.
    pub(super) fn of(&self, code: &str) -> Points {
        let found = CODES.iter().zip(self.worth).find(|((known, _), _)| *known == code);
        found.map_or(Points::ZERO, |(_, worth)| worth)
    }

    /// The same as the document has it, in which the sides make no difference, nor how a game was
    /// won.
    pub(super) fn scoring(&self) -> Result<Scoring, FileError> {
        let same = |codes: &[&str], what: &str| {
            let worth: Vec<Points> = codes.iter().map(|code| self.of(code)).collect();
            let first = worth.first().copied().unwrap_or_default();
            if worth.iter().all(|points| *points == first) {
                return Ok(first);
            }
            let message = format!("{what} differ in what they are worth: give them one value");
            Err(FileError::line(self.at, message))
        };
        Ok(Scoring {
            win: same(&["WW", "BW", "FW"], "wins with either side and by forfeit")?,
            draw: same(&["WD", "BD"], "draws with either side")?,
            loss: same(&["WL", "BL"], "losses with either side")?,
            bye: self.of("PAB"),
            absence: self.of("HPB"),
            missed: self.of("HPB"),
            no_show: self.of("FL"),
            ..Scoring::default()
        })
    }
}

type CodedPoints = Result<Vec<(&'static [&'static str], Points)>, String>;

fn number(text: &str) -> Result<Points, String> {
    points(text).ok_or_else(|| format!("`{text}` is no number of points: write 0.5 or 1"))
}

fn one(codes: &'static [&'static str], text: &str) -> CodedPoints {
    Ok(vec![(codes, number(text)?)])
}

/// `XXS`: `W=3 D=1 PAB=1`.
fn equations(text: &str) -> CodedPoints {
    let equation = |word: &str| {
        let (code, value) = word.split_once('=').unwrap_or((word, ""));
        let codes = match code.to_ascii_uppercase().as_str() {
            "W" => WIN,
            "D" => DRAW,
            code => {
                let known = CODES.iter().map(|(known, _)| known).find(|known| **known == code);
                let wrong = || format!("`{word}` is no value: write W=3, D=1 or PAB=1");
                std::slice::from_ref(known.ok_or_else(wrong)?)
            }
        };
        Ok((codes, number(value)?))
    };
    text.split_whitespace().map(equation).collect()
}

/// `162`: `W 3.0    D 1.0`, a symbol before its value, with or without a blank.
fn symbols(text: &str) -> CodedPoints {
    let mut said = Vec::new();
    let mut rest = text.trim();
    while let Some(symbol) = rest.chars().next() {
        let codes: &'static [&'static str] = match symbol.to_ascii_uppercase() {
            'W' => WIN,
            'D' => DRAW,
            'L' => LOSS,
            'A' => ABSENCE,
            'P' => BYE,
            // A game whose result is not known yet is worth nothing until it is.
            'X' => &[],
            _ => return Err(format!("`{symbol}` is no result: write W, D, L, A, P or X")),
        };
        let value = rest.get(symbol.len_utf8()..).unwrap_or_default().trim_start();
        let end = value.find(|sign: char| sign.is_whitespace() || sign.is_alphabetic());
        let (value, behind) =
            value.split_at_checked(end.unwrap_or(value.len())).unwrap_or((value, ""));
        said.push((codes, number(value)?));
        rest = behind.trim_start();
    }
    Ok(said)
}

/// The lines that say what is worth something else than usual, for programs of all three kinds but
/// the last, which reads those of bbpPairings too.
pub(super) fn write(text: &mut String, scoring: &Scoring) {
    let Scoring { win, draw, loss, bye, absence, no_show, .. } = *scoring;
    let bbp = [
        ("BBW", win, Points::ONE),
        ("BBD", draw, Points::HALF),
        ("BBL", loss, Points::ZERO),
        ("BBF", no_show, Points::ZERO),
        ("BBU", bye, win),
    ];
    for (code, worth, _) in bbp.iter().filter(|(_, worth, usual)| worth != usual) {
        let _ = writeln!(text, "{code} {:>4.1}", worth.as_f64());
    }
    let javafo = [
        ("W", win, Points::ONE),
        ("D", draw, Points::HALF),
        ("HPB", absence, draw),
        ("WL", loss, Points::ZERO),
        ("BL", loss, Points::ZERO),
        ("FL", no_show, Points::ZERO),
        ("PAB", bye, Points::ONE),
    ];
    let others = javafo.iter().filter(|(_, worth, usual)| worth != usual);
    let others: Vec<String> =
        others.map(|(code, worth, _)| format!("{code}={:.1}", worth.as_f64())).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "XXS {}", others.join(" "));
    }
}
