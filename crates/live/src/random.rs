//! Randomness, from the operating system.

use komadai_ids::UserId;
use uuid::Uuid;

/// Random bytes.
///
/// # Panics
/// When the operating system has none, which it always has once it is up.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A random number.
pub fn number() -> u64 {
    u64::from_le_bytes(bytes())
}

/// An id of a row that nobody names. Those of one time sort near each other.
pub fn id(now_ms: u64) -> Uuid {
    UserId::new(now_ms, bytes()).uuid()
}

/// Random letters and digits, without those that look alike.
pub fn signs(n: usize) -> String {
    const SIGNS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz23456789A";
    // 256 is a multiple of 32, so every character is as likely.
    let sign = |byte: u8| char::from(SIGNS[usize::from(byte) % SIGNS.len()]);
    std::iter::repeat_with(bytes::<16>).flatten().map(sign).take(n).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn signs_are_as_many_as_asked_for() {
        let signs = super::signs(40);
        assert_eq!(signs.len(), 40);
        assert!(signs.bytes().all(|sign| sign.is_ascii_alphanumeric()), "{signs}");
        assert_ne!(signs, super::signs(40));
    }
}
