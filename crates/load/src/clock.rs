//! The one place where the tool reads a clock.

use std::time::{Instant, SystemTime, SystemTimeError, UNIX_EPOCH};

/// The present instant.
pub(crate) fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "measuring time is what this program is for")]
    Instant::now()
}

/// The present instant in Unix milliseconds, as servers count.
///
/// # Errors
/// When the clock shows a time before 1970.
pub(crate) fn unix_ms() -> Result<u64, SystemTimeError> {
    #[expect(clippy::disallowed_methods, reason = "what servers find must be of their time")]
    let since = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(since.as_millis() as u64)
}

/// Microseconds between two instants; 0 when they are the wrong way round.
pub(crate) fn micros(from: Instant, to: Instant) -> u64 {
    u64::try_from(to.saturating_duration_since(from).as_micros()).unwrap_or(u64::MAX)
}
