//! Game records: reading and writing what the shogi world uses.
//!
//! There is one model, [`Record`]: a start, headers, and a tree of moves with times, comments,
//! bookmarks and ends. Each file format is one file in [`formats`]. Nothing here opens files,
//! reads a clock or knows of HTTP: bytes come in and bytes go out.
//!
//! ```
//! use komadai_kifu::{Encoding, formats, read, write};
//!
//! let reading = read("position startpos moves 7g7f 3c3d".as_bytes(), None)?;
//! assert_eq!(reading.format, formats::USI);
//! let kif = write(&reading.records, formats::KIF, Encoding::Utf8)?;
//! assert!(String::from_utf8_lossy(&kif).contains("７六歩(77)"));
//! # Ok::<(), komadai_kifu::Error>(())
//! ```

#![warn(missing_docs)]

use komadai_rules::Variant;

#[cfg(feature = "diagrams")]
pub use crate::diagrams::{
    Certificate, Diagram, DiagramError, GifOptions, TextDirection, Theme, can_draw, gif,
};
use crate::envelope::Envelope;
pub use crate::{
    board::CannotPlay,
    clock::{TimeLimit, date},
    error::{Error, Note, Problem, TextPlace},
    formats::Format,
    headers::{Headers, Key},
    lines::Lines,
    notations::{NoMove, Notation},
    outcome::{Cause, Outcome},
    record::{BuildError, Node, NodeId, Record, RecordBuilder, Step, TooLong, Visit, Walk},
    text::Encoding,
};

mod board;
mod clock;
pub mod csa;
mod cursor;
#[cfg(feature = "diagrams")]
pub mod diagrams;
mod envelope;
mod error;
pub mod formats;
mod headers;
pub mod limits;
mod lines;
pub mod notations;
mod outcome;
mod record;
mod starts;
mod tape;
mod text;
mod variant_names;
mod words;

/// What was read from a file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The games in the order of the file; never none.
    pub records: Vec<Record>,
    /// The format the file is in.
    pub format: Format,
    /// The name of the encoding the file is in, as `Shift_JIS`.
    pub charset: &'static str,
    /// What was passed over or put right.
    pub notes: Vec<Note>,
}

/// Reads every game in a file. Where no format is given it is found out.
///
/// ```
/// use komadai_kifu::{Cause, Key, formats, read};
/// use komadai_rules::Side;
///
/// let kif = "\
/// 手合割：平手
/// 先手：An
/// 後手：Bình
/// 手数----指手---------消費時間--
///    1 ７六歩(77)   ( 0:03/00:00:03)
/// *The usual beginning.
///    2 ３四歩(33)   ( 0:05/00:00:05)
///    3 投了
/// ";
/// let reading = read(kif.as_bytes(), Some(formats::KIF))?;
/// let game = &reading.records[0];
/// assert_eq!(game.player(Side::Gote), Some("Bình"));
/// assert_eq!(game.headers.get(&Key::Sente), Some("An"));
/// assert_eq!(game.moves().count(), 2);
/// assert_eq!(game.node(game.at_ply(1)).comments, ["The usual beginning."]);
/// assert_eq!(game.node(game.at_ply(2)).spent_ms, Some(5_000));
/// let outcome = game.outcome().expect("it says how the game ended");
/// assert_eq!((&outcome.cause, outcome.winner), (&Cause::Resignation, Some(Side::Gote)));
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
///
/// # Errors
/// If the file is in no known format, or is broken so that a move or the start is not known.
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Reading, Error> {
    read_as(bytes, format, None)
}

/// Reads every game in a file, where the variant is known. Only USI, which does not name it, asks.
///
/// ```
/// use komadai_kifu::{formats, read_as};
/// use komadai_rules::Variant;
///
/// let minishogi = Variant::from_name("minishogi");
/// let bytes = "position startpos moves 4e4d 2a2b".as_bytes();
/// let reading = read_as(bytes, Some(formats::USI), minishogi)?;
/// assert_eq!(Some(reading.records[0].variant()), minishogi);
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
///
/// # Errors
/// As [`read`].
pub fn read_as(
    bytes: &[u8],
    format: Option<Format>,
    variant: Option<Variant>,
) -> Result<Reading, Error> {
    read_until(bytes, format, variant, None)
}

/// Reads every game in a file, unless `should_stop`, which is asked now and then, says that it has
/// taken too long or that nobody wants it any more.
///
/// # Errors
/// As [`read`], and [`Error::Stopped`].
pub fn read_unless(
    bytes: &[u8],
    format: Option<Format>,
    variant: Option<Variant>,
    should_stop: impl Fn() -> bool + 'static,
) -> Result<Reading, Error> {
    read_until(bytes, format, variant, Some(Box::new(should_stop)))
}

fn read_until(
    bytes: &[u8],
    format: Option<Format>,
    variant: Option<Variant>,
    should_stop: Option<tape::ShouldStop>,
) -> Result<Reading, Error> {
    let mut decoded = text::decode(bytes)?;
    let envelope = Envelope::open(&decoded.text);
    let format = match &envelope {
        Some(envelope) => {
            decoded.text.clone_from(&envelope.text);
            Some(format.filter(|format| *format != formats::JKF).unwrap_or(envelope.format))
        }
        None => format.or_else(|| Format::detect(&decoded.text)),
    };
    let format = format.ok_or(Error::UnknownFormat)?;
    if format.has_lines()
        && let Some(long) =
            cursor::lines(&decoded.text).find(|line| line.text.len() > limits::LINE_BYTES_MAX)
    {
        let problem = Problem::TooMany { what: "bytes in one line", max: limits::LINE_BYTES_MAX };
        return Err(Error::Text { at: long.place(), problem });
    }
    let mut notes = tape::Notes::new(decoded.notes, should_stop);
    let variant = variant.or(envelope.as_ref().and_then(|envelope| envelope.variant));
    let mut records = format.read(&decoded.text, variant, &mut notes)?;
    if records.is_empty() {
        return Err(Error::Empty);
    }
    records.iter_mut().for_each(|record| envelope::results::tell_headers(record, &mut notes));
    if let Some(envelope) = envelope {
        envelope.tell(&mut records, &mut notes);
    }
    Ok(Reading { records, format, charset: decoded.charset, notes: notes.list })
}

/// Writes games into one file.
///
/// ```
/// use komadai_kifu::{Encoding, Record, formats, write};
/// use komadai_rules::{Move, Position, Variant};
///
/// let mut builder = Record::builder(Position::start(Variant::standard()));
/// builder.play(Move::from_usi(Variant::standard(), "7g7f")?, None)?;
/// let csa = write(&[builder.finish()], formats::CSA, Encoding::Utf8)?;
/// assert!(String::from_utf8_lossy(&csa).contains("+7776FU"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format has no words for one of them, as KIF has none for Heian dai shogi.
pub fn write(records: &[Record], format: Format, encoding: Encoding) -> Result<Vec<u8>, Error> {
    if records.is_empty() {
        return Err(Error::Empty);
    }
    let text = format.write(records, encoding)?;
    Ok(text::encode(&text, encoding))
}

/// Turns a file in one format into a file in another.
///
/// ```
/// use komadai_kifu::{Encoding, convert, formats};
///
/// let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n".as_bytes();
/// let ki2 = convert(csa, None, formats::KI2, Encoding::Utf8)?;
/// assert!(String::from_utf8_lossy(&ki2).contains("▲７六歩"));
/// # Ok::<(), komadai_kifu::Error>(())
/// ```
///
/// # Errors
/// As [`read`] and [`write`].
pub fn convert(
    bytes: &[u8],
    from: Option<Format>,
    to: Format,
    encoding: Encoding,
) -> Result<Vec<u8>, Error> {
    write(&read(bytes, from)?.records, to, encoding)
}
