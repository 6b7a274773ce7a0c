//! Entries as bytes: blocks of some thousand, each by itself.
//!
//! A block begins with its version and a checksum of the rest and its first key, so that damage is
//! told instead of counted. Then come, in bits, its hints, which are nearly all that there is, and
//! then its other entries.
//!
//! Hints stand together with others of the same half: the distance to the half before, and the
//! game, or how many hints there are, their games, and of each the distance of its head and which of
//! these games. Of
//! the other entries each has the distance to the key before. Keys are counted from the block's
//! first one, which is stored beside it; entries of one long head are in one block.

use crate::{
    Entries, GameNumber, Head, Hint, Key, PositionStats,
    bits::{BitReader, BitWriter, Bytes, bits_for, exp_golomb_bits, write_number},
    coding::{EntryReader, EntryWriter, Numbers, games_of},
    key::LONG_BITS,
};

/// How long a block is at most: with its key it fills a page of PostgreSQL, and nearly two of SQLite.
/// Only a very long head makes it longer.
pub const BLOCK_BYTES: usize = 8_116;

/// From here on it is looked whether a block is full: before, it has room for any head but the
/// longest.
const NEARLY_FULL: usize = BLOCK_BYTES - 400;

/// What a hint beside others of its half takes at the least, about.
const CLUSTER_HINT_BYTES: usize = 2;

/// In what way a block is written. What is written in another way is not read, but counted anew.
const VERSION: u8 = 2;

/// The version and the checksum.
const HEAD_BYTES: usize = 5;

/// Bytes that no block or page can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts of the games are damaged")]
pub struct DamagedCounts;

/// A block as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBlock {
    /// The first key of its first head.
    pub first: Key,
    pub bytes: Vec<u8>,
}

/// Packs entries. No hint may be unclear.
pub fn pack(entries: &Entries) -> Vec<PackedBlock> {
    let form = Form::of(entries);
    let mut hints = entries.hints.chunk_by(|a, b| a.head == b.head).peekable();
    let mut whole =
        entries.whole.chunk_by(|a, b| a.key.long_head() == b.key.long_head()).peekable();
    let mut blocks = Vec::new();
    let mut writer: Option<Writer> = None;
    // The block as it is, if it is nearly full and not longer than it may be.
    let mut fitting: Option<PackedBlock> = None;
    loop {
        let of_hints = hints.peek().and_then(|it| it.first()).map(|it| it.head);
        let of_whole = whole.peek().and_then(|it| it.first()).map(|it| it.key.long_head());
        let Some(head) = of_hints.into_iter().chain(of_whole).min() else { break };
        let hints = hints.next_if(|_| of_hints == Some(head)).unwrap_or_default();
        let whole = whole.next_if(|_| of_whole == Some(head)).unwrap_or_default();
        let open = writer.get_or_insert_with(|| Writer::new(head, form));
        open.head(hints, whole);
        if open.size() < NEARLY_FULL {
            fitting = None;
            continue;
        }
        let now = open.clone().finish();
        if now.bytes.len() <= BLOCK_BYTES {
            fitting = Some(now);
            continue;
        }
        // Without this head it was short enough, unless the head is a very long one.
        writer = fitting.is_some().then(|| {
            let mut next = Writer::new(head, form);
            next.head(hints, whole);
            next
        });
        blocks.push(fitting.take().unwrap_or(now));
    }
    blocks.extend(writer.map(Writer::finish));
    blocks
}

/// What suits the entries of a block.
#[derive(Clone, Copy, Debug)]
struct Form {
    numbers: Numbers,
    /// For the distances of halves.
    k_half: u32,
    /// For the distances of keys.
    k_key: u32,
}

impl Form {
    fn of(entries: &Entries) -> Self {
        let of_hints = entries.hints.iter().map(|it| it.game);
        let numbers = Numbers::of(of_hints.chain(entries.whole.iter().flat_map(games_of)));
        let clusters = entries.hints.chunk_by(|a, b| a.head.half() == b.head.half());
        let span = match &entries.hints[..] {
            [first, .., last] => last.head.half() - first.head.half(),
            _ => 0,
        };
        // Half of the distances are below 0.7 of the average.
        let average = span * 7 / 10 / (clusters.count() as u64).max(1);
        let k_half = average.checked_ilog2().unwrap_or(0);
        let distances = || entries.whole.windows(2).map(distance);
        let bits = |k| distances().map(|it| u64::from(exp_golomb_bits(it, k))).sum::<u64>();
        let k_key = (8..=48).min_by_key(|&k| bits(k)).unwrap_or(8);
        Self { numbers, k_half, k_key }
    }
}

/// For the distances of so many long heads of one half.
fn k_long(n: u64) -> u32 {
    LONG_BITS.saturating_sub(bits_for(n))
}

fn distance(two: &[PositionStats]) -> u64 {
    match two {
        [one, next] => next.key.number() - one.key.number(),
        _ => 0,
    }
}

#[derive(Clone)]
struct Writer {
    form: Form,
    first: Head,
    /// Hints of one half, not yet written.
    cluster: Vec<Hint>,
    half: u64,
    n_clusters: u64,
    hints: BitWriter,
    key: u64,
    n_whole: u64,
    whole: EntryWriter,
}

impl Writer {
    fn new(first: Head, form: Form) -> Self {
        Self {
            form,
            first,
            cluster: Vec::new(),
            half: first.half(),
            n_clusters: 0,
            hints: BitWriter::default(),
            key: first.first().number(),
            n_whole: 0,
            whole: EntryWriter::new(form.numbers),
        }
    }

    /// How long it is at the least, about.
    fn size(&self) -> usize {
        self.hints.len() + self.whole.out.len() + self.cluster.len() * CLUSTER_HINT_BYTES
    }

    /// What is known of one long head.
    fn head(&mut self, hints: &[Hint], whole: &[PositionStats]) {
        hints.iter().for_each(|it| self.hint(*it));
        whole.iter().for_each(|it| self.entry(it));
    }

    fn hint(&mut self, hint: Hint) {
        if self.cluster.first().is_some_and(|it| it.head.half() != hint.head.half()) {
            self.write_cluster();
        }
        self.cluster.push(hint);
    }

    fn write_cluster(&mut self) {
        let Some(&first) = self.cluster.first() else { return };
        let half = first.head.half();
        self.hints.rice(half - self.half, self.form.k_half);
        self.half = half;
        self.n_clusters += 1;
        let is_alone = self.cluster.len() == 1 && !first.is_long;
        self.hints.bits(is_alone.into(), 1);
        if is_alone {
            self.form.numbers.write(first.game, &mut self.hints);
            self.cluster.clear();
            return;
        }
        let n = self.cluster.len() as u64;
        self.hints.exp_golomb(n - 1, 1);
        let mut games: Vec<GameNumber> = self.cluster.iter().map(|it| it.game).collect();
        games.sort_unstable();
        games.dedup();
        self.hints.exp_golomb(games.len() as u64 - 1, 1);
        self.form.numbers.write_all(games.iter().copied(), &mut self.hints);
        let (k, mut before) = (k_long(n), 0);
        for Hint { head, game, .. } in self.cluster.drain(..) {
            self.hints.rice(head.long() - before, k);
            before = head.long();
            let place = games.partition_point(|&it| it < game);
            self.hints.bits(place as u64, bits_for(games.len() as u64 - 1));
        }
    }

    fn entry(&mut self, entry: &PositionStats) {
        let key = entry.key.number();
        self.whole.out.exp_golomb(key - self.key, self.form.k_key);
        self.key = key;
        self.n_whole += 1;
        self.whole.entry(entry);
    }

    fn finish(mut self) -> PackedBlock {
        self.write_cluster();
        let Form { numbers, k_half, k_key } = self.form;
        let hints = self.hints.finish();
        let mut bytes = vec![0; HEAD_BYTES];
        bytes.extend([numbers.width as u8, k_half as u8, k_key as u8]);
        let n_hint_bytes = hints.len() as u64;
        for number in [numbers.least.into(), self.n_clusters, n_hint_bytes, self.n_whole] {
            write_number(number, &mut bytes);
        }
        bytes.extend(hints);
        bytes.extend(self.whole.out.finish());
        let first = self.first.first();
        if let Some((head, body)) = bytes.split_first_chunk_mut() {
            *head = head_of(first, body);
        }
        PackedBlock { first, bytes }
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

/// A block that is read.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    first: Key,
    form: Form,
    n_clusters: u64,
    hints: &'a [u8],
    n_whole: u64,
    whole: &'a [u8],
}

impl<'a> Block<'a> {
    /// The block with these bytes.
    ///
    /// # Errors
    /// When they are none.
    pub fn new(first: Key, bytes: &'a [u8]) -> Result<Self, DamagedCounts> {
        let mut bytes = Bytes(bytes);
        let head = bytes.array()?;
        if head != head_of(first, bytes.0) {
            return Err(DamagedCounts);
        }
        let [width, k_half, k_key] = bytes.array()?;
        if width > 32 || k_half > 48 || !(8..=48).contains(&k_key) {
            return Err(DamagedCounts);
        }
        let least = bytes.number()?.try_into().map_err(|_| DamagedCounts)?;
        let numbers = Numbers { least, width: width.into() };
        let form = Form { numbers, k_half: k_half.into(), k_key: k_key.into() };
        let n_clusters = bytes.number()?;
        let n_hint_bytes = bytes.number()?;
        let n_whole = bytes.number()?;
        let hints = bytes.take(usize::try_from(n_hint_bytes).map_err(|_| DamagedCounts)?)?;
        Ok(Self { first, form, n_clusters, hints, n_whole, whole: bytes.0 })
    }

    /// What is known of this position. A game that is known by its number alone may have passed it
    /// by.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn find(&self, key: Key) -> Result<Option<PositionStats>, DamagedCounts> {
        let mut found: Option<PositionStats> = None;
        let mut clusters = self.clusters();
        while clusters.next()? && clusters.half <= key.head().half() {
            for hint in clusters.hints.iter().filter(|it| it.is_of(key)) {
                found.get_or_insert_with(|| PositionStats::empty(key)).hinted(hint.game);
            }
        }
        let mut whole = self.whole();
        while let Some(entry) = whole.next()? {
            if entry.key >= key {
                if entry.key == key {
                    match &mut found {
                        Some(found) => found.add(entry),
                        None => return Ok(Some(entry)),
                    }
                }
                break;
            }
        }
        Ok(found)
    }

    /// All of its entries.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn entries(&self) -> Result<Entries, DamagedCounts> {
        let mut entries = Entries::default();
        let mut clusters = self.clusters();
        while clusters.next()? {
            entries.hints.extend_from_slice(&clusters.hints);
        }
        if !entries.hints.is_sorted() {
            return Err(DamagedCounts);
        }
        let mut whole = self.whole();
        while let Some(entry) = whole.next()? {
            entries.whole.push(entry);
        }
        Ok(entries)
    }

    fn clusters(&self) -> Clusters<'a> {
        Clusters {
            form: self.form,
            left: self.n_clusters,
            bits: BitReader::new(self.hints),
            half: self.first.head().half(),
            hints: Vec::new(),
        }
    }

    fn whole(&self) -> Whole<'a> {
        Whole {
            k: self.form.k_key,
            left: self.n_whole,
            key: self.first.number(),
            entries: EntryReader::new(self.form.numbers, self.whole),
        }
    }
}

struct Clusters<'a> {
    form: Form,
    left: u64,
    bits: BitReader<'a>,
    half: u64,
    /// The hints with that half.
    hints: Vec<Hint>,
}

impl Clusters<'_> {
    /// Reads the hints of the next half. `false`: there is none.
    fn next(&mut self) -> Result<bool, DamagedCounts> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let above = self.bits.rice(self.form.k_half)?;
        self.half = self.half.checked_add(above).ok_or(DamagedCounts)?;
        self.hints.clear();
        if self.bits.bits(1)? == 1 {
            let head = Head::new(self.half, 0).ok_or(DamagedCounts)?;
            let game = self.form.numbers.read(&mut self.bits)?;
            self.hints.push(Hint { head, is_long: false, game });
            return Ok(true);
        }
        let n = self.bits.exp_golomb(1)? + 1;
        let n_games = self.bits.exp_golomb(1)? + 1;
        let games = self.form.numbers.read_all(n_games, &mut self.bits)?;
        let (k, mut long) = (k_long(n), 0_u64);
        for _ in 0..n {
            long = long.checked_add(self.bits.rice(k)?).ok_or(DamagedCounts)?;
            let head = Head::new(self.half, long).ok_or(DamagedCounts)?;
            let place = self.bits.bits(bits_for(n_games - 1))?;
            let game = *games.get(place as usize).ok_or(DamagedCounts)?;
            self.hints.push(Hint { head, is_long: true, game });
        }
        Ok(true)
    }
}

struct Whole<'a> {
    k: u32,
    left: u64,
    key: u64,
    entries: EntryReader<'a>,
}

impl Whole<'_> {
    fn next(&mut self) -> Result<Option<PositionStats>, DamagedCounts> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        self.key =
            self.key.checked_add(self.entries.bits.exp_golomb(self.k)?).ok_or(DamagedCounts)?;
        let key = Key::from_number(self.key).ok_or(DamagedCounts)?;
        self.entries.entry(key).map(Some)
    }
}
