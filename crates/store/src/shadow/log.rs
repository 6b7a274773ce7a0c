//! SQLite's write-ahead log, read by somebody else (<https://sqlite.org/fileformat2.html#walformat>).

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Seek as _, SeekFrom},
    path::Path,
};

use crate::{Error, Result};

const HEADER_BYTES: u64 = 32;

const FRAME_HEADER_BYTES: usize = 24;

/// How the header begins; the last bit says in which order the bytes of a word are summed.
const MAGIC: u32 = 0x377f_0682;

/// Pages of this many bytes are enough for a round that may be cut off.
const PAGES_BYTES_MAX: usize = 32 << 20;

/// Pages as some commits have left them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pages {
    pub(super) page_bytes: u32,
    /// How many pages the file has after the last of the commits.
    pub(super) n_in_file: u32,
    /// By number, from 1.
    pub(super) pages: BTreeMap<u32, Vec<u8>>,
}

/// How far a log has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct LogCursor {
    /// The header of the log; another one: it was begun again.
    header: Option<Header>,
    /// Where the next frame is.
    next: u64,
    /// The checksum of everything before it.
    sum: Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    page_bytes: u32,
    salts: [u8; 8],
    is_big_endian: bool,
    sum: Sum,
}

type Sum = (u32, u32);

impl LogCursor {
    /// How many frames of the log have been read.
    pub(super) fn n_frames(&self) -> u64 {
        let Some(header) = &self.header else { return 0 };
        (self.next - HEADER_BYTES) / (FRAME_HEADER_BYTES as u64 + u64::from(header.page_bytes))
    }

    /// Reads what was committed since the last time, and whether there may be more because it
    /// `may_be_cut`.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub(super) fn read(&mut self, path: &Path, may_be_cut: bool) -> Result<(Pages, bool)> {
        self.read_file(path, may_be_cut)
            .map_err(|source| Error::Unreadable { path: path.to_owned(), source })
    }

    fn read_file(&mut self, path: &Path, may_be_cut: bool) -> io::Result<(Pages, bool)> {
        // It is there as long as somebody reads the database.
        let mut file = File::open(path)?;
        let mut bytes = [0; HEADER_BYTES as usize];
        let Some(header) = filled(&mut file, &mut bytes)?.then(|| Header::read(&bytes)).flatten()
        else {
            // It was emptied, or is just being begun.
            *self = Self::default();
            return Ok(Default::default());
        };
        if self.header != Some(header) {
            *self = Self { header: Some(header), next: HEADER_BYTES, sum: header.sum };
        }
        file.seek(SeekFrom::Start(self.next))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut found = Pages { page_bytes: header.page_bytes, ..Pages::default() };
        let (mut next, mut sum, mut n_bytes) = (self.next, self.sum, 0);
        let mut uncommitted = Vec::new();
        let mut frame = [0; FRAME_HEADER_BYTES];
        loop {
            let mut page = vec![0; header.page_bytes as usize];
            if !filled(&mut file, &mut frame)? || !filled(&mut file, &mut page)? {
                return Ok((found, false));
            }
            let [number, n_in_file] = words(&frame);
            sum = header.sum(&frame[..8], sum);
            sum = header.sum(&page, sum);
            let [.., first, second] = words::<6>(&frame);
            if frame[8..16] != header.salts || sum != (first, second) || number == 0 {
                return Ok((found, false));
            }
            next += (FRAME_HEADER_BYTES + page.len()) as u64;
            n_bytes += page.len();
            uncommitted.push((number, page));
            if n_in_file != 0 {
                found.pages.extend(uncommitted.drain(..));
                found.n_in_file = n_in_file;
                (self.next, self.sum) = (next, sum);
                if may_be_cut && n_bytes > PAGES_BYTES_MAX {
                    return Ok((found, true));
                }
            }
        }
    }
}

impl Header {
    fn read(bytes: &[u8; HEADER_BYTES as usize]) -> Option<Self> {
        let [magic, _, page_bytes, _, _, _, first, second] = words(bytes);
        let sum = (first, second);
        let header = Self {
            page_bytes,
            salts: bytes[16..24].try_into().ok()?,
            is_big_endian: magic & 1 == 1,
            sum,
        };
        let is_right = magic & !1 == MAGIC
            && page_bytes.is_power_of_two()
            && (512..=65_536).contains(&page_bytes)
            && header.sum(&bytes[..24], (0, 0)) == sum;
        is_right.then_some(header)
    }

    /// The checksum of bytes, after what was summed before.
    fn sum(&self, bytes: &[u8], (mut first, mut second): Sum) -> Sum {
        let word = |bytes: [u8; 4]| {
            if self.is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
        };
        for &[a, b, c, d, e, f, g, h] in bytes.as_chunks::<8>().0 {
            first = first.wrapping_add(word([a, b, c, d])).wrapping_add(second);
            second = second.wrapping_add(word([e, f, g, h])).wrapping_add(first);
        }
        (first, second)
    }
}

/// The words that bytes begin with.
fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let (all, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|at| all.get(at).map_or(0, |it| u32::from_be_bytes(*it)))
}

/// Whether there was enough to fill it.
fn filled(file: &mut impl io::Read, into: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(into) {
        Ok(()) => Ok(true),
        Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(cause) => Err(cause),
    }
}
