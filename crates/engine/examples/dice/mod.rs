//! Chance that a seed repeats.

/// Numbers from a seed, by SplitMix64.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number from 0 on, below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % n.max(1) as u64) as usize
    }
}
