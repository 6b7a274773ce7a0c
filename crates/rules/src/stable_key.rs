//! A number for a position that may be stored: it is the same in every version and on every
//! machine.

use crate::{Position, Side};

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
        mixed(name.chain([b' ']).chain(position.bytes()))
    }

    /// A number for the variant and for what one side has on the board, but for pawns. A move of the
    /// other side changes it only if it captures, and few moves of pawns do. Data is stored under
    /// it, so it never changes.
    ///
    /// The bytes of the variant's name, a space, and for each of these pieces the index of its
    /// square and that of its kind go the same way as those of the [whole](Self::stable_key).
    pub fn stable_half(&self, side: Side) -> u64 {
        let pawn = self.variant().kind("P");
        let pieces =
            self.pieces().filter(|(_, piece)| piece.side == side && Some(piece.kind) != pawn);
        let board = pieces.flat_map(|(square, it)| [square.index() as u8, it.kind.index() as u8]);
        mixed(self.variant().name().bytes().chain([b' ']).chain(board))
    }
}

fn mixed(bytes: impl Iterator<Item = u8>) -> u64 {
    let sum = bytes.fold(OFFSET, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(PRIME));
    let sum = (sum ^ sum >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let sum = (sum ^ sum >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    sum ^ sum >> 33
}
