//! What time it is.

use tokio::time::Instant;

/// The server's time: the wall clock as it stood at the start of the process, and from then on
/// only what the monotonic clock adds.
///
/// So nothing that happens to the wall clock meanwhile reaches a game.
#[derive(Clone, Copy, Debug)]
pub struct Timebase {
    wall_ms: u64,
    start: Instant,
}

impl Timebase {
    /// Reads the wall clock, once.
    pub fn start() -> Self {
        #[expect(clippy::disallowed_methods, reason = "this is the one place that reads it")]
        let wall = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self::at(wall.map_or(0, |since| since.as_millis() as u64))
    }

    /// A time base for which it is `wall_ms` (Unix milliseconds) now.
    pub fn at(wall_ms: u64) -> Self {
        Self { wall_ms, start: Instant::now() }
    }

    /// When it began, in Unix milliseconds.
    pub fn started_ms(&self) -> u64 {
        self.wall_ms
    }

    /// The present instant in Unix milliseconds.
    pub fn now_ms(&self) -> u64 {
        self.ms(Instant::now())
    }

    /// An instant since it began, in Unix milliseconds.
    pub fn ms(&self, instant: Instant) -> u64 {
        self.wall_ms + instant.duration_since(self.start).as_millis() as u64
    }

    /// The instant for a timer that is due at `ms` (Unix milliseconds).
    pub fn instant(&self, ms: u64) -> Instant {
        self.start + std::time::Duration::from_millis(ms.saturating_sub(self.wall_ms))
    }
}
