//! Inputs that are nearly right.

/// The longest mutation.
pub(crate) const BYTES_MAX: usize = 16 << 10;

/// How often one input is changed at most.
const CHANGES_MAX: usize = 6;

/// How often a part is repeated at most.
const REPEATS_MAX: usize = 64;

/// What is hard to read for one reader or another.
const WORDS: [&[u8]; 30] = [
    b"\0",
    b"\n",
    b"\r\n",
    b"\t",
    b" ",
    b"\"",
    b"'",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"{",
    b"]",
    b",",
    b";",
    b"-1",
    b"0",
    b"1e999",
    b"4294967296",
    b"18446744073709551616",
    b"null",
    b"true",
    b"%00",
    b"%zz",
    b"\xff",
    b"\xed\xa0\x80",
    "\u{feff}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{301}\u{323}".as_bytes(),
    "\u{200d}".as_bytes(),
    "＝歩".as_bytes(),
];

/// Draws mutations of inputs.
pub(crate) struct Mutations {
    inputs: Vec<Vec<u8>>,
    /// The state of splitmix64.
    state: u64,
}

impl Mutations {
    pub(crate) fn new(inputs: Vec<Vec<u8>>, seed: u64) -> Self {
        Self { inputs, state: seed }
    }

    /// One input after one change or some.
    pub(crate) fn draw(&mut self) -> Vec<u8> {
        let mut bytes = self.any_input();
        for _ in 0..=self.below(CHANGES_MAX) {
            self.change(&mut bytes);
            bytes.truncate(BYTES_MAX);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let (start, end) = self.part(bytes.len());
        match self.below(8) {
            0 => {
                bytes.drain(start..end);
            }
            1 => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(start..start, word.iter().copied());
            }
            2 => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(start..end, word.iter().copied());
            }
            3 => {
                // Of another input, or of the same.
                let from = self.any_input();
                let (from_start, from_end) = self.part(from.len());
                bytes.splice(start..end, from[from_start..from_end].iter().copied());
            }
            4 => {
                let part = bytes[start..end].repeat(self.below(REPEATS_MAX));
                bytes.splice(start..start, part);
            }
            5 => bytes.truncate(start),
            6 => {
                let byte = self.next() as u8;
                bytes.insert(start, byte);
            }
            _ => {
                let bit = self.below(8);
                if let Some(byte) = bytes.get_mut(start) {
                    *byte ^= 1 << bit;
                }
            }
        }
    }

    /// Where a part begins and ends; most are short.
    fn part(&mut self, len: usize) -> (usize, usize) {
        let start = self.below(len + 1);
        let longest = if self.below(4) == 0 { len } else { 12 };
        let end = start + self.below(longest.min(len - start) + 1);
        (start, end)
    }

    fn any_input(&mut self) -> Vec<u8> {
        let nth = self.below(self.inputs.len());
        self.inputs[nth].clone()
    }

    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
