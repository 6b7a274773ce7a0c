//! Numbers as bits and bytes.

use crate::DamagedCounts;

/// Bits that are written one after the other, the lowest of each byte first.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    n_pending: u32,
}

impl BitWriter {
    /// The lowest `n` bits, 56 at most.
    pub(crate) fn bits(&mut self, value: u64, n: u32) {
        self.pending |= (value & ((1 << n) - 1)) << self.n_pending;
        self.n_pending += n;
        while self.n_pending >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.n_pending -= 8;
        }
    }

    /// A number of which the lower `k` bits are written as they are, and the rest as so many ones
    /// and a zero.
    pub(crate) fn rice(&mut self, value: u64, k: u32) {
        let mut rest = value >> k;
        while rest >= 24 {
            self.bits((1 << 24) - 1, 24);
            rest -= 24;
        }
        self.bits((1 << rest) - 1, rest as u32 + 1);
        if k > 24 {
            self.bits(value, 24);
            self.bits(value >> 24, k - 24);
        } else {
            self.bits(value, k);
        }
    }

    /// A number below 2 to the power of `k` + 56, and of 62, which takes the fewest bits below 2 to
    /// the power of `k`, and two more each time that it doubles.
    pub(crate) fn exp_golomb(&mut self, value: u64, k: u32) {
        let head = (value >> k) + 1;
        let n = head.ilog2();
        self.rice(n.into(), 0);
        self.bits(head, n);
        self.bits(value, k);
    }

    /// How many bytes were written.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.n_pending > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Reads what a [`BitWriter`] wrote.
#[derive(Debug)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    pending: u64,
    n_pending: u32,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, pending: 0, n_pending: 0 }
    }

    fn fill(&mut self) {
        while self.n_pending <= 56 {
            let Some((&byte, rest)) = self.bytes.split_first() else { return };
            self.bytes = rest;
            self.pending |= u64::from(byte) << self.n_pending;
            self.n_pending += 8;
        }
    }

    pub(crate) fn bits(&mut self, n: u32) -> Result<u64, DamagedCounts> {
        if self.n_pending < n {
            self.fill();
        }
        if self.n_pending < n {
            return Err(DamagedCounts);
        }
        let value = self.pending & ((1 << n) - 1);
        self.pending >>= n;
        self.n_pending -= n;
        Ok(value)
    }

    pub(crate) fn rice(&mut self, k: u32) -> Result<u64, DamagedCounts> {
        let mut rest = 0_u64;
        loop {
            if self.n_pending == 0 {
                self.fill();
            }
            if self.n_pending == 0 {
                return Err(DamagedCounts);
            }
            let ones = self.pending.trailing_ones().min(self.n_pending);
            rest += u64::from(ones);
            self.pending = if ones == 64 { 0 } else { self.pending >> ones };
            self.n_pending -= ones;
            if self.n_pending > 0 {
                self.pending >>= 1;
                self.n_pending -= 1;
                break;
            }
        }
        let low = if k > 24 { self.bits(24)? | self.bits(k - 24)? << 24 } else { self.bits(k)? };
        if rest >> 48 != 0 {
            return Err(DamagedCounts);
        }
        Ok(rest << k | low)
    }

    pub(crate) fn exp_golomb(&mut self, k: u32) -> Result<u64, DamagedCounts> {
        let n = self.rice(0)?;
        if n > 56 || n + u64::from(k) > 62 {
            return Err(DamagedCounts);
        }
        let head = 1 << n | self.bits(n as u32)?;
        Ok((head - 1) << k | self.bits(k)?)
    }
}

/// How many bits [`BitWriter::exp_golomb`] takes.
pub(crate) fn exp_golomb_bits(value: u64, k: u32) -> u32 {
    2 * ((value >> k) + 1).ilog2() + 1 + k
}

/// How many bits tell apart so many numbers and 0.
pub(crate) fn bits_for(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// A difference as a number: small ones, up or down, are small.
pub(crate) fn zigzag(before: u64, now: u64) -> u64 {
    let change = now.wrapping_sub(before).cast_signed();
    (change << 1 ^ change >> 63).cast_unsigned()
}

/// What a difference leads to.
pub(crate) fn unzigzag(before: u64, change: u64) -> Result<u64, DamagedCounts> {
    let change = i64::try_from(change).map_err(|_| DamagedCounts)?;
    before.checked_add_signed(change >> 1 ^ -(change & 1)).ok_or(DamagedCounts)
}

/// A number of seven bits a byte, the lowest first.
pub(crate) fn write_number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Bytes that are read from their beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], DamagedCounts> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(DamagedCounts)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DamagedCounts> {
        self.take(N)?.try_into().map_err(|_| DamagedCounts)
    }

    pub(crate) fn number(&mut self) -> Result<u64, DamagedCounts> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let [byte] = self.array()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(DamagedCounts)
    }
}
