//! The one place where the tool reads a clock.

use std::time::Instant;

/// The present instant.
pub(crate) fn now() -> Instant {
    #[expect(clippy::disallowed_methods, reason = "measuring time is what this program is for")]
    Instant::now()
}

/// Microseconds between two instants; 0 when they are the wrong way round.
pub(crate) fn micros(from: Instant, to: Instant) -> u64 {
    u64::try_from(to.saturating_duration_since(from).as_micros()).unwrap_or(u64::MAX)
}
