//! Codes of six digits that change every 30 seconds (RFC 6238, with SHA-1 as every app has it).

use hmac::{Hmac, KeyInit as _, Mac as _};
use komadai_live::random;
use sha1::Sha1;

/// How long a code is good, in milliseconds.
const STEP_MS: u64 = 30_000;

/// How many codes before and after the present one are taken, for clocks that differ.
const STEPS_AROUND: u64 = 1;

/// How many bytes a secret has.
pub(crate) const SECRET_BYTES: usize = 20;

/// A new secret.
pub(crate) fn secret() -> [u8; SECRET_BYTES] {
    random::bytes()
}

/// The secret as apps read it: base32 without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut bits, mut n_bits) = (0u32, 0);
    for byte in bytes {
        bits = bits << 8 | u32::from(*byte);
        n_bits += 8;
        while n_bits >= 5 {
            n_bits -= 5;
            text.push(char::from(SIGNS[(bits >> n_bits) as usize & 31]));
        }
    }
    if n_bits > 0 {
        text.push(char::from(SIGNS[(bits << (5 - n_bits)) as usize & 31]));
    }
    text
}

/// The step whose code this is: now, or as far from now as clocks may differ.
pub(crate) fn step_of(secret: &[u8], typed: &str, now_ms: u64) -> Option<i64> {
    let now = now_ms / STEP_MS;
    let steps = now.saturating_sub(STEPS_AROUND)..=now + STEPS_AROUND;
    // All are looked at, so that the time says nothing.
    let right = steps.filter(|step| is_same(&code(secret, *step), typed));
    right.fold(None, |_, step| i64::try_from(step).ok())
}

/// §5.3 of RFC 4226.
fn code(secret: &[u8], step: u64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("a key may have any length");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 15);
    let number = u32::from_be_bytes([digest[at], digest[at + 1], digest[at + 2], digest[at + 3]]);
    format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
}

/// Compares in a time that says nothing of where they differ.
fn is_same(one: &str, two: &str) -> bool {
    one.len() == two.len()
        && one.bytes().zip(two.bytes()).fold(0, |seen, (one, two)| seen | (one ^ two)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, of which six digits are taken.
        let secret = b"12345678901234567890";
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(secret, seconds / 30), expected);
            let step = Some((seconds / 30) as i64);
            for about in [0, 30] {
                assert_eq!(step_of(secret, expected, (seconds + about) * 1_000), step);
            }
            assert_eq!(step_of(secret, expected, (seconds + 90) * 1_000), None);
        }
        for wrong in ["", "28708", "2870821", "é87082"] {
            assert_eq!(step_of(secret, wrong, 59_000), None);
        }
    }

    #[test]
    fn secrets_are_written_as_apps_read_them() {
        for (bytes, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
        assert_eq!(base32(&secret()).len(), 32);
    }
}
