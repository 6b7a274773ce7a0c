//! Bytes to characters and back.
//!
//! Records come in Shift_JIS (with the extensions of Windows), in UTF-8 with and without a byte
//! order mark, and, from the machines of the nineties, in EUC-JP and ISO-2022-JP; editors also
//! save UTF-16. They are written in UTF-8 or Shift_JIS.

use encoding_rs::{
    CoderResult, DecoderResult, EUC_JP, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{
    Error,
    error::{Note, Problem, TextPlace},
    limits,
};

/// The encodings in which records are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, without a byte order mark.
    #[default]
    Utf8,
    /// Shift_JIS as Windows has it: what old programs read, and what `.kif` means.
    ShiftJis,
}

impl Encoding {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Utf8, Self::ShiftJis];

    /// The name on the command line: `utf8` or `sjis`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf8",
            Self::ShiftJis => "sjis",
        }
    }

    /// The encoding with that name on the command line.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.name() == name)
    }

    /// The name in a `charset=` and in the first line of a record.
    pub fn charset(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
        }
    }
}

/// A file as text.
#[derive(Clone, Debug)]
pub(crate) struct DecodedText {
    pub(crate) text: String,
    /// The name of the encoding in which it was read.
    pub(crate) charset: &'static str,
    /// Where bytes were no characters.
    pub(crate) notes: Vec<Note>,
}

/// Reads a file in the encoding it is written in.
pub(crate) fn decode(bytes: &[u8]) -> Result<DecodedText, Error> {
    if bytes.len() > limits::FILE_BYTES_MAX {
        return Err(Error::TooLong);
    }
    let (encoding, mark) = detect(bytes);
    let bytes = bytes.get(mark..).unwrap_or_default();
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 2);
    let mut notes = Vec::new();
    // How much of the text has been counted, and the place of its end.
    let (mut counted, mut place) = (0, TextPlace::START);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    // Each call of the decoder touches all the room it is given, so it is given little.
    let mut part = String::with_capacity(PART_BYTES * 4);
    let mut rest = bytes;
    loop {
        let (chunk, after) = rest.split_at_checked(PART_BYTES).unwrap_or((rest, &[]));
        let is_last = after.is_empty();
        part.clear();
        let (is_empty, read, is_malformed) = if notes.len() < limits::NOTES_MAX {
            let (result, read) =
                decoder.decode_to_string_without_replacement(chunk, &mut part, is_last);
            let is_malformed = matches!(result, DecoderResult::Malformed(..));
            (result == DecoderResult::InputEmpty, read, is_malformed)
        } else {
            let (result, read, _) = decoder.decode_to_string(chunk, &mut part, is_last);
            (result == CoderResult::InputEmpty, read, false)
        };
        text.push_str(&part);
        rest = rest.get(read..).unwrap_or_default();
        if is_malformed {
            place = end_of(place, text.get(counted..).unwrap_or_default());
            counted = text.len();
            let problem = Problem::Bytes { encoding: encoding.name() };
            notes.push(Note { at: place, problem });
            text.push(char::REPLACEMENT_CHARACTER);
        }
        if is_empty && is_last {
            break;
        }
    }
    Ok(DecodedText { text, charset: encoding.name(), notes })
}

/// How much is decoded at once. A byte becomes at most three.
const PART_BYTES: usize = 4 << 10;

/// The place of the character that comes after a text that begins at a place.
pub(crate) fn end_of(start: TextPlace, text: &str) -> TextPlace {
    let last = text.rsplit('\n').next().unwrap_or_default();
    let columns = last.chars().count() as u32;
    match text.bytes().filter(|&byte| byte == b'\n').count() as u32 {
        0 => TextPlace { column: start.column + columns, ..start },
        n_lines => TextPlace { line: start.line + n_lines, column: columns + 1 },
    }
}

/// The encoding of a file, and how long its byte order mark is.
fn detect(bytes: &[u8]) -> (&'static encoding_rs::Encoding, usize) {
    if let Some(marked) = encoding_rs::Encoding::for_bom(bytes) {
        return marked;
    }
    if let Some(wide) = utf_16(bytes) {
        return (wide, 0);
    }
    if std::str::from_utf8(bytes).is_ok() {
        // ISO-2022-JP is written with seven bits.
        let shifts = bytes.windows(2).any(|two| matches!(two, b"\x1b$" | b"\x1b("));
        return (if shifts && bytes.is_ascii() { ISO_2022_JP } else { UTF_8 }, 0);
    }
    // What a file says of itself is not true when an editor has saved it again.
    let declared = declared(bytes).filter(|encoding| {
        encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
    });
    (declared.unwrap_or_else(|| likeliest(bytes)), 0)
}

/// UTF-16 without a mark: every record has ASCII in it, of which every other byte is zero, as no
/// byte of another encoding is.
fn utf_16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    const HEAD: usize = 4 << 10;
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let zeros = |nth: usize| head.iter().skip(nth).step_by(2).filter(|&&byte| byte == 0).count();
    let (high, low) = (zeros(0), zeros(1));
    if high == low {
        return None;
    }
    Some(if high > low { UTF_16BE } else { UTF_16LE })
}

/// What the first line says, as `#KIF version=2.0 encoding=Shift_JIS` or `'CSA encoding=UTF-8`.
fn declared(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let line = bytes.split(|&byte| byte == b'\n').next()?;
    let name = b"encoding=";
    let from = line.windows(name.len()).position(|part| part.eq_ignore_ascii_case(name))?;
    let label = line.get(from + name.len()..)?;
    let end = label.iter().position(u8::is_ascii_whitespace).unwrap_or(label.len());
    encoding_rs::Encoding::for_label(label.get(..end)?)
}

/// The encoding in which the bytes make the best Japanese: the fewest bytes that are nothing,
/// then the fewest half-width katakana, as which EUC-JP appears when it is read as Shift_JIS.
fn likeliest(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    const HEAD: usize = 64 << 10;
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    let oddness = |encoding: &'static encoding_rs::Encoding| {
        let (text, _) = encoding.decode_without_bom_handling(head);
        let broken = text.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        let narrow = text.chars().filter(|c| ('\u{ff61}'..='\u{ff9f}').contains(c)).count();
        broken * 100 + narrow
    };
    [SHIFT_JIS, EUC_JP, UTF_8]
        .into_iter()
        .min_by_key(|&encoding| oddness(encoding))
        .unwrap_or(UTF_8)
}

/// Writes a text in an encoding.
///
/// What Shift_JIS does not have is written by its nearest relative: ☗ as ▲, Vietnamese letters
/// without their marks. What has no relative becomes 〓, the printers' mark for a missing
/// letter. The character by which ISO-2022-JP is known is written as its picture.
pub(crate) fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let text = text.replace('\x1b', "␛");
    match encoding {
        Encoding::Utf8 => text.into_bytes(),
        Encoding::ShiftJis => SHIFT_JIS.encode(&for_shift_jis(&text)).0.into_owned(),
    }
}

/// The same text with nothing in it that Shift_JIS does not have.
pub(crate) fn for_shift_jis(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    // Composed first: か + ゛ is one letter in Shift_JIS, and ế has one base letter.
    for sign in text.nfc() {
        if is_in_shift_jis(sign) {
            plain.push(sign);
        } else if let Some(relative) = relative(sign) {
            plain.push_str(relative);
        } else if !is_combining_mark(sign) && !is_invisible(sign) {
            let mut base = sign.nfkd().filter(|&part| !is_combining_mark(part)).peekable();
            if base.peek().is_some() && base.clone().all(is_in_shift_jis) {
                plain.extend(base);
            } else {
                plain.push('〓');
            }
        }
    }
    plain
}

fn is_in_shift_jis(sign: char) -> bool {
    if sign.is_ascii() {
        return true;
    }
    let mut buffer = [0; 4];
    let (_, _, replaced) = SHIFT_JIS.encode(sign.encode_utf8(&mut buffer));
    // encoding_rs writes these two as the backslash and the tilde, which are other characters.
    !replaced && !matches!(sign, '¥' | '‾')
}

fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// How a character that Shift_JIS does not have is written there.
fn relative(sign: char) -> Option<&'static str> {
    Some(match sign {
        '☗' | '⛊' => "▲",
        '☖' | '⛉' => "△",
        '\u{301c}' => "～",
        '\u{2014}' | '\u{2013}' => "―",
        '\u{2016}' => "∥",
        '¢' => "￠",
        '£' => "￡",
        '¬' => "￢",
        '¥' => "￥",
        '‾' => "￣",
        '¦' => "|",
        '•' | '·' | '‧' => "・",
        '\u{a0}' => " ",
        'đ' => "d",
        'Đ' => "D",
        'ø' => "o",
        'Ø' => "O",
        'ł' => "l",
        'Ł' => "L",
        'ß' => "ss",
        'æ' => "ae",
        'Æ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'þ' => "th",
        'Þ' => "Th",
        'ð' => "d",
        'Ð' => "D",
        'ı' => "i",
        _ => return None,
    })
}
