//! A number for a position that may be stored: it is the same in every version and on every
//! machine.

use crate::Position;

/// The offset basis of FNV-1a.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
/// The prime of FNV-1a.
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Position {
    /// A number for the variant, the board, both hands and the side to move. Data is stored under
    /// it, so it never changes.
    ///
    /// The bytes of the variant's name, a space and the [SFEN](Self::sfen) without its last part,
    /// the move number, go through FNV-1a with 64 bits; the sum is then mixed by MurmurHash3's
    /// finaliser, so that its upper bits depend on every byte.
    pub fn stable_key(&self) -> u64 {
        let sfen = self.sfen();
        let position = sfen.rsplit_once(' ').map_or(&*sfen, |(position, _)| position);
        let name = self.variant().name().bytes();
        let bytes = name.chain([b' ']).chain(position.bytes());
        let sum = bytes.fold(OFFSET, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
        let sum = (sum ^ sum >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let sum = (sum ^ sum >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        sum ^ sum >> 33
    }
}
