//! Lots drawn from the event's recorded seed.
//!
//! Everybody can check a lot: it depends on the seed and on the texts it is drawn for, on
//! nothing else, and the recipe is short. The text's bytes go through 64-bit FNV-1a; the sum
//! of that and the seed goes through the finaliser of SplitMix64.

/// The lot of `text` under `seed`.
pub fn lot(seed: u64, text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    mix(hash.wrapping_add(seed))
}

/// The lot of an ordered pair of texts in a round, for choices between equals.
pub fn lot_of_pair(seed: u64, round: u32, a: &str, b: &str) -> u64 {
    lot(lot(seed.wrapping_add(u64::from(round)), a), b)
}

/// The finaliser of SplitMix64.
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A stream of numbers from a seed, for simulations.
///
/// ```
/// use komadai_tournament::lot::Stream;
///
/// let drawn = |seed| {
///     let mut names = ["An", "Bình", "Chi", "Dũng"];
///     Stream::new(seed).shuffle(&mut names);
///     names
/// };
/// assert_eq!(drawn(7), drawn(7));
/// ```
#[derive(Clone, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of that seed.
    pub fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `limit`; 0 when the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.number().checked_rem(limit).unwrap_or(0)
    }

    /// A number from 0 up to, not including, 1.
    pub fn unit(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether a thing of that probability happens.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number from the normal distribution (sum of twelve, no tail beyond six deviations).
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.unit()).sum();
        mean + deviation * (sum - 6.0)
    }

    /// The list in a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
