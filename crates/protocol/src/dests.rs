//! Where the side to move may go.

use std::{borrow::Cow, collections::BTreeMap, fmt::Write as _, ops::Range};

use komadai_rules::{ByOrigin, Kind, Position, Square, Squares, Variant};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The legal moves of a position, by origin.
///
/// An object on the wire: its keys are squares, or a piece's letter and `*` for drops; its values
/// are concatenated target squares, each followed by `?` where promotion is optional and by `+`
/// where it is compulsory.
///
/// A key of two squares is a piece and what it captures on its way (§9.3), with the squares it may
/// continue to as its value; if the second square is empty, it is a pass and the value is the first
/// square. A square and `!` is a piece, with the squares of the lions it may not capture as its
/// value (§9.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dests {
    /// The object as it is sent. None of its characters ever needs escaping.
    json: String,
}

impl Dests {
    /// The legal moves of the side to move.
    pub fn of(position: &Position) -> Self {
        let mut json = Vec::with_capacity(1024);
        write_dests(position, &mut json);
        // It consists of letters, digits and a few punctuation marks.
        Self { json: String::from_utf8(json).unwrap_or_default() }
    }

    /// The keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut quoted = self.json.split('"').skip(1).step_by(2);
        std::iter::from_fn(move || Some((quoted.next()?, quoted.next()?)))
    }

    /// Whether no move is legal.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl Default for Dests {
    fn default() -> Self {
        Self { json: "{}".to_owned() }
    }
}

/// Appends the legal moves of the side to move in the format of [`Dests`], without building a list
/// first, because this runs for every move that is played.
pub(crate) fn write_dests(position: &Position, out: &mut Vec<u8>) {
    let begin = out.len();
    let mut writer = Writer { out, variant: position.variant(), last_drop: None };
    position.legal_moves_by_origin(&mut writer);
    if out.len() == begin {
        out.push(b'{');
    }
    out.push(b'}');
}

/// Writes origins and targets as they arrive.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
    variant: Variant,
    /// The squares of the last drop, and where their text is: most kinds of piece share them.
    last_drop: Option<(Squares, Range<usize>)>,
}

impl ByOrigin for Writer<'_> {
    fn piece(&mut self, from: Square, promoting: Squares, plain: Squares) {
        self.begin_key();
        self.square(from);
        self.out.extend_from_slice(br#"":""#);
        if promoting.is_empty() {
            plain.for_each(|to| self.square(to));
        } else {
            promoting.with(plain).for_each(|to| {
                self.square(to);
                match (promoting.has(to), plain.has(to)) {
                    (true, true) => self.out.push(b'?'),
                    (true, false) => self.out.push(b'+'),
                    _ => {}
                }
            });
        }
        self.out.push(b'"');
    }

    fn way(&mut self, from: Square, via: Square, to: Squares) {
        self.begin_key();
        self.square(from);
        self.square(via);
        self.out.extend_from_slice(br#"":""#);
        to.for_each(|to| self.square(to));
        self.out.push(b'"');
    }

    fn spared(&mut self, from: Square, lions: Squares) {
        self.begin_key();
        self.square(from);
        self.out.extend_from_slice(br#"!":""#);
        lions.for_each(|lion| self.square(lion));
        self.out.push(b'"');
    }

    fn drop(&mut self, kind: Kind, on: Squares) {
        self.begin_key();
        self.out.extend_from_slice(self.variant.piece(kind).letter.as_bytes());
        self.out.extend_from_slice(br#"*":""#);
        let begin = self.out.len();
        match &self.last_drop {
            Some((squares, text)) if *squares == on => self.out.extend_from_within(text.clone()),
            _ => {
                on.for_each(|to| self.square(to));
                self.last_drop = Some((on, begin..self.out.len()));
            }
        }
        self.out.push(b'"');
    }
}

impl Writer<'_> {
    /// Up to and including the quotation mark before a key.
    fn begin_key(&mut self) {
        let is_first = self.out.last() != Some(&b'"');
        self.out.extend_from_slice(if is_first { br#"{""# } else { br#",""# });
    }

    fn square(&mut self, square: Square) {
        match SQUARES.get(square.index()) {
            Some(&[b'0', file, rank]) => self.out.extend_from_slice(&[file, rank]),
            Some(wide) => self.out.extend_from_slice(wide),
            None => {}
        }
    }
}

/// Every square in USI, its file in two digits.
const SQUARES: [[u8; 3]; Square::COUNT] = {
    let mut squares = [[0; 3]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::from_index(index) {
            let (file, rank) = (square.file(), square.rank());
            squares[index] = [b'0' + file / 10, b'0' + file % 10, b'a' + rank - 1];
        }
        index += 1;
    }
    squares
};

impl JsonSchema for Dests {
    fn schema_name() -> Cow<'static, str> {
        "Dests".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "The legal moves by origin, a square or a piece's letter and `*`: squares \
                            one after the other, each followed by `?` where promotion may be chosen \
                            and by `+` where it is compulsory. A key of two squares is a piece and \
                            what it takes on its way (or, where nothing stands there, a pass), a \
                            square and `!` a piece and the lions that it may not take.",
            "additionalProperties": { "type": "string" },
        })
    }
}

impl Serialize for Dests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Dests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut json = String::new();
        for (key, value) in &entries {
            let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "+*?!".contains(sign);
            if !key.chars().chain(value.chars()).all(is_plain) {
                return Err(serde::de::Error::custom("a destination is a square in USI"));
            }
            json.push(if json.is_empty() { '{' } else { ',' });
            // Writing to a string does not fail.
            let _ = write!(json, r#""{key}":"{value}""#);
        }
        if json.is_empty() {
            json.push('{');
        }
        json.push('}');
        Ok(Self { json })
    }
}
