//! Furigoma, the toss of five pawns for the first move (§3.1), and other lots.

use serde::{Deserialize, Serialize};

/// The five pawns as they fell, tossed for the side that holds 王.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toss {
    /// One bit a pawn, set where it shows 歩 and clear where it shows と.
    pub pawns: u8,
}

impl Toss {
    /// The toss that a seed gives.
    pub fn from_seed(seed: u64) -> Self {
        Self { pawns: (mix(seed, 1) & 0b1_1111) as u8 }
    }

    /// How many pawns show 歩.
    pub fn fu(self) -> u32 {
        (self.pawns & 0b1_1111).count_ones()
    }

    /// §3.1: with more 歩 up, the player it was tossed for is sente.
    pub fn holder_is_sente(self) -> bool {
        self.fu() >= 3
    }
}

/// A number drawn from `seed` for the given purpose (SplitMix64's finaliser).
pub(crate) fn mix(seed: u64, purpose: u64) -> u64 {
    let mut z = seed.wrapping_add(purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_fu_makes_the_holder_sente() {
        for pawns in 0..32 {
            let toss = Toss { pawns };
            assert_eq!(toss.holder_is_sente(), toss.fu() > 5 - toss.fu(), "{pawns:05b}");
        }
    }

    #[test]
    fn the_toss_is_fair() {
        let sente = (0..10_000).filter(|&seed| Toss::from_seed(seed).holder_is_sente()).count();
        assert!((4_800..5_200).contains(&sente), "{sente} of 10000");
    }
}
