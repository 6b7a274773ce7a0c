//! In how many pieces messages come: the library puts them together without a word, however many
//! are empty.

/// In how many pieces a client may say something.
const PIECES_MAX: u32 = 16;

/// A client says something in more pieces than anybody would.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a message has too many pieces")]
pub(crate) struct TooManyPieces;

/// The head of a frame is at most so long: two bytes, eight of length, four of mask.
const HEAD_BYTES_MAX: usize = 14;

/// Reads along in what a client sends, as far as the heads of its frames (RFC 6455, 5.2).
#[derive(Debug, Default)]
pub(super) struct Pieces {
    head: [u8; HEAD_BYTES_MAX],
    n_head: usize,
    /// Bytes of the present frame that are still to come.
    payload: u64,
    /// Of the message that is being said.
    n_pieces: u32,
}

impl Pieces {
    pub(super) fn read(&mut self, mut bytes: &[u8]) -> Result<(), TooManyPieces> {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
                self.payload -= skipped as u64;
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            if let Some(place) = self.head.get_mut(self.n_head) {
                *place = first;
            }
            self.n_head += 1;
            bytes = rest;
            if let Some(payload) = self.payload_after_head() {
                (self.payload, self.n_head) = (payload, 0);
                self.count()?;
            }
        }
        Ok(())
    }

    /// How long the frame's payload is, when its head is complete.
    fn payload_after_head(&self) -> Option<u64> {
        let [_, second, length @ ..] = &self.head;
        let n_length = match second & 0x7F {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let n_mask = if second & 0x80 != 0 { 4 } else { 0 };
        if self.n_head < 2 + n_length + n_mask {
            return None;
        }
        let long = length.iter().take(n_length).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Some(if n_length == 0 { u64::from(second & 0x7F) } else { long })
    }

    fn count(&mut self) -> Result<(), TooManyPieces> {
        let [first, ..] = self.head;
        // Pings and the like come between pieces, and each is reported by itself.
        if first & 0x08 != 0 {
            return Ok(());
        }
        self.n_pieces += 1;
        if self.n_pieces > PIECES_MAX {
            return Err(TooManyPieces);
        }
        if first & 0x80 != 0 {
            self.n_pieces = 0;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame as a client sends it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload.len() {
            len @ ..126 => bytes.push(0x80 | len as u8),
            len => {
                bytes.push(0x80 | 126);
                bytes.extend((len as u16).to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        bytes
    }

    fn said(frames: &[(u8, usize)], at_once: usize) -> bool {
        let bytes: Vec<u8> =
            frames.iter().flat_map(|&(first, len)| frame(first, &vec![0x81; len])).collect();
        let mut pieces = Pieces::default();
        bytes.chunks(at_once).all(|bytes| pieces.read(bytes).is_ok())
    }

    #[test]
    fn a_message_comes_in_so_many_pieces() {
        let whole = [(0x81, 300), (0x89, 5), (0x81, 0)].repeat(100);
        let (begun, more, last) = ((0x01, 10), (0x00, 0), (0x80, 200));
        let in_pieces = |n: usize| [vec![begun], vec![more; n - 2], vec![last]].concat();
        for at_once in [1, 2, 3, 7, 1024, 100_000] {
            assert!(said(&whole, at_once));
            assert!(said(&in_pieces(16).repeat(20), at_once));
            assert!(!said(&in_pieces(17), at_once));
            assert!(!said(&[(0x01, 0)].repeat(17), at_once));
            assert!(said(&[begun, (0x89, 100), (0x8A, 0), last].repeat(30), at_once));
        }
    }
}
