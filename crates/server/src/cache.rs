//! Answers that take long to make: each is made once, however many ask for it, and kept as long as
//! there is room.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Weak},
};

use bytes::Bytes;
use parking_lot::Mutex;

/// What is kept at most.
#[derive(Clone, Copy, Debug)]
pub struct CacheLimits {
    pub bytes: usize,
    pub answers: usize,
}

/// The answers that this server has made, by what they depend on. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Cache<K>(Arc<Mutex<CacheState<K>>>);

#[derive(Debug)]
struct CacheState<K> {
    limits: CacheLimits,
    answers: HashMap<K, (Bytes, u64)>,
    n_bytes: usize,
    /// Counts what was asked for, to know what was asked for longest ago.
    n_asked: u64,
    /// Held by the task that makes an answer; the others wait for it.
    making: HashMap<K, Weak<tokio::sync::Mutex<()>>>,
}

impl<K: Clone + Eq + Hash> Cache<K> {
    /// One that keeps so much.
    pub fn new(limits: CacheLimits) -> Self {
        let answers = HashMap::new();
        let making = HashMap::new();
        Self(Arc::new(Mutex::new(CacheState { limits, answers, n_bytes: 0, n_asked: 0, making })))
    }

    /// An answer: the one that is there, or what `make` makes. Of those who ask for the same one,
    /// one makes it; if that one goes away or fails, the next one does.
    ///
    /// # Errors
    /// What `make` says.
    pub async fn get_or_make<E>(
        &self,
        of: K,
        make: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        if let Some(bytes) = self.0.lock().find(&of) {
            return Ok(bytes);
        }
        let making = self.0.lock().making(&of);
        let _only_one = making.lock().await;
        if let Some(bytes) = self.0.lock().find(&of) {
            return Ok(bytes);
        }
        let bytes = make.await?;
        self.0.lock().keep(of, bytes.clone());
        Ok(bytes)
    }
}

impl<K: Clone + Eq + Hash> CacheState<K> {
    fn find(&mut self, of: &K) -> Option<Bytes> {
        self.n_asked += 1;
        let (bytes, asked) = self.answers.get_mut(of)?;
        *asked = self.n_asked;
        Some(bytes.clone())
    }

    fn making(&mut self, of: &K) -> Arc<tokio::sync::Mutex<()>> {
        self.making.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = self.making.get(of).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::default();
        self.making.insert(of.clone(), Arc::downgrade(&lock));
        lock
    }

    fn keep(&mut self, of: K, bytes: Bytes) {
        if bytes.len() > self.limits.bytes {
            return;
        }
        self.n_bytes += bytes.len();
        if let Some((old, _)) = self.answers.insert(of, (bytes, self.n_asked)) {
            self.n_bytes -= old.len();
        }
        while self.n_bytes > self.limits.bytes || self.answers.len() > self.limits.answers {
            let oldest = self.answers.iter().min_by_key(|(_, (_, asked))| *asked);
            let Some(oldest) = oldest.map(|(of, _)| of.clone()) else { return };
            if let Some((bytes, _)) = self.answers.remove(&oldest) {
                self.n_bytes -= bytes.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use tokio::sync::oneshot;

    use super::*;

    const LIMITS: CacheLimits = CacheLimits { bytes: 1_000, answers: 10 };

    async fn get(cache: &Cache<u32>, n: u32, size: usize) -> Bytes {
        let made = async { Ok::<_, Infallible>(vec![0; size].into()) };
        cache.get_or_make(n, made).await.unwrap_or_default()
    }

    #[tokio::test]
    async fn of_those_who_ask_at_once_one_makes_it() {
        let cache = Cache::new(LIMITS);
        let (go, gone) = oneshot::channel::<()>();
        let first = tokio::spawn({
            let cache = cache.clone();
            async move {
                let made = async { gone.await.map(|()| Bytes::from_static(b"answer")) };
                cache.get_or_make(1, made).await
            }
        });
        while cache.0.lock().making.is_empty() {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..20)
            .map(|_| {
                let cache = cache.clone();
                let made = async { panic!("it is being made") };
                tokio::spawn(async move { cache.get_or_make::<()>(1, made).await })
            })
            .collect();
        // Another waits for none of them.
        assert_eq!(get(&cache, 2, 3).await.len(), 3);
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), "answer");
        for other in others {
            assert_eq!(other.await.unwrap().unwrap(), "answer");
        }
    }

    #[tokio::test]
    async fn when_one_fails_or_goes_the_next_one_makes_it() {
        let cache = Cache::new(LIMITS);
        let failed = cache.get_or_make(1, async { Err::<Bytes, _>("busy") }).await;
        assert_eq!(failed, Err("busy"));
        let gone = tokio::spawn({
            let cache = cache.clone();
            async move { cache.get_or_make::<()>(1, std::future::pending()).await }
        });
        while cache.0.lock().making.values().all(|lock| lock.strong_count() == 0) {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert_eq!(get(&cache, 1, 5).await.len(), 5);
    }

    #[tokio::test]
    async fn what_was_asked_for_longest_ago_goes_first() {
        let cache = Cache::new(LIMITS);
        for n in 0..4 {
            get(&cache, n, LIMITS.bytes / 4).await;
        }
        get(&cache, 0, 1).await;
        get(&cache, 4, LIMITS.bytes / 4).await;
        let mut kept: Vec<_> = cache.0.lock().answers.keys().copied().collect();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4]);
        assert_eq!(cache.0.lock().n_bytes, LIMITS.bytes / 4 * 4);
        get(&cache, 9, LIMITS.bytes + 1).await;
        assert!(!cache.0.lock().answers.contains_key(&9), "it would drive out all others");
    }
}
