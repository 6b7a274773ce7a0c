//! Entries as bytes: blocks of some thousand, each by itself.
//!
//! A block begins with its version and a checksum of the rest and its first key, so that damage is
//! told instead of counted. Then come the positions of which nothing but the number of one
//! game is known, which are nearly all: how many, and in bits the distance to the key before (its
//! lower bits as they are, the rest in ones) with the number. Then come all others, in bytes. Keys
//! are counted from the block's first one, which is stored beside it.

use komadai_rules::Move;

use crate::{
    Entry, Facts, GameNumber, Key, Month, Posting,
    bits::{BitReader, BitWriter, Bytes, write_number},
    tally::{Cell, CellKey, Tally},
};

/// How long a block is, about. One entry that is longer is a block by itself.
pub const BLOCK_BYTES: usize = 8_000;

/// What a position of one game takes, about.
const BARE_BYTES: usize = 6;

/// In what way a block is written.
const VERSION: u8 = 1;

/// The version and the checksum.
const HEAD_BYTES: usize = 5;

/// Bytes that no block or page can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts of the games are damaged")]
pub struct Damaged;

/// A block as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The key of its first entry.
    pub first: Key,
    pub bytes: Vec<u8>,
}

/// Packs entries that come in the order of their keys, each key once.
pub fn pack(entries: &[Entry]) -> Vec<Packed> {
    let mut blocks = Vec::new();
    let mut writer: Option<Writer> = None;
    for entry in entries {
        let open = writer.take_if(|it| it.size() >= BLOCK_BYTES);
        blocks.extend(open.map(Writer::finish));
        writer.get_or_insert_with(|| Writer::new(entry.key)).push(entry);
    }
    blocks.extend(writer.map(Writer::finish));
    blocks
}

struct Writer {
    first: Key,
    bare: Vec<(u64, u32)>,
    n_others: u64,
    last_other: u64,
    others: Vec<u8>,
}

impl Writer {
    fn new(first: Key) -> Self {
        Self { first, bare: Vec::new(), n_others: 0, last_other: 0, others: Vec::new() }
    }

    fn size(&self) -> usize {
        self.bare.len() * BARE_BYTES + self.others.len()
    }

    fn push(&mut self, entry: &Entry) {
        let key = entry.key.number() - self.first.number();
        if let [game] = entry.bare[..]
            && entry.postings.is_empty()
            && entry.tally.is_empty()
        {
            self.bare.push((key, game.0));
            return;
        }
        write_number(key - self.last_other, &mut self.others);
        self.last_other = key;
        self.n_others += 1;
        write_entry(entry, &mut self.others);
    }

    fn finish(self) -> Packed {
        let mut bytes = vec![0; HEAD_BYTES];
        write_number(self.bare.len() as u64, &mut bytes);
        if let Some(&(last, _)) = self.bare.last() {
            let least = self.bare.iter().map(|&(_, game)| game).min().unwrap_or_default();
            let most = self.bare.iter().map(|&(_, game)| game).max().unwrap_or_default();
            let width = 32 - (most - least).leading_zeros();
            // Half of the distances are below 0.7 of the average.
            let k = ((last / self.bare.len() as u64) * 7 / 10).checked_ilog2().unwrap_or(0);
            let mut bits = BitWriter::default();
            let mut before = 0;
            for &(key, game) in &self.bare {
                bits.rice(key - before, k);
                bits.bits((game - least).into(), width);
                before = key;
            }
            let bits = bits.finish();
            bytes.extend([k as u8, width as u8]);
            write_number(least.into(), &mut bytes);
            write_number(bits.len() as u64, &mut bytes);
            bytes.extend(bits);
        }
        write_number(self.n_others, &mut bytes);
        bytes.extend(self.others);
        if let Some((head, body)) = bytes.split_first_chunk_mut() {
            *head = head_of(self.first, body);
        }
        Packed { first: self.first, bytes }
    }
}

/// What a block begins with.
fn head_of(first: Key, body: &[u8]) -> [u8; HEAD_BYTES] {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&first.number().to_le_bytes());
    sum.update(body);
    let [a, b, c, d] = sum.finalize().to_le_bytes();
    [VERSION, a, b, c, d]
}

fn write_entry(entry: &Entry, out: &mut Vec<u8>) {
    write_number(entry.bare.len() as u64, out);
    let mut before = 0;
    for game in &entry.bare {
        write_number((game.0 - before).into(), out);
        before = game.0;
    }
    write_postings(&entry.postings, out);
    write_number(entry.tally.cells.len() as u64, out);
    if entry.tally.is_empty() {
        return;
    }
    let mut last: Option<Move> = None;
    for (key, cell) in &entry.tally.cells {
        // A move is written with the first of its cells; none is 0 with this bit.
        let same = last == Some(key.mv);
        write_number(if same { 0 } else { u64::from(key.mv.to_bits()) << 1 | 1 }, out);
        last = Some(key.mv);
        out.push(key.band | key.speed << 4);
        write_number(key.month.number().into(), out);
        for n in [cell.sente, cell.gote, cell.draws, cell.rating_sum] {
            write_number(n, out);
        }
    }
    write_postings(&entry.tally.kept, out);
}

/// Move by move, since few moves are played by many games.
fn write_postings(postings: &[Posting], out: &mut Vec<u8>) {
    let mut moves: Vec<Move> = postings.iter().map(|it| it.mv).collect();
    moves.sort_unstable();
    moves.dedup();
    write_number(moves.len() as u64, out);
    for mv in moves {
        write_number(mv.to_bits().into(), out);
        let played = || postings.iter().filter(|it| it.mv == mv);
        write_number(played().count() as u64, out);
        let mut before = 0;
        for posting in played() {
            write_number((posting.game.0 - before).into(), out);
            before = posting.game.0;
            out.extend(posting.facts.pack());
        }
    }
}

/// A block that is read.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    first: Key,
    n_bare: usize,
    k: u32,
    width: u32,
    least: u32,
    bits: &'a [u8],
    n_others: usize,
    others: Bytes<'a>,
}

impl<'a> Block<'a> {
    /// The block with these bytes.
    ///
    /// # Errors
    /// When they are none.
    pub fn new(first: Key, bytes: &'a [u8]) -> Result<Self, Damaged> {
        let mut bytes = Bytes(bytes);
        let head = bytes.array()?;
        if head != head_of(first, bytes.0) {
            return Err(Damaged);
        }
        let n_bare = bytes.count()?;
        let (mut k, mut width, mut least, mut bits) = (0, 0, 0, &[][..]);
        if n_bare > 0 {
            let [of_key, of_game] = bytes.array()?;
            (k, width) = (of_key.into(), of_game.into());
            if k > 48 || width > 32 {
                return Err(Damaged);
            }
            least = number32(&mut bytes)?;
            let len = bytes.count()?;
            bits = bytes.take(len)?;
        }
        let n_others = bytes.count()?;
        Ok(Self { first, n_bare, k, width, least, bits, n_others, others: bytes })
    }

    /// What is known of this position.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn find(&self, key: Key) -> Result<Option<Entry>, Damaged> {
        let mut bare = self.bare();
        while let Some(game) = bare.next()? {
            if bare.key >= key.number() {
                if bare.key == key.number() {
                    return Ok(Some(Entry::bare(key, game)));
                }
                break;
            }
        }
        let mut others = self.others();
        while let Some(entry) = others.next()? {
            if entry.key >= key {
                return Ok((entry.key == key).then_some(entry));
            }
        }
        Ok(None)
    }

    /// All of its entries, in the order of their keys.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn entries(&self) -> Result<Vec<Entry>, Damaged> {
        let mut entries = Vec::with_capacity(self.n_bare + self.n_others);
        let (mut bare, mut others) = (self.bare(), self.others());
        let mut next_bare = bare.entry()?;
        let mut next_other = others.next()?;
        loop {
            match (next_bare, next_other) {
                (Some(one), Some(other)) if one.key < other.key => {
                    entries.push(one);
                    (next_bare, next_other) = (bare.entry()?, Some(other));
                }
                (one, Some(other)) => {
                    entries.push(other);
                    (next_bare, next_other) = (one, others.next()?);
                }
                (Some(one), None) => {
                    entries.push(one);
                    (next_bare, next_other) = (bare.entry()?, None);
                }
                (None, None) => return Ok(entries),
            }
        }
    }

    fn bare(&self) -> BareReader<'a> {
        BareReader {
            block: *self,
            left: self.n_bare,
            bits: BitReader::new(self.bits),
            key: self.first.number(),
        }
    }

    fn others(&self) -> Others<'a> {
        Others { left: self.n_others, bytes: self.others, key: self.first.number() }
    }
}

struct BareReader<'a> {
    block: Block<'a>,
    left: usize,
    bits: BitReader<'a>,
    key: u64,
}

impl BareReader<'_> {
    fn next(&mut self) -> Result<Option<GameNumber>, Damaged> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.key = self.key.checked_add(self.bits.rice(self.block.k)?).ok_or(Damaged)?;
        let game = self.bits.bits(self.block.width)? as u32;
        Ok(Some(GameNumber(self.block.least.checked_add(game).ok_or(Damaged)?)))
    }

    fn entry(&mut self) -> Result<Option<Entry>, Damaged> {
        let Some(game) = self.next()? else { return Ok(None) };
        let key = Key::from_number(self.key).ok_or(Damaged)?;
        Ok(Some(Entry::bare(key, game)))
    }
}

struct Others<'a> {
    left: usize,
    bytes: Bytes<'a>,
    key: u64,
}

impl Others<'_> {
    fn next(&mut self) -> Result<Option<Entry>, Damaged> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.key = self.key.checked_add(self.bytes.number()?).ok_or(Damaged)?;
        let key = Key::from_number(self.key).ok_or(Damaged)?;
        read_entry(key, &mut self.bytes).map(Some)
    }
}

fn read_entry(key: Key, bytes: &mut Bytes<'_>) -> Result<Entry, Damaged> {
    let mut entry = Entry::empty(key);
    let mut game = 0_u32;
    for _ in 0..bytes.count()? {
        game = game.checked_add(number32(bytes)?).ok_or(Damaged)?;
        entry.bare.push(GameNumber(game));
    }
    entry.postings = read_postings(bytes)?;
    let n_cells = bytes.count()?;
    if n_cells == 0 {
        return Ok(entry);
    }
    let mut tally = Tally::default();
    let mut last = None;
    for _ in 0..n_cells {
        let mv = bytes.number()?;
        if mv & 1 == 1 {
            last = Some(read_move(mv >> 1)?);
        }
        let mv = last.ok_or(Damaged)?;
        let [mixed] = bytes.array()?;
        let month = Month::from_number(bytes.number()?.try_into().map_err(|_| Damaged)?);
        let cell = Cell {
            sente: summand(bytes)?,
            gote: summand(bytes)?,
            draws: summand(bytes)?,
            rating_sum: summand(bytes)?,
        };
        let key = CellKey { mv, band: mixed & 15, speed: mixed >> 4 & 7, month };
        tally.cells.insert(key, cell);
    }
    tally.kept = read_postings(bytes)?;
    entry.tally = tally;
    Ok(entry)
}

fn read_postings(bytes: &mut Bytes<'_>) -> Result<Vec<Posting>, Damaged> {
    let mut postings = Vec::new();
    for _ in 0..bytes.count()? {
        let mv = read_move(bytes.number()?)?;
        let mut game = 0_u32;
        for _ in 0..bytes.count()? {
            game = game.checked_add(number32(bytes)?).ok_or(Damaged)?;
            let facts = Facts::unpack(bytes.array()?).ok_or(Damaged)?;
            postings.push(Posting { game: GameNumber(game), mv, facts });
        }
    }
    postings.sort_unstable();
    Ok(postings)
}

fn read_move(bits: u64) -> Result<Move, Damaged> {
    u32::try_from(bits).ok().and_then(Move::from_bits).ok_or(Damaged)
}

fn number32(bytes: &mut Bytes<'_>) -> Result<u32, Damaged> {
    bytes.number()?.try_into().map_err(|_| Damaged)
}

/// A number of games, or the sum of their ratings: so small that those of many cells can be added.
fn summand(bytes: &mut Bytes<'_>) -> Result<u64, Damaged> {
    bytes.number().ok().filter(|&n| n < 1 << 40).ok_or(Damaged)
}
