//! How much may be said.

use std::time::Duration;

use tokio::time::Instant;

use super::Verdict;

/// So much beyond what may be said nobody means.
const OVERDRAFT_MAX: f64 = 200.0;

/// Nobody has to keep quiet for longer: heartbeats continue.
const QUIET_MAX: Duration = Duration::from_secs(2);

/// So many at once, and so many a second in the long run.
#[derive(Debug)]
pub(super) struct Budget {
    tokens: f64,
    per_second: f64,
    burst: f64,
    at: Instant,
}

impl Budget {
    pub(super) fn new(per_second: f64, burst: f64, now: Instant) -> Self {
        Self { tokens: burst, per_second, burst, at: now }
    }

    /// Takes one, whether there is one left or not.
    pub(super) fn spend(&mut self, now: Instant) -> Verdict {
        self.earn(now);
        self.tokens = (self.tokens - 1.0).max(-OVERDRAFT_MAX);
        match self.tokens {
            tokens if tokens >= 0.0 => Verdict::InBudget,
            tokens if tokens > -OVERDRAFT_MAX => Verdict::TooFast,
            _ => Verdict::Flood,
        }
    }

    /// Takes one, and says how long its taker has to keep quiet for that: until then those that are
    /// missing have come back.
    pub(super) fn owe(&mut self, now: Instant) -> Duration {
        self.earn(now);
        self.tokens -= 1.0;
        let missing_s = (-self.tokens / self.per_second).max(0.0);
        Duration::try_from_secs_f64(missing_s).unwrap_or(QUIET_MAX).min(QUIET_MAX)
    }

    /// Whether nothing is missing.
    pub(super) fn is_full(&mut self, now: Instant) -> bool {
        self.earn(now);
        self.tokens >= self.burst
    }

    fn earn(&mut self, now: Instant) {
        let earned = now.saturating_duration_since(self.at).as_secs_f64() * self.per_second;
        self.at = self.at.max(now);
        self.tokens = (self.tokens + earned).min(self.burst);
    }
}
