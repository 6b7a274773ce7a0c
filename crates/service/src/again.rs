//! Things that did not work and are tried again later.

use tokio::time::{Instant, sleep_until};

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
pub(crate) struct Again<T> {
    waiting: Vec<(Instant, Tried<T>)>,
}

impl<T> Default for Again<T> {
    fn default() -> Self {
        Self { waiting: Vec::new() }
    }
}

impl<T> Again<T> {
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
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_due_first_comes_first_and_in_its_time() {
        let begin = Instant::now();
        let mut again = Again::default();
        for (what, after_s) in [("late", 60), ("soon", 2), ("later", 90)] {
            again.put(Tried { what, n_tries: 1 }, begin + Duration::from_secs(after_s));
        }
        // Whoever stops waiting loses nothing.
        let broken_off = tokio::time::timeout(Duration::from_secs(1), again.next()).await;
        assert!(broken_off.is_err() && again.len() == 3);
        for (what, after_s) in [("soon", 2), ("late", 60), ("later", 90)] {
            assert_eq!(again.next().await.what, what);
            assert_eq!(begin.elapsed().as_secs(), after_s);
        }
        let nothing = tokio::time::timeout(Duration::from_secs(3_600), again.next()).await;
        assert!(nothing.is_err());
    }
}
