//! How much one socket may send.

use tokio::time::Instant;

use crate::config::LimitSettings;

/// A socket that sends so many frames beyond its budget is closed.
const OVERDRAFT_MAX: f64 = 200.0;

/// How many frames a socket may send.
pub(super) struct Budget {
    tokens: f64,
    per_second: f64,
    burst: f64,
    at: Instant,
}

impl Budget {
    pub(super) fn new(limits: &LimitSettings, now: Instant) -> Self {
        let burst = f64::from(limits.messages_burst);
        Self { tokens: burst, per_second: f64::from(limits.messages_per_second), burst, at: now }
    }

    /// Takes one; `false` when there was none left.
    pub(super) fn spend(&mut self, now: Instant) -> bool {
        let earned = now.duration_since(self.at).as_secs_f64() * self.per_second;
        self.at = now;
        self.tokens = (self.tokens + earned).min(self.burst) - 1.0;
        self.tokens >= 0.0
    }

    /// Whether so much came that nobody can mean it.
    pub(super) fn is_flooded(&self) -> bool {
        self.tokens <= -OVERDRAFT_MAX
    }
}
