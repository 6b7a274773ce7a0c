//! The file formats, one file each.
//!
//! # How to add one
//! 1. Write `formats/NAME.rs` with a `pub(super) static DEF: Def`: its names, how to know it, how
//!    to read and how to write it. Begin from the smallest that is like it.
//! 2. Add the module, a constant and its line in [`ALL`] here.
//! 3. Add what it can carry to `tests/it/roundtrip.rs`; the table tests there walk [`ALL`].
//!
//! Where else it is known is in CONTRIBUTING.md.

use std::fmt;

use komadai_rules::Variant;

use crate::{Encoding, Error, Record, tape::Notes};

pub(crate) mod csa;
mod hodges;
mod jkf;
pub(crate) mod kakinoki;
mod ki2;
mod kif;
mod movetext;
pub(crate) mod servers;
mod usi;
mod vietnamese;
mod western;

/// Kakinoki's KIF, the format of most programs: `.kif` in Shift_JIS, `.kifu` in UTF-8.
///
/// ```
/// use komadai_kifu::{formats::KIF, read};
///
/// let reading = read("1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), Some(KIF))?;
/// assert_eq!(reading.records[0].moves().count(), 2);
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const KIF: Format = Format(&kif::DEF);
/// JSON, as Kifu for JS has it.
///
/// ```
/// use komadai_kifu::{formats::JKF, read};
///
/// let jkf = r#"{"header":{"先手":"An"},"moves":[
///     {},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}]}"#;
/// let reading = read(jkf.as_bytes(), Some(JKF))?;
/// assert_eq!(reading.records[0].moves().count(), 1);
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const JKF: Format = Format(&jkf::DEF);
/// Moves as people write them: `.ki2`.
///
/// ```
/// use komadai_kifu::{formats::KI2, read};
///
/// let reading = read("▲７六歩 △３四歩 ▲２二角成 △同銀".as_bytes(), Some(KI2))?;
/// assert_eq!(reading.records[0].moves().count(), 4);
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const KI2: Format = Format(&ki2::DEF);
/// The Computer Shogi Association's format, version 2.2, which every program reads.
///
/// ```
/// use komadai_kifu::{formats::CSA, read};
///
/// let reading = read(b"PI\n+\n+7776FU\nT3\n-3334FU\nT5\n%CHUDAN\n", Some(CSA))?;
/// let game = &reading.records[0];
/// assert_eq!(game.node(game.at_ply(2)).spent_ms, Some(5_000));
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const CSA: Format = Format(&csa::DEF);
/// … and version 3.0, which has times in milliseconds and names its encoding.
pub const CSA3: Format = Format(&csa::DEF_3);
/// A line of the engine protocol: `position startpos moves 7g7f 3c3d`.
///
/// ```
/// use komadai_kifu::{formats::USI, read};
///
/// let line = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b";
/// let reading = read(line.as_bytes(), Some(USI))?;
/// assert!(reading.records[0].position(reading.records[0].at_ply(1)).is_mate());
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const USI: Format = Format(&usi::DEF);
/// For people, in Hosking's notation.
///
/// ```
/// use komadai_kifu::{Encoding, convert, formats};
///
/// let usi = "position startpos moves 7g7f 3c3d 8h2b+".as_bytes();
/// let as_text = |format| {
///     let file = convert(usi, None, format, Encoding::Utf8)?;
///     Ok::<_, komadai_kifu::Error>(String::from_utf8_lossy(&file).into_owned())
/// };
/// assert!(as_text(formats::WESTERN)?.contains("Bx22+"));
/// assert!(as_text(formats::HODGES)?.contains("Bx2b+"));
/// assert!(as_text(formats::VIETNAMESE)?.contains("Tgx22+"));
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
pub const WESTERN: Format = Format(&western::DEF);
/// For people, in Hodges' notation.
pub const HODGES: Format = Format(&hodges::DEF);
/// For people, in Vietnamese.
pub const VIETNAMESE: Format = Format(&vietnamese::DEF);

/// Every format. Those whose files are known for certain come first: see [`Format::detect`].
pub const ALL: &[Format] = &[USI, JKF, WESTERN, HODGES, VIETNAMESE, CSA, CSA3, KI2, KIF];

/// A file format.
#[derive(Clone, Copy)]
pub struct Format(&'static Def);

/// The games of a file, or why it cannot be read.
type ReadGames = Result<Vec<Record>, Error>;

/// Writes several games into one text.
type WriteGames = fn(&[Record], Encoding, &mut String) -> Result<(), Error>;

/// A format as data.
struct Def {
    /// Its name on the command line and in addresses.
    name: &'static str,
    /// How its files end, the usual way first, with the encoding that this means.
    extensions: &'static [(&'static str, Encoding)],
    /// Its media type, without the character set.
    media_type: &'static str,
    /// Whether a text is in this format. Asked in the order of [`ALL`]; the first yes counts.
    is_it: fn(&str) -> bool,
    /// Reads every game in a text. The variant is what the caller knows of it.
    read: fn(&str, Option<Variant>, &mut Notes) -> ReadGames,
    /// Writes one game, with a line end at its end.
    write: fn(&Record, Encoding, &mut String) -> Result<(), Error>,
    /// Writes several games, where that is not one after the other.
    write_all: Option<WriteGames>,
    /// What stands between two games in one file.
    between: &'static str,
    /// Whether its files are read line by line.
    has_lines: bool,
    /// The line end in Shift_JIS files, which Windows programs read.
    crlf: bool,
}

impl Format {
    /// Its name on the command line and in addresses: `kif`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The format with this name, or with files that end so: `kif`, `kifu`.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = ALL.iter().find(|format| format.name().eq_ignore_ascii_case(name));
        named.copied().or_else(|| Self::from_extension(name).map(|(format, _)| format))
    }

    /// The format of files that end so, and the encoding which that means.
    ///
    /// ```
    /// use komadai_kifu::{Encoding, Format, formats};
    ///
    /// assert_eq!(Format::from_extension("kif"), Some((formats::KIF, Encoding::ShiftJis)));
    /// assert_eq!(Format::from_extension("kifu"), Some((formats::KIF, Encoding::Utf8)));
    /// assert_eq!(formats::CSA.extension(Encoding::Utf8), "csa");
    /// ```
    pub fn from_extension(extension: &str) -> Option<(Self, Encoding)> {
        ALL.iter().find_map(|format| {
            let mut known = format.0.extensions.iter();
            let (_, encoding) = known.find(|(known, _)| known.eq_ignore_ascii_case(extension))?;
            Some((*format, *encoding))
        })
    }

    /// How a file in this format and encoding ends, without the dot.
    pub fn extension(self, encoding: Encoding) -> &'static str {
        let mut known = self.0.extensions.iter();
        let fitting = known.find(|(_, known)| *known == encoding);
        fitting.or(self.0.extensions.first()).map_or("txt", |(extension, _)| extension)
    }

    /// The `Content-Type` of a file in this format and encoding.
    pub fn media_type(self, encoding: Encoding) -> String {
        format!("{}; charset={}", self.0.media_type, encoding.charset())
    }

    /// The format of a text, by what it looks like.
    ///
    /// ```
    /// use komadai_kifu::{Format, formats};
    ///
    /// assert_eq!(Format::detect("+7776FU\n-3334FU\n"), Some(formats::CSA));
    /// assert_eq!(Format::detect("▲７六歩 △３四歩"), Some(formats::KI2));
    /// assert_eq!(Format::detect("an ordinary text"), None);
    /// ```
    pub fn detect(text: &str) -> Option<Self> {
        ALL.iter().copied().find(|format| (format.0.is_it)(text))
    }

    /// What parts two games of which the second may begin as it likes.
    pub(crate) fn divider(self) -> &'static str {
        if self == KIF || self == KI2 {
            "\n#KIF\n"
        } else if self == CSA {
            "\n/\n"
        } else {
            "\n"
        }
    }

    /// Whether its files are read line by line.
    pub(crate) fn has_lines(self) -> bool {
        self.0.has_lines
    }

    pub(crate) fn read(
        self,
        text: &str,
        variant: Option<Variant>,
        notes: &mut Notes,
    ) -> Result<Vec<Record>, Error> {
        (self.0.read)(text, variant, notes)
    }

    pub(crate) fn write(self, records: &[Record], encoding: Encoding) -> Result<String, Error> {
        let mut text = String::new();
        if let Some(write_all) = self.0.write_all
            && records.len() > 1
        {
            write_all(records, encoding, &mut text)?;
            return Ok(text);
        }
        for record in records {
            if !text.is_empty() {
                text.push_str(self.0.between);
            }
            (self.0.write)(record, encoding, &mut text)?;
        }
        if self.0.crlf && encoding == Encoding::ShiftJis {
            text = text.replace('\n', "\r\n");
        }
        Ok(text)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl std::hash::Hash for Format {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a 手合割 has a name for, so that a reader does not take it for shogi.
fn only_named(format: Format, record: &Record) -> Result<(), Error> {
    let variant = record.variant();
    match variant.def().kif {
        Some(_) => Ok(()),
        None => Err(Error::CannotHold { format, what: format!("a game of {variant}") }),
    }
}

/// Shogi is all that this format has words for.
fn only_standard(format: Format, record: &Record) -> Result<(), Error> {
    let variant = record.variant();
    if variant == Variant::standard() {
        Ok(())
    } else {
        Err(Error::CannotHold { format, what: format!("a game of {variant}") })
    }
}
