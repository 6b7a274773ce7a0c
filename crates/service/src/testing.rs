//! What the fuzz targets ask that nobody else may.

use crate::{notices, totp};

/// Whether a browser may receive notifications at this address.
pub fn may_be_pushed_to(endpoint: &str) -> bool {
    notices::may_be_asked(endpoint, false)
}

/// A secret of a second factor, as apps read it.
pub fn totp_secret(secret: &[u8]) -> String {
    totp::base32(secret)
}

/// The step of time whose code was typed.
pub fn totp_step(secret: &[u8], typed: &str, now_ms: u64) -> Option<i64> {
    totp::step_of(secret, typed, now_ms)
}
