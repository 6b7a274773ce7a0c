//! Trying again what did not work, in place, until it works.

use std::time::Duration;

use tokio::time::sleep;

/// One thing that is tried until it works. The caller waits meanwhile, so what waits behind it is
/// bounded by the queue that it came from.
#[derive(Debug)]
pub struct Retry {
    pause: Duration,
    pause_max: Duration,
    n_failed: u32,
}

impl Retry {
    /// With the same pause after every failure.
    pub fn every(pause: Duration) -> Self {
        Self { pause, pause_max: pause, n_failed: 0 }
    }

    /// With pauses that double, from the first to the longest.
    pub fn backing_off(first: Duration, longest: Duration) -> Self {
        Self { pause: first, pause_max: longest, n_failed: 0 }
    }

    /// It has failed: complains, the first time, and waits until it may be tried again.
    pub async fn failed(&mut self, complain: impl FnOnce()) {
        if self.n_failed == 0 {
            complain();
        }
        self.n_failed = self.n_failed.saturating_add(1);
        let pause = self.pause;
        self.pause = (pause * 2).min(self.pause_max);
        sleep(pause).await;
    }

    /// Whether it has failed before.
    pub fn has_failed(&self) -> bool {
        self.n_failed > 0
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_and_one_complaint_is_heard() {
        let begin = Instant::now();
        let mut complaints = 0;
        let seconds = Duration::from_secs;
        let mut retry = Retry::backing_off(seconds(1), seconds(5));
        assert!(!retry.has_failed());
        for expected_s in [1, 3, 7, 12, 17] {
            retry.failed(|| complaints += 1).await;
            assert_eq!(begin.elapsed(), seconds(expected_s));
        }
        assert!(retry.has_failed() && complaints == 1);

        let begin = Instant::now();
        let mut retry = Retry::every(seconds(2));
        for expected_s in [2, 4, 6] {
            retry.failed(|| ()).await;
            assert_eq!(begin.elapsed(), seconds(expected_s));
        }
    }
}
