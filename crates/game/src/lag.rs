//! Time that the network took and nobody is charged for.

/// The most that is credited for one move, in milliseconds.
pub const CREDIT_MS_MAX: u64 = 500;

/// What each side may be credited at the start of a game, and the most it can have saved up, in
/// milliseconds.
pub const BANK_MS: u64 = 2_000;

/// What each move adds to the bank, in milliseconds.
const BANK_PER_MOVE_MS: u64 = 100;

/// One side's allowance for lag. It follows from the credits given so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag {
    bank_ms: u32,
}

impl Default for Lag {
    fn default() -> Self {
        Self { bank_ms: BANK_MS as u32 }
    }
}

impl Lag {
    /// The most that the next move can be credited, given the smoothed round trip to the player
    /// as the server measured it (`None`: not measured, or too long ago).
    pub fn claimable_ms(self, srtt_ms: Option<u64>) -> u64 {
        srtt_ms.unwrap_or(0).min(CREDIT_MS_MAX).min(u64::from(self.bank_ms))
    }

    /// The credit for a move over which the player thought for `thought_ms`.
    pub fn credit_ms(self, thought_ms: u64, srtt_ms: Option<u64>) -> u64 {
        self.claimable_ms(srtt_ms).min(thought_ms)
    }

    /// The allowance after a move that was credited `credit_ms`.
    #[must_use]
    pub fn after(self, credit_ms: u64) -> Self {
        let left = u64::from(self.bank_ms).saturating_sub(credit_ms) + BANK_PER_MOVE_MS;
        Self { bank_ms: left.min(BANK_MS) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_is_bounded_by_everything_at_once() {
        let lag = Lag::default();
        assert_eq!(lag.credit_ms(10_000, None), 0);
        assert_eq!(lag.credit_ms(10_000, Some(80)), 80);
        assert_eq!(lag.credit_ms(50, Some(80)), 50);
        assert_eq!(lag.credit_ms(10_000, Some(5_000)), CREDIT_MS_MAX);
    }

    #[test]
    fn the_bank_runs_dry_and_refills() {
        let mut lag = Lag::default();
        let mut credited = 0;
        for _ in 0..100 {
            let credit = lag.credit_ms(10_000, Some(5_000));
            credited += credit;
            lag = lag.after(credit);
        }
        assert!(credited <= BANK_MS + 100 * 100, "{credited}");
        for _ in 0..100 {
            lag = lag.after(0);
        }
        assert_eq!(lag, Lag::default());
    }
}
