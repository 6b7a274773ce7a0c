//! Where the side to move may go.

use std::{collections::BTreeMap, fmt::Write as _};

use komadai_rules::{Move, Position};
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

/// How many origins there are: squares by file and rank in four bits each, then pieces in hand.
const ORIGINS: usize = 256 + 64;

/// May promote, in a target.
const MAY: u8 = 1;

/// May stay as it is, in a target.
const NEED_NOT: u8 = 2;

/// A square by file and rank, and what may be chosen there.
type Target = (u8, u8);

impl Dests {
    /// The legal moves of the side to move.
    pub fn of(position: &Position) -> Self {
        let moves = position.legal_moves();
        let origin = |mv: &Move| match (mv.from(), mv.dropped()) {
            (Some(from), _) => usize::from(from.file() << 4 | from.rank()),
            (None, kind) => 256 + kind.map_or(0, |kind| kind.index() % 64),
        };
        // Moves are brought together by their origin: they are counted, each origin is given its
        // place, and both ways to go to a square, with and without promotion, become one.
        let mut counts = [0u16; ORIGINS];
        let mut origins: Vec<u16> = Vec::with_capacity(32);
        for mv in moves.iter() {
            let origin = origin(mv);
            if counts[origin] == 0 {
                origins.push(origin as u16);
            }
            counts[origin] += 1;
        }
        // From here on a count is where the origin's next target goes.
        let mut begin = 0;
        for &origin in &origins {
            begin += std::mem::replace(&mut counts[usize::from(origin)], begin);
        }
        let mut places = [(0u16, false); ORIGINS];
        for &origin in &origins {
            places[usize::from(origin)].0 = counts[usize::from(origin)];
        }
        let mut targets: Vec<Target> = vec![(0, 0); moves.len()];
        for mv in moves.iter() {
            let origin = origin(mv);
            let to = mv.to().file() << 4 | mv.to().rank();
            let choice = if mv.promotes() { MAY } else { NEED_NOT };
            let (begin, has_promotions) = &mut places[origin];
            let (first, next) = (usize::from(*begin), usize::from(counts[origin]));
            // Most moves know no promotion: only for the others is there something to look for.
            *has_promotions |= mv.promotes();
            let same = if *has_promotions {
                targets[first..next].iter_mut().rev().find(|(it, _)| *it == to)
            } else {
                None
            };
            match same {
                Some((_, choices)) => *choices |= choice,
                None => {
                    targets[next] = (to, choice);
                    counts[origin] += 1;
                }
            }
        }

        let mut dests = Self {
            text: String::with_capacity(3 * moves.len() + 3 * origins.len()),
            ends: Vec::with_capacity(origins.len()),
        };
        origins.sort_unstable();
        for &origin in &origins {
            let origin = usize::from(origin);
            match u8::try_from(origin) {
                Ok(square) => dests.push_square(square),
                Err(_) => {
                    if let Some(kind) = position.variant().kinds().nth(origin - 256) {
                        dests.text.push_str(position.variant().piece(kind).letter);
                    }
                    dests.text.push('*');
                }
            }
            let key_end = dests.text.len() as u16;
            for &(to, choices) in
                &targets[usize::from(places[origin].0)..usize::from(counts[origin])]
            {
                dests.push_square(to);
                match choices {
                    MAY => dests.text.push('+'),
                    NEED_NOT => {}
                    _ => dests.text.push('?'),
                }
            }
            dests.ends.push((key_end, dests.text.len() as u16));
        }
        dests
    }

    /// Appends it as JSON. Its signs are letters, digits and `*?+`, none of which is escaped.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        out.reserve(self.text.len() + 6 * self.ends.len() + 2);
        out.push(b'{');
        for (n, (key, value)) in self.iter().enumerate() {
            out.extend_from_slice(if n == 0 { b"\"" } else { b",\"" });
            out.extend_from_slice(key.as_bytes());
            out.extend_from_slice(b"\":\"");
            out.extend_from_slice(value.as_bytes());
            out.push(b'"');
        }
        out.push(b'}');
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

    /// Appends a square given by file and rank in four bits each.
    fn push_square(&mut self, square: u8) {
        let (file, rank) = (square >> 4, square & 15);
        if file >= 10 {
            self.text.push('1');
        }
        self.text.push(char::from(b'0' + file % 10));
        self.text.push(char::from(b'a' + rank.saturating_sub(1)));
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
        let sorted = |value: &str| {
            // Two signs a square, and a mark behind some.
            let mut squares: Vec<String> = Vec::new();
            for sign in value.chars() {
                match squares.last_mut() {
                    Some(last) if !sign.is_ascii_digit() => last.push(sign),
                    _ => squares.push(sign.to_string()),
                }
            }
            squares.sort();
            squares.concat()
        };
        let found: Vec<_> =
            dests.iter().map(|(key, value)| (key.to_owned(), sorted(value))).collect();
        let wanted: Vec<_> =
            expected.iter().map(|(key, value)| ((*key).to_owned(), sorted(value))).collect();
        assert_eq!(found, wanted, "{sfen}");
        let json = serde_json::to_string(&dests).unwrap();
        let mut written_out = Vec::new();
        dests.write_json(&mut written_out);
        assert_eq!(String::from_utf8(written_out).unwrap(), json);
        let mut read: Vec<_> = serde_json::from_str::<Dests>(&json)
            .unwrap()
            .iter()
            .map(|(key, value)| (key.to_owned(), sorted(value)))
            .collect();
        let mut written = wanted;
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
