//! Trying again what did not work, later, from a queue.

use tokio::time::{Instant, sleep_until};

/// Something to be tried once more.
#[derive(Debug)]
pub(crate) struct Attempt<T> {
    pub(crate) what: T,
    /// How often it was tried.
    pub(crate) n_tries: usize,
}

/// What waits to be tried again; the longest list its owner allows is its owner's to heed.
#[derive(Debug)]
pub(crate) struct RetryQueue<T> {
    waiting: Vec<(Instant, Attempt<T>)>,
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
    pub(crate) fn put(&mut self, tried: Attempt<T>, due: Instant) {
        self.waiting.push((due, tried));
    }

    /// Waits for what is due first; for ever where nothing waits. Nothing is lost when that is
    /// broken off.
    pub(crate) async fn next(&mut self) -> Attempt<T> {
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
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_due_first_comes_first_and_in_its_time() {
        let begin = Instant::now();
        let mut queue = RetryQueue::default();
        for (what, after_s) in [("late", 60), ("soon", 2), ("later", 90)] {
            queue.put(Attempt { what, n_tries: 1 }, begin + Duration::from_secs(after_s));
        }
        // A caller that stops waiting loses nothing.
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
