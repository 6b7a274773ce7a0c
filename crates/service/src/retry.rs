//! Trying again what did not work: in place, until it works, or later, from a queue.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

/// One thing that is tried until it works. Whoever calls waits meanwhile, so what waits behind it
/// is bounded by the queue that it came from.
#[derive(Debug)]
pub(crate) struct Retry {
    pause: Duration,
    pause_max: Duration,
    n_failed: u32,
}

impl Retry {
    /// With the same pause after every failure.
    pub(crate) fn every(pause: Duration) -> Self {
        Self { pause, pause_max: pause, n_failed: 0 }
    }

    /// With pauses that double, from the first to the longest.
    pub(crate) fn backing_off(first: Duration, longest: Duration) -> Self {
        Self { pause: first, pause_max: longest, n_failed: 0 }
    }

    /// It has failed: complains, the first time, and waits until it may be tried again.
    pub(crate) async fn failed(&mut self, complain: impl FnOnce()) {
        if self.n_failed == 0 {
            complain();
        }
        self.n_failed = self.n_failed.saturating_add(1);
        let pause = self.pause;
        self.pause = (pause * 2).min(self.pause_max);
        sleep(pause).await;
    }

    /// Whether it has failed before.
    pub(crate) fn has_failed(&self) -> bool {
        self.n_failed > 0
    }
}

/// Something to be tried once more.
#[derive(Debug)]
pub(crate) struct Tried<T> {
    /// It.
    pub(crate) what: T,
    /// How often it was tried.
    pub(crate) n_tries: usize,
}

/// What waits to be tried again; the longest list its owner allows is its owner's to heed.
#[derive(Debug)]
pub(crate) struct RetryQueue<T> {
    waiting: Vec<(Instant, Tried<T>)>,
}

impl<T> Default for RetryQueue<T> {
    fn default() -> Self {
        Self { waiting: Vec::new() }
    }
}

impl<T> RetryQueue<T> {
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Puts something off until then.
    pub(crate) fn put(&mut self, tried: Tried<T>, due: Instant) {
        self.waiting.push((due, tried));
    }

    /// Waits for what is due first; for ever where nothing waits. Nothing is lost when that is
    /// broken off.
    pub(crate) async fn next(&mut self) -> Tried<T> {
        let by_time = self.waiting.iter().enumerate().min_by_key(|(_, (due, _))| *due);
        let Some((place, due)) = by_time.map(|(place, (due, _))| (place, *due)) else {
            return std::future::pending().await;
        };
        sleep_until(due).await;
        self.waiting.swap_remove(place).1
    }
}

#[cfg(test)]
mod tests {
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

    #[tokio::test(start_paused = true)]
    async fn what_is_due_first_comes_first_and_in_its_time() {
        let begin = Instant::now();
        let mut queue = RetryQueue::default();
        for (what, after_s) in [("late", 60), ("soon", 2), ("later", 90)] {
            queue.put(Tried { what, n_tries: 1 }, begin + Duration::from_secs(after_s));
        }
        // Whoever stops waiting loses nothing.
        let broken_off = tokio::time::timeout(Duration::from_secs(1), queue.next()).await;
        assert!(broken_off.is_err() && queue.len() == 3);
        for (what, after_s) in [("soon", 2), ("late", 60), ("later", 90)] {
            assert_eq!(queue.next().await.what, what);
            assert_eq!(begin.elapsed().as_secs(), after_s);
        }
        let nothing = tokio::time::timeout(Duration::from_secs(3_600), queue.next()).await;
        assert!(nothing.is_err());
    }
}
