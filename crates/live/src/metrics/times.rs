//! How long something took, counted in steps: for a page of our own, which needs no recorder.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// How long something took at most, in microseconds; what took longer has a place of its own.
const BOUNDS_US: [u64; 25] = [
    100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000,
    30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000, 1_000_000, 2_000_000,
    5_000_000,
];

/// How often something took how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times([u64; BOUNDS_US.len() + 1]);

impl Times {
    /// What has come since an earlier reading.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let mut since = *self;
        for (now, before) in since.0.iter_mut().zip(before.0) {
            *now = now.saturating_sub(before);
        }
        since
    }

    /// How often that was.
    pub fn n(&self) -> u64 {
        self.0.iter().sum()
    }

    /// What so many of a thousand took at most, in microseconds, as far as the bounds tell; `None`
    /// when nothing was measured. What is longer than the last bound counts as that.
    pub fn quantile_us(&self, of_a_thousand: u64) -> Option<u64> {
        let wanted = (self.n() * of_a_thousand).div_ceil(1_000).max(1);
        let mut seen = 0;
        let place = self.0.iter().position(|n| {
            seen += n;
            seen >= wanted
        });
        let last = BOUNDS_US.last().copied();
        place.and_then(|place| BOUNDS_US.get(place).copied().or(last))
    }
}

/// The same while it is counted.
#[derive(Debug, Default)]
pub(crate) struct Timer([AtomicU64; BOUNDS_US.len() + 1]);

impl Timer {
    pub(crate) fn note(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let place = BOUNDS_US.partition_point(|bound| *bound < us);
        if let Some(n) = self.0.get(place) {
            n.fetch_add(1, Relaxed);
        }
    }

    pub(crate) fn read(&self) -> Times {
        let mut times = Times::default();
        for (time, n) in times.0.iter_mut().zip(&self.0) {
            *time = n.load(Relaxed);
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_bounds() {
        let timer = Timer::default();
        assert_eq!(timer.read().quantile_us(500), None);
        for ms in [0, 1, 1, 1, 1, 2, 2, 4, 40, 9_000] {
            timer.note(Duration::from_millis(ms));
        }
        let times = timer.read();
        assert_eq!(times.n(), 10);
        assert_eq!(times.quantile_us(500), Some(1_000));
        assert_eq!(times.quantile_us(800), Some(5_000));
        assert_eq!(times.quantile_us(900), Some(50_000));
        assert_eq!(times.quantile_us(990), Some(5_000_000), "longer than the last bound");
        timer.note(Duration::from_micros(150));
        assert_eq!(timer.read().since(&times).quantile_us(990), Some(200));
    }
}
