//! How rounds are written, and played back.
//!
//! A round is its length and checksum, when it was, and for each of the two files the size of a
//! page, the number of pages that the file has then, and the pages that have changed, each behind
//! its number. What is cut off at the end is as if it had never been written.

use std::{
    fs::File,
    io::{self, BufReader, Seek as _, SeekFrom, Write as _},
};

use super::log::Pages;

/// How each round begins.
const MAGIC: [u8; 4] = *b"KSR1";

/// One that is longer was never written.
const BYTES_MAX: u32 = 1 << 30;

/// What one look at both logs has found.
pub(super) struct Round {
    pub(super) at_ms: u64,
    /// The main file's, and the journal's.
    pub(super) changes: [Pages; 2],
}

impl Round {
    pub(super) fn is_empty(&self) -> bool {
        self.changes.iter().all(|it| it.pages.is_empty())
    }

    /// # Errors
    /// When it is longer than can be read back.
    pub(super) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let n_bytes: usize =
            self.changes.iter().flat_map(|it| it.pages.values()).map(|it| it.len() + 4).sum();
        let mut bytes = Vec::with_capacity(n_bytes + 64);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&self.at_ms.to_le_bytes());
        for Pages { page_bytes, n_in_file, pages } in &self.changes {
            for number in [*page_bytes, *n_in_file, pages.len() as u32] {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
            for (number, page) in pages {
                bytes.extend_from_slice(&number.to_le_bytes());
                bytes.extend_from_slice(page);
            }
        }
        let body = &bytes[12..];
        let len = u32::try_from(body.len()).ok().filter(|it| *it <= BYTES_MAX);
        let len = len.ok_or_else(|| io::Error::other("too much was written at once"))?;
        let sum = crc32fast::hash(body);
        bytes[4..8].copy_from_slice(&len.to_le_bytes());
        bytes[8..12].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    /// The next one, and how many bytes it has; `None`: there is no other that is whole.
    fn read(file: &mut impl io::Read) -> io::Result<Option<(Self, u64)>> {
        let mut head = [0; 12];
        if read_whole(file, &mut head)?.is_none() || head[..4] != MAGIC {
            return Ok(None);
        }
        let word = |at: usize| head[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        let (len, sum) = (word(4), word(8));
        if len > BYTES_MAX {
            return Ok(None);
        }
        let mut body = vec![0; len as usize];
        if read_whole(file, &mut body)?.is_none() || crc32fast::hash(&body) != sum {
            return Ok(None);
        }
        Ok(Self::of(&body).map(|round| (round, (head.len() + body.len()) as u64)))
    }

    fn of(mut body: &[u8]) -> Option<Self> {
        let body = &mut body;
        let at_ms = u64::from_le_bytes(take(body)?);
        let mut changes = || {
            let [page_bytes, n_in_file, n] = [(); 3].map(|()| take(body).map(u32::from_le_bytes));
            let (page_bytes, n_in_file) = (page_bytes?, n_in_file?);
            let mut pages = Pages { page_bytes, n_in_file, ..Pages::default() };
            for _ in 0..n? {
                let number = u32::from_le_bytes(take(body)?);
                let (page, rest) = body.split_at_checked(page_bytes as usize)?;
                *body = rest;
                pages.pages.insert(number, page.to_vec());
            }
            Some(pages)
        };
        Some(Self { at_ms, changes: [changes()?, changes()?] })
    }

    fn apply(&self, targets: &mut [File; 2]) -> io::Result<()> {
        for (changes, target) in self.changes.iter().zip(targets) {
            let page_bytes = u64::from(changes.page_bytes);
            for (number, page) in &changes.pages {
                target.seek(SeekFrom::Start(u64::from(number.saturating_sub(1)) * page_bytes))?;
                target.write_all(page)?;
            }
            if changes.n_in_file > 0 {
                target.set_len(u64::from(changes.n_in_file) * page_bytes)?;
            }
        }
        Ok(())
    }
}

/// What was played back.
#[derive(Default)]
pub(super) struct Replay {
    /// When the last round was, in Unix milliseconds; `None`: there is none.
    pub(super) last_ms: Option<u64>,
    pub(super) n_bytes: u64,
}

/// Plays rounds back onto the bases.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn play(rounds: File, targets: &mut [File; 2]) -> io::Result<Replay> {
    let mut rounds = BufReader::with_capacity(1 << 20, rounds);
    let mut played = Replay::default();
    while let Some((round, n_bytes)) = Round::read(&mut rounds)? {
        round.apply(targets)?;
        played.last_ms = Some(round.at_ms);
        played.n_bytes += n_bytes;
    }
    Ok(played)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

/// `None`: it ends before that.
fn read_whole(file: &mut impl io::Read, into: &mut [u8]) -> io::Result<Option<()>> {
    match file.read_exact(into) {
        Ok(()) => Ok(Some(())),
        Err(cause) if cause.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(cause) => Err(cause),
    }
}
