//! The positions a line has been through.

/// So many bits say which keys a line may have: after 60 plies, one new position in nine finds its
/// bit set, after 200 one in three.
const BITS: usize = 512;

/// The keys of a line's positions, the start's first and the present one's last.
#[derive(Clone)]
pub(crate) struct Past {
    keys: Vec<u64>,
    /// A bit for each key. Nearly every position is new, and for most this is enough to know it: the
    /// keys need not be read.
    seen: [u64; BITS / 64],
    /// The bit of the present key was not set before.
    is_new: bool,
}

impl Past {
    pub(crate) fn new(start: u64) -> Self {
        let mut past = Self { keys: Vec::new(), seen: [0; BITS / 64], is_new: false };
        past.push(start);
        past
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.is_new = !self.may_have(key);
        self.mark(key);
        self.keys.push(key);
    }

    fn mark(&mut self, key: u64) {
        let (word, bit) = place(key);
        self.seen[word] |= bit;
    }

    /// Keeps the first so many keys.
    pub(crate) fn truncate(&mut self, n_keys: usize) {
        self.keys.truncate(n_keys);
        self.seen = [0; BITS / 64];
        for at in 0..self.keys.len() {
            self.mark(self.keys[at]);
        }
        // The bit of another may be the same.
        self.is_new = false;
    }

    pub(crate) fn reserve_exact(&mut self, n_keys: usize) {
        self.keys.reserve_exact(n_keys);
    }

    pub(crate) fn get(&self, ply: usize) -> Option<u64> {
        self.keys.get(ply).copied()
    }

    /// Whether this key can be among them.
    pub(crate) fn may_have(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        self.seen[word] & bit != 0
    }

    /// Whether the present one can be among those before it.
    pub(crate) fn may_repeat(&self) -> bool {
        !self.is_new
    }

    /// How much memory the keys take.
    pub(crate) fn size_bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>()
    }
}

/// A key's word of the bits, and its bit in there.
fn place(key: u64) -> (usize, u64) {
    let place = key as usize % BITS;
    (place / 64, 1 << (place % 64))
}
