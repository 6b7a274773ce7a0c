//! Which game a number stands for.

use crate::{
    DamagedCounts, Facts,
    bits::{BitReader, BitWriter, exp_golomb_bits, unzigzag, zigzag},
};

/// The number of a game among those of its source: from 0, in the order in which they were
/// counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameNumber(pub u32);

/// So many games are on one page: few enough that several pages fill a page of a database.
pub const PAGE_GAMES: u32 = 64;

/// In the place of the bits of a time: the ids are written as they are.
const PLAIN: u32 = 63;

/// What the numbers of a page stand for.
///
/// Ids are UUIDs of version 7 (RFC 9562, section 5.7): a time in milliseconds, of which the distance
/// to the one before is written, and 74 random bits. Those of imported games have the time 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactsPage(Vec<(u128, Facts)>);

impl FactsPage {
    /// Reads what [`FactsPage::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedCounts> {
        let mut bits = BitReader::new(bytes);
        let n = bits.bits(7)?;
        let k = bits.bits(6)? as u32;
        if n > PAGE_GAMES.into() {
            return Err(DamagedCounts);
        }
        let mut games = Vec::new();
        let mut last = 0;
        for _ in 0..n {
            let id = if k == PLAIN {
                let words = [bits.bits(32)?, bits.bits(32)?, bits.bits(32)?, bits.bits(32)?];
                words.iter().fold(0, |id, &word| id << 32 | u128::from(word))
            } else {
                let ms = unzigzag(last, bits.exp_golomb(k)?)?;
                if ms >> 48 != 0 {
                    return Err(DamagedCounts);
                }
                last = ms;
                Id { ms, upper: bits.bits(12)?, middle: bits.bits(31)?, lower: bits.bits(31)? }
                    .number()
            };
            let facts = bits.bits(24)? as u32;
            let [_, facts @ ..] = facts.to_be_bytes();
            games.push((id, Facts::unpack(facts).ok_or(DamagedCounts)?));
        }
        Ok(Self(games))
    }

    /// The page as it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        let ids: Option<Vec<_>> = self.0.iter().map(|&(id, _)| Id::of(id)).collect();
        let ids = ids.unwrap_or_default();
        let before = [0].into_iter().chain(ids.iter().map(|it| it.ms));
        let distances: Vec<_> =
            before.zip(&ids).map(|(before, id)| zigzag(before, id.ms)).collect();
        let n_bits = |k| distances.iter().map(|&it| exp_golomb_bits(it, k)).sum::<u32>();
        let k = (0..40).min_by_key(|&k| n_bits(k)).filter(|_| !ids.is_empty()).unwrap_or(PLAIN);
        let mut bits = BitWriter::default();
        bits.bits(self.0.len() as u64, 7);
        bits.bits(k.into(), 6);
        for (at, &(number, facts)) in self.0.iter().enumerate() {
            if let (Some(id), Some(&distance)) = (ids.get(at), distances.get(at)) {
                bits.exp_golomb(distance, k);
                bits.bits(id.upper, 12);
                bits.bits(id.middle, 31);
                bits.bits(id.lower, 31);
            } else {
                [96, 64, 32, 0].iter().for_each(|at| bits.bits((number >> at) as u32 as u64, 32));
            }
            let [a, b, c] = facts.pack();
            bits.bits(u32::from_be_bytes([0, a, b, c]).into(), 24);
        }
        bits.finish()
    }

    /// Adds a game at the end of a page that is not full.
    pub fn push(&mut self, id: [u8; 16], facts: Facts) {
        self.0.push((u128::from_be_bytes(id), facts));
    }

    /// The game with this number, which is of this page.
    pub fn get(&self, number: GameNumber) -> Option<([u8; 16], Facts)> {
        let &(id, facts) = self.0.get((number.0 % PAGE_GAMES) as usize)?;
        Some((id.to_be_bytes(), facts))
    }
}

/// The parts of an id of version 7.
struct Id {
    ms: u64,
    upper: u64,
    middle: u64,
    lower: u64,
}

/// The marks of version 7, and of the variant of the RFC.
const MARKS: u128 = 7 << 76 | 2 << 62;

/// Where they are.
const MARK_BITS: u128 = 15 << 76 | 3 << 62;

impl Id {
    fn of(number: u128) -> Option<Self> {
        (number & MARK_BITS == MARKS).then_some(Self {
            ms: (number >> 80) as u64,
            upper: (number >> 64) as u64 & 0xfff,
            middle: (number >> 31) as u64 & 0x7fff_ffff,
            lower: number as u64 & 0x7fff_ffff,
        })
    }

    fn number(&self) -> u128 {
        let random = u128::from(self.upper) << 64 | u128::from(self.middle << 31 | self.lower);
        u128::from(self.ms) << 80 | MARKS | random
    }
}

impl GameNumber {
    /// On which page it is.
    pub fn page(self) -> u32 {
        self.0 / PAGE_GAMES
    }
}
