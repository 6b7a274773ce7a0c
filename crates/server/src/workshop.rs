//! Work that keeps a processor busy, such as drawing: off the tasks that carry moves, and bounded.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tracing::error;

/// How much may wait for a free processor before more is refused.
const WAITING_MAX: usize = 64;

/// Where such work is done. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Workshop {
    /// One for each piece of work that is being done.
    benches: Arc<Semaphore>,
    /// One for each that is being done or waits.
    tickets: Arc<Semaphore>,
}

/// Work that was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// Too much waits already.
    #[error("the server has too much to do just now; try again")]
    Busy,
    /// It panicked, which was logged.
    #[error("this could not be done")]
    Failed,
}

impl Workshop {
    /// One that leaves half of the processors to everything else.
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_benches((processors / 2).max(1))
    }

    fn with_benches(n: usize) -> Self {
        Self {
            benches: Arc::new(Semaphore::new(n)),
            tickets: Arc::new(Semaphore::new(n + WAITING_MAX)),
        }
    }

    /// Does it and waits for it. Whoever stops waiting gives up their place; work that has begun is
    /// finished, and its bench stays taken until then.
    ///
    /// # Errors
    /// When too much waits already, or it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let ticket = self.tickets.clone().try_acquire_owned().map_err(|_| NotDone::Busy)?;
        let bench = self.benches.clone().acquire_owned().await.map_err(|_| NotDone::Failed)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((bench, ticket));
            done
        });
        done.await.map_err(|cause| {
            error!("work in the background failed: {cause}");
            NotDone::Failed
        })
    }
}

impl Default for Workshop {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn more_than_can_wait_is_refused_and_what_waits_is_done() {
        let workshop = Workshop::with_benches(1);
        let (go, gone) = mpsc::channel::<()>();
        // The bench is taken until `go` is dropped.
        let first = tokio::spawn({
            let workshop = workshop.clone();
            async move { workshop.run(move || gone.recv().is_err()).await }
        });
        let waiting: Vec<_> = (0..WAITING_MAX)
            .map(|n| {
                let workshop = workshop.clone();
                tokio::spawn(async move { workshop.run(move || n).await })
            })
            .collect();
        while workshop.tickets.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(workshop.run(|| ()).await, Err(NotDone::Busy));
        drop(go);
        assert_eq!(first.await.unwrap(), Ok(true));
        for (n, done) in waiting.into_iter().enumerate() {
            assert_eq!(done.await.unwrap(), Ok(n));
        }
        assert_eq!(workshop.tickets.available_permits(), WAITING_MAX + 1);
    }

    #[tokio::test]
    async fn a_panic_frees_its_bench() {
        let workshop = Workshop::with_benches(1);
        let failed: Result<(), _> = workshop.run(|| panic!("a test")).await;
        assert_eq!(failed, Err(NotDone::Failed));
        assert_eq!(workshop.run(|| 1).await, Ok(1));
    }
}
