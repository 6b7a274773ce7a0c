//! What has been searched already: a table that threads share without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use komadai_rules::Move;

/// Places that a key may be at.
const BUCKET: usize = 4;

/// What one MiB holds, at 16 bytes each.
const PLACES_A_MIB: usize = 1024 * 1024 / 16;

/// Ages are counted up to here, then from the beginning.
const AGES: u8 = 64;

/// What the score of a remembered position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A remembered position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// A key mixed with its data, and the data: what two threads wrote at once fits no key.
#[derive(Debug, Default)]
struct Place {
    mixed: AtomicU64,
    data: AtomicU64,
}

/// Positions that were searched, by their keys.
#[derive(Debug)]
pub(crate) struct Table {
    places: Vec<Place>,
    age: u8,
}

impl Table {
    pub(crate) fn new(mib: usize) -> Self {
        // A power of two, so that a key finds its place without a division.
        let n = (mib.max(1) * PLACES_A_MIB + 1).next_power_of_two() / 2;
        Self { places: (0..n).map(|_| Place::default()).collect(), age: 0 }
    }

    /// A new search begins: what is remembered may be written over.
    pub(crate) fn forget_old(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Nothing is remembered.
    pub(crate) fn clear(&mut self) {
        for place in &mut self.places {
            *place = Place::default();
        }
        self.age = 0;
    }

    fn bucket(&self, key: u64) -> &[Place] {
        let at = key as usize & (self.places.len() - 1) & !(BUCKET - 1);
        self.places.get(at..at + BUCKET).unwrap_or_default()
    }

    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|place| {
            let data = place.data.load(Relaxed);
            (data != 0 && place.mixed.load(Relaxed) ^ data == key).then(|| unpacked(data))
        })
    }

    pub(crate) fn put(&self, key: u64, entry: TableEntry) {
        let mut entry = entry;
        let mut worst: Option<(i32, &Place)> = None;
        for place in self.bucket(key) {
            let data = place.data.load(Relaxed);
            let depth = depth_of(data);
            let is_old = age_of(data) != self.age;
            if data != 0 && place.mixed.load(Relaxed) ^ data == key {
                // What is known of the best move is kept, and what is known of more depth too.
                let known = unpacked(data);
                if entry.bound != Bound::Exact && !is_old && depth > entry.depth + 3 {
                    return;
                }
                entry.mv = entry.mv.or(known.mv);
                worst = Some((0, place));
                break;
            }
            let years = i32::from((AGES + self.age - age_of(data)) % AGES);
            let worth = if data == 0 { i32::MIN } else { depth - 4 * years };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, place));
            }
        }
        if let Some((_, place)) = worst {
            let data = packed(&entry, self.age);
            place.mixed.store(key ^ data, Relaxed);
            place.data.store(data, Relaxed);
        }
    }

    /// How many of a thousand places hold something of this search.
    pub(crate) fn permille(&self) -> usize {
        let looked_at = self.places.iter().take(1_000);
        looked_at
            .filter(|place| {
                let data = place.data.load(Relaxed);
                data != 0 && age_of(data) == self.age
            })
            .count()
    }
}

/// 26 bits of move, 22 of score, 8 of depth, 2 of bound and 6 of age, never 0.
fn packed(entry: &TableEntry, age: u8) -> u64 {
    let mv = entry.mv.map_or(0, Move::to_bits);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let score = (entry.score + (1 << 21)) as u64 & 0x3F_FFFF;
    let depth = entry.depth.clamp(-1, 254) + 1;
    u64::from(mv) | score << 26 | (depth as u64) << 48 | bound << 56 | u64::from(age) << 58
}

fn unpacked(data: u64) -> TableEntry {
    let bits = data as u32 & 0x3FF_FFFF;
    TableEntry {
        mv: if bits == 0 { None } else { Move::from_bits(bits) },
        score: (data >> 26 & 0x3F_FFFF) as i32 - (1 << 21),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            _ => Bound::AtMost,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 - 1
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_again_and_nothing_else() {
        let table = Table::new(1);
        let entries = [
            TableEntry { mv: None, score: -999_999, depth: 0, bound: Bound::AtMost },
            TableEntry { mv: Move::from_bits(7), score: 999_999, depth: 12, bound: Bound::AtLeast },
            TableEntry { mv: Move::from_bits(1 << 17), score: 0, depth: -1, bound: Bound::Exact },
        ];
        for (n, &entry) in entries.iter().enumerate() {
            table.put(n as u64 + 1, entry);
        }
        for (n, &entry) in entries.iter().enumerate() {
            assert_eq!(table.get(n as u64 + 1), Some(entry));
        }
        assert_eq!(table.get(99), None);
    }

    #[test]
    fn in_a_full_bucket_the_shallow_and_the_old_make_room() {
        let mut table = Table::new(1);
        let stride = table.places.len() as u64;
        let of = |depth| TableEntry { mv: None, score: depth, depth, bound: Bound::Exact };
        for n in 1..=4 {
            table.put(n * stride, of(10 + n as i32));
        }
        table.put(5 * stride, of(3));
        assert_eq!(table.get(stride), None, "the shallowest has gone");
        assert_eq!(table.get(4 * stride), Some(of(14)));
        for _ in 0..8 {
            table.forget_old();
        }
        table.put(5 * stride, of(3));
        table.put(6 * stride, of(2));
        assert_eq!(table.get(5 * stride), Some(of(3)), "young, although shallow");
    }
}
