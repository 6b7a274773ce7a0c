//! Trying again what did not work, in place, until it works.

use std::time::Duration;

use komadai_store::Error;
use tokio::time::sleep;

/// One thing that is tried until it works. Whoever calls waits meanwhile, so what waits behind it
/// is bounded by the queue that it came from.
#[derive(Debug)]
pub struct Retry {
    pause: Duration,
    pause_max: Duration,
    has_failed: bool,
}

impl Retry {
    /// With the same pause after every failure.
    pub fn every(pause: Duration) -> Self {
        Self { pause, pause_max: pause, has_failed: false }
    }

    /// With pauses that double, from the first to the longest.
    pub fn backing_off(first: Duration, longest: Duration) -> Self {
        Self { pause: first, pause_max: longest, has_failed: false }
    }

    /// Attempts it until it works, or fails by what does not pass: `passing` says what passes.
    /// The first time is complained of.
    ///
    /// # Errors
    /// What does not pass.
    pub async fn until<T, E>(
        &mut self,
        mut attempt: impl AsyncFnMut() -> Result<T, E>,
        passing: impl Fn(&E) -> Option<&Error>,
        complain: impl Fn(&Error),
    ) -> Result<T, E> {
        loop {
            let done = attempt().await;
            match done.as_ref().err().and_then(&passing) {
                None => return done,
                Some(cause) if !self.has_failed => complain(cause),
                Some(_) => {}
            }
            drop(done);
            self.has_failed = true;
            sleep(self.pause).await;
            self.pause = (self.pause * 2).min(self.pause_max);
        }
    }

    /// Whether it has failed before.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::time::Instant;

    use super::*;

    /// How long so many failures take, in seconds, and how often they are complained of.
    async fn tried(mut retry: Retry, n_failures: u32) -> (u64, u32) {
        let (begin, mut left, complaints) = (Instant::now(), n_failures, Cell::new(0));
        let attempt = async || {
            let fails = left > 0;
            left = left.saturating_sub(1);
            if fails { Err(Error::Conflict) } else { Ok(()) }
        };
        let complain = |_: &Error| complaints.set(complaints.get() + 1);
        retry.until(attempt, |cause| Some(cause), complain).await.unwrap();
        assert_eq!(retry.has_failed(), n_failures > 0);
        (begin.elapsed().as_secs(), complaints.get())
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_and_one_complaint_is_heard() {
        let seconds = Duration::from_secs;
        for (n_failures, expected_s) in [(1, 1), (2, 3), (3, 7), (4, 12), (5, 17)] {
            let retry = Retry::backing_off(seconds(1), seconds(5));
            assert_eq!(tried(retry, n_failures).await, (expected_s, 1));
            assert_eq!(tried(Retry::every(seconds(2)), n_failures).await.0, 2 * u64::from(n_failures));
        }
        assert_eq!(tried(Retry::every(seconds(2)), 0).await, (0, 0));
        let failed = async || Err::<(), _>(Error::Conflict);
        let failed = Retry::every(seconds(2)).until(failed, |_| None, |_| ()).await;
        assert!(failed.is_err(), "what does not pass is not tried again");
    }
}
