//! Where the side to move may go.

use std::{collections::BTreeMap, fmt::Write as _};

use komadai_rules::Position;
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap as _};

/// The legal moves of a position, by origin.
///
/// On the wire an object: its keys are squares, or a piece's letter and `*` for drops; its
/// values are target squares one after the other, each followed by `?` where promotion may be
/// chosen and by `+` where it is compulsory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dests {
    /// Keys and values one after the other.
    text: String,
    /// Where in the text each key ends, and each value.
    ends: Vec<(u16, u16)>,
}

/// Marks an origin that is a piece in hand.
const FROM_HAND: u32 = 1 << 24;

impl Dests {
    /// The legal moves of the side to move.
    pub fn of(position: &Position) -> Self {
        // One number a move, so that sorting brings origins and targets together:
        // origin (25 bits from bit 16), target (8), promotion (1 in the lowest 8).
        let moves = position.legal_moves();
        let mut keys: Vec<u64> = moves
            .iter()
            .map(|mv| {
                let origin = match (mv.from(), mv.dropped()) {
                    (Some(from), _) => u32::from(from.file()) << 8 | u32::from(from.rank()),
                    (None, kind) => FROM_HAND | kind.map_or(0, |kind| kind.index() as u32),
                };
                let to = mv.to();
                u64::from(origin) << 32
                    | u64::from(to.file()) << 16
                    | u64::from(to.rank()) << 8
                    | u64::from(mv.promotes())
            })
            .collect();
        keys.sort_unstable();

        let mut dests = Self::default();
        let mut origin = None;
        let mut rest = keys.into_iter().peekable();
        while let Some(key) = rest.next() {
            if origin.replace(key >> 32) != Some(key >> 32) {
                dests.begin(position, (key >> 32) as u32);
            }
            let promotes = key & 1 == 1;
            let both = !promotes && rest.next_if_eq(&(key | 1)).is_some();
            dests.push_square((key >> 16) as u8, (key >> 8) as u8);
            if both {
                dests.text.push('?');
            } else if promotes {
                dests.text.push('+');
            }
        }
        dests.close();
        dests
    }

    /// Keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |&(key, value)| {
            let (key, value) = (usize::from(key), usize::from(value));
            let entry = (&self.text[start..key], &self.text[key..value]);
            start = value;
            entry
        })
    }

    /// Whether no move is legal.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn begin(&mut self, position: &Position, origin: u32) {
        self.close();
        if origin & FROM_HAND == 0 {
            self.push_square((origin >> 8) as u8, origin as u8);
        } else if let Some(kind) = position.variant().kinds().nth(usize::from(origin as u8)) {
            self.text.push_str(position.variant().piece(kind).letter);
            self.text.push('*');
        }
        self.ends.push((self.text.len() as u16, 0));
    }

    fn close(&mut self) {
        let end = self.text.len() as u16;
        if let Some(last) = self.ends.last_mut() {
            last.1 = end;
        }
    }

    fn push_square(&mut self, file: u8, rank: u8) {
        if file >= 10 {
            self.text.push('1');
        }
        self.text.push(char::from(b'0' + file % 10));
        self.text.push(char::from(b'a' + rank - 1));
    }
}

impl Serialize for Dests {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.ends.len()))?;
        for (key, value) in self.iter() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Dests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut dests = Self::default();
        for (key, value) in entries {
            let _ = write!(dests.text, "{key}");
            let key_end = dests.text.len();
            let _ = write!(dests.text, "{value}");
            let (Ok(key_end), Ok(end)) = (u16::try_from(key_end), u16::try_from(dests.text.len()))
            else {
                return Err(serde::de::Error::custom("too many destinations"));
            };
            dests.ends.push((key_end, end));
        }
        Ok(dests)
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Variant;

    use super::*;

    fn check(sfen: &str, expected: &[(&str, &str)]) {
        let position = Position::from_sfen(Variant::standard(), sfen).unwrap();
        let dests = Dests::of(&position);
        assert_eq!(dests.iter().collect::<Vec<_>>(), expected, "{sfen}");
        let json = serde_json::to_string(&dests).unwrap();
        let mut read: Vec<_> = serde_json::from_str::<Dests>(&json)
            .unwrap()
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let mut written: Vec<_> =
            expected.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        read.sort();
        written.sort();
        assert_eq!(read, written);
    }

    #[test]
    fn promotions_are_marked() {
        check(
            "4k4/9/3P5/9/9/9/9/9/K7L b - 1",
            &[("1i", "1a+1b?1c?1d1e1f1g1h"), ("6c", "6b?"), ("9i", "8h8i9h")],
        );
    }

    #[test]
    fn drops_are_by_letter() {
        check(
            "K7k/9/9/9/9/9/9/9/PPPPPPP1P b Pr 1",
            &[
                ("1i", "1h"),
                ("3i", "3h"),
                ("4i", "4h"),
                ("5i", "5h"),
                ("6i", "6h"),
                ("7i", "7h"),
                ("8i", "8h"),
                ("9a", "8a8b9b"),
                ("9i", "9h"),
                ("P*", "2b2c2d2e2f2g2h2i"),
            ],
        );
    }
}
