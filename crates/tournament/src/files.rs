//! Files of other programs: an event goes to the chess, go and shogi world's pairing programs, and
//! comes from them.
//!
//! All of them hold the same thing, a cross table: who played whom in which round, on which side
//! and with which result. What each carries, and what is lost, is in docs/tournaments.md.
//!
//! # How to add one
//!
//! 1. Write `files/NAME.rs` with `is_it`, `read` and `write`, by way of a cross table.
//! 2. Name its module and give it a line in [`ALL`], below.
//! 3. Describe it in docs/tournaments.md under "Files of other programs" (a test looks), give
//!    `tests/it/files.rs` a sample as its program writes it, and `fuzz/seeds/files.txt` another.

use std::fmt;

use komadai_rules::{Grade, Handicap, Odds};
use serde::{Deserialize, Serialize};

use crate::{Entry, Event, Points, Problems, Standings, is_day};

mod crosstable;
mod h9;
mod opengotha;
mod trf16;

/// The longest file that is read: the largest event there may be takes less.
pub const BYTES_MAX: usize = 16 << 20;

/// Every kind of file there is.
pub const ALL: &[ProgramFile] = &[
    ProgramFile { name: "trf16", is_it: trf16::is_it, read: trf16::read, write: trf16::write },
    ProgramFile {
        name: "opengotha",
        is_it: opengotha::is_it,
        read: opengotha::read,
        write: opengotha::write,
    },
    ProgramFile { name: "h9", is_it: h9::is_it, read: h9::read, write: h9::write },
];

/// A kind of file.
#[derive(Clone, Copy)]
pub struct ProgramFile {
    /// What it is called on the command line.
    pub name: &'static str,
    is_it: fn(&str) -> bool,
    read: fn(&str) -> Result<File, FileError>,
    write: fn(&Event, &Standings, &About) -> Result<String, FileError>,
}

impl fmt::Debug for ProgramFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Known({})", self.name)
    }
}

impl ProgramFile {
    /// The kind of that name.
    pub fn of(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|known| known.name == name)
    }

    /// The file of an event.
    ///
    /// ```
    /// use komadai_tournament::{Event, files::{About, ProgramFile}};
    ///
    /// let event = Event::read(
    ///     r#"{
    ///         "name": "Hanoi Open",
    ///         "format": { "t": "swiss", "rounds": 3 },
    ///         "entries": [{ "id": "an", "rating": 2100 }, { "id": "binh", "rating": 1900 }],
    ///         "games": [{ "round": 1, "sente": "an", "gote": "binh", "result": "sente" }]
    ///     }"#,
    /// )?;
    /// let standings = event.check()?.standings();
    /// let about = About { place: "Hanoi".to_owned(), ..About::default() };
    /// let trf = ProgramFile::of("trf16").expect("it is known").write(&event, &standings, &about)?;
    /// assert!(trf.starts_with("012 Hanoi Open"));
    /// assert!(ProgramFile::of("opengotha").is_some() && ProgramFile::of("h9").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The format is none of those that have a cross table, the event contradicts itself, or it
    /// has more rounds than the other program knows.
    pub fn write(
        &self,
        event: &Event,
        standings: &Standings,
        about: &About,
    ) -> Result<String, FileError> {
        (self.write)(event, standings, about)
    }
}

/// What a file says: the event, and what an event document has no place for.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Checked.
    pub event: Event,
    /// When and where it was.
    pub about: About,
    /// What in the file was left out, each with its line.
    pub notes: Vec<String>,
}

/// What such files contain besides the event itself; empty where it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct About {
    /// The town.
    pub place: String,
    /// The country: two letters for the EGD, a federation's three for FIDE.
    pub country: String,
    /// As `2026-11-21`.
    pub first_day: String,
    /// As `2026-11-22`.
    pub last_day: String,
    /// The day of each round, as `2026-11-21`.
    pub round_days: Vec<String>,
    /// In words; the EGD wants a number of minutes.
    pub time_control: String,
    /// The arbiter's name.
    pub arbiter: String,
}

/// Why a file is not read or not written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Nothing in it is known.
    #[error(
        "no kind of file is recognised: give a TRF16 (lines that begin with 001), an OpenGotha \
         file (<Tournament>) or an EGD table (lines such as `; EV[…]`)"
    )]
    Unknown,
    /// There is no kind of that name.
    #[error("there is no kind of file `{0}`: choose trf16, opengotha or h9")]
    Name(String),
    /// More than [`BYTES_MAX`].
    #[error("the file has {0} bytes, {BYTES_MAX} at most are read")]
    TooLong(usize),
    /// Something in it is wrong.
    #[error("{at}: {message}")]
    At {
        /// The line or the element.
        at: String,
        /// What is wrong, and what to do.
        message: String,
    },
    /// The event has no cross table.
    #[error("a `{0}` has no cross table: swiss, mcmahon and round_robin can be written")]
    Format(String),
    /// The other program does not know so many rounds.
    #[error("{0} rounds are more than the {1} that this kind of file allows: choose another")]
    Rounds(u32, u32),
    /// The document makes no sense.
    #[error("the document contradicts itself")]
    Problems(#[from] Problems),
}

impl File {
    /// A file that says nothing but the event, as an event document.
    pub fn of(event: Event) -> Self {
        Self { event, about: About::default(), notes: Vec::new() }
    }
}

impl About {
    /// The first day and the last, as `2026-11-21`: of the rounds where nothing else is said.
    pub fn days(&self) -> Option<[String; 2]> {
        let said = [&self.first_day, &self.last_day].into_iter();
        let all = said.filter_map(|text| day(text));
        let mut days: Vec<String> = all.collect();
        if days.is_empty() {
            days = self.round_days.iter().filter_map(|text| day(text)).collect();
        }
        Some([days.iter().min()?.clone(), days.iter().max()?.clone()])
    }
}

/// A day as `2026-11-21`, of a text in which the year comes first or last, whatever stands between
/// the numbers; nothing if it is no day.
fn day(text: &str) -> Option<String> {
    // `28. 07. 2005` is one date; what follows others is the time of day.
    let mut date = String::new();
    for word in text.split_whitespace() {
        date.push_str(word);
        if !word.ends_with('.') {
            break;
        }
    }
    let numbers: Vec<&str> = date.split(['-', '/', '.']).filter(|it| !it.is_empty()).collect();
    let [a, b, c] = numbers.as_slice() else { return None };
    // Where all have two digits the year comes first, as in the columns of the rounds; between
    // points it comes last.
    let year_first = a.len() == 4 || (a.len() == 2 && c.len() != 4 && !date.contains('.'));
    let (year, day) = if year_first { (a, c) } else { (c, a) };
    let century = match year.len() {
        2 => 2000,
        4 => 0,
        _ => return None,
    };
    let number = |text: &str| text.parse::<u32>().ok();
    let (year, month, day) = (century + number(year)?, number(b)?, number(day)?);
    // Months first is how some countries write it, which only their numbers can tell.
    let (month, day) = if month > 12 && !year_first { (day, month) } else { (month, day) };
    Some(format!("{year:04}-{month:02}-{day:02}")).filter(|it| is_day(it))
}

impl FileError {
    fn at(at: impl fmt::Display, message: impl Into<String>) -> Self {
        Self::At { at: at.to_string(), message: message.into() }
    }

    fn line(number: usize, message: impl Into<String>) -> Self {
        Self::at(format_args!("line {number}"), message)
    }
}

/// Reads a file of whatever kind. What is not UTF-8 is taken for ISO 8859-1.
///
/// ```
/// use komadai_tournament::files;
///
/// // A report for FIDE, as Swiss-Manager and others write it.
/// let trf = "\
/// 012 Hanoi Open
/// XXR 3
/// 001    1      Nguyen, An                        2100 VIE                         1.0    1     2 w 1
/// 001    2      Tran, Binh                        1900 VIE                         0.0    2     1 b 0
/// ";
/// let file = files::read(trf.as_bytes())?;
/// assert_eq!(file.event.name, "Hanoi Open");
/// assert_eq!(file.event.entries[0].display_name(), "An Nguyen");
/// assert_eq!(file.event.games.len(), 1);
/// # Ok::<(), files::FileError>(())
/// ```
///
/// # Errors
/// It is of no known kind, or something in it is wrong.
pub fn read(bytes: &[u8]) -> Result<File, FileError> {
    if bytes.len() > BYTES_MAX {
        return Err(FileError::TooLong(bytes.len()));
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let known = ALL.iter().find(|known| (known.is_it)(&text)).ok_or(FileError::Unknown)?;
    (known.read)(&text)
}

/// Family name and given name, each on one line; never both empty.
fn names(entry: &Entry) -> (String, String) {
    let (family, given) = entry.family_and_given();
    match (plain(&family), plain(&given)) {
        (family, given) if family.is_empty() && given.is_empty() => ("?".to_owned(), given),
        names => names,
    }
}

/// An entry of that name, with all else to be filled in.
fn named(family: &str, given: &str) -> Entry {
    let (family, given) = (plain(family), plain(given));
    let name = plain(&format!("{given} {family}"));
    let both = !family.is_empty() && !given.is_empty();
    let (family, given) = (both.then_some(family), both.then_some(given));
    Entry { name, family, given, ..Entry::new("") }
}

/// One line without anything that is not to be seen.
fn plain(text: &str) -> String {
    let kept = text.replace(char::is_control, " ");
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words, or nothing.
fn some(text: &str) -> Option<String> {
    Some(plain(text)).filter(|text| !text.is_empty())
}

/// Two letters of ISO 3166.
fn nationality(text: &str) -> Option<String> {
    let is_one = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let known = text.to_ascii_uppercase();
    (is_one && known != "XX").then_some(known)
}

/// `5K`, `3d`, `2 Dan`, a professional's `4p` as 9-dan; what is beyond the ends is the end.
/// Nothing if it is no grade.
fn grade(text: &str) -> Option<Grade> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, scale) = text.split_at_checked(digits)?;
    let number: i64 = number.parse().ok()?;
    let within = |max: i64| i8::try_from(number.clamp(1, max)).ok();
    match scale.trim_start_matches(['-', ' ']).to_ascii_lowercase().as_str() {
        "k" | "kyu" => Grade::kyu(within(30)?),
        "d" | "dan" => Grade::dan(within(9)?),
        "p" | "pro" => Grade::dan(9),
        _ => None,
    }
}

/// Points in half points, as `12`, `12.5`, `12,5` or `12½`.
fn points(text: &str) -> Option<Points> {
    let text = text.replace('½', ".5").replace(',', ".");
    let halves = text.parse::<f64>().ok()? * 2.0;
    (halves.fract() == 0.0 && halves.abs() <= 20_000.0).then(|| Points::halves(halves as i64))
}

/// A handicap by its place in the traditional list: 1 is a lance, 2 a bishop, 5 two pieces.
/// Programs for go know nothing but a number. The first move alone is none.
fn handicap_number(odds: Option<Odds>) -> usize {
    let Some(Odds::Pieces(handicap)) = odds else { return 0 };
    Handicap::LADDER.iter().position(|it| *it == handicap).map_or(0, |at| at + 1)
}

/// The handicap of that number; 0 is none.
fn handicap(number: &str) -> Result<Option<Odds>, String> {
    let max = Handicap::LADDER.len();
    let wrong = || format!("`{number}` is no handicap: write 0 for none, or 1 (lance) to {max}");
    let number: usize = number.parse().map_err(|_| wrong())?;
    let Some(at) = number.checked_sub(1) else { return Ok(None) };
    Handicap::LADDER.get(at).map(|it| Some(Odds::Pieces(*it))).ok_or_else(wrong)
}
