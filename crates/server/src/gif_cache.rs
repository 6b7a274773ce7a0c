//! GIFs of games that were drawn lately: each is drawn once, however many ask for it.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use bytes::Bytes;
use komadai_ids::{GameId, ReviewId};
use komadai_kifu::Theme;
use komadai_language::Language;
use komadai_rules::Side;
use parking_lot::Mutex;

/// Bytes of the GIFs that are kept.
pub const BYTES_MAX: usize = 64 << 20;

/// GIFs that are kept.
pub const GIFS_MAX: usize = 512;

/// Of which state of what a GIF is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A game, after so many events.
    Game(GameId, u32),
    /// A game that was imported, by its record and its owner.
    Import([u8; 32]),
    /// A review, after so many changes.
    Review(ReviewId, u32),
}

/// What a GIF depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gif {
    /// What it shows.
    pub of: Source,
    /// Its last move.
    pub ply: u32,
    pub theme: Theme,
    /// The language of names and captions.
    pub language: Language,
    /// Who sits at the bottom.
    pub bottom: Side,
    /// How wide it is.
    pub width_px: u32,
}

/// The GIFs that this server has drawn. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct GifCache(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    gifs: HashMap<Gif, (Bytes, u64)>,
    n_bytes: usize,
    /// Counts what was asked for, to know what was asked for longest ago.
    n_asked: u64,
    /// Held by the task that draws a GIF; the others wait for it.
    drawing: HashMap<Gif, Weak<tokio::sync::Mutex<()>>>,
}

impl GifCache {
    /// A gif: the one that is there, or what `draw` makes. Of those who ask for the same one, one
    /// draws; if that one goes away or fails, the next one does.
    ///
    /// # Errors
    /// What `draw` says.
    pub async fn get_or_draw<E>(
        &self,
        gif: Gif,
        draw: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        if let Some(bytes) = self.0.lock().find(&gif) {
            return Ok(bytes);
        }
        let drawing = self.0.lock().drawing(&gif);
        let _only_one = drawing.lock().await;
        if let Some(bytes) = self.0.lock().find(&gif) {
            return Ok(bytes);
        }
        let bytes = draw.await?;
        self.0.lock().keep(gif, bytes.clone());
        Ok(bytes)
    }
}

impl Kept {
    fn find(&mut self, gif: &Gif) -> Option<Bytes> {
        self.n_asked += 1;
        let (bytes, asked) = self.gifs.get_mut(gif)?;
        *asked = self.n_asked;
        Some(bytes.clone())
    }

    fn drawing(&mut self, gif: &Gif) -> Arc<tokio::sync::Mutex<()>> {
        self.drawing.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = self.drawing.get(gif).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::default();
        self.drawing.insert(gif.clone(), Arc::downgrade(&lock));
        lock
    }

    fn keep(&mut self, gif: Gif, bytes: Bytes) {
        if bytes.len() > BYTES_MAX {
            return;
        }
        self.n_bytes += bytes.len();
        if let Some((old, _)) = self.gifs.insert(gif, (bytes, self.n_asked)) {
            self.n_bytes -= old.len();
        }
        while self.n_bytes > BYTES_MAX || self.gifs.len() > GIFS_MAX {
            let oldest = self.gifs.iter().min_by_key(|(_, (_, asked))| *asked);
            let Some(oldest) = oldest.map(|(gif, _)| gif.clone()) else { return };
            if let Some((bytes, _)) = self.gifs.remove(&oldest) {
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

    fn gif(n: u32) -> Gif {
        Gif {
            of: Source::Import([7; 32]),
            ply: n,
            theme: Theme::LIGHT,
            language: Language::VIETNAMESE,
            bottom: Side::Sente,
            width_px: 400,
        }
    }

    async fn get(cache: &GifCache, n: u32, size: usize) -> Bytes {
        let drawn = async { Ok::<_, Infallible>(vec![0; size].into()) };
        cache.get_or_draw(gif(n), drawn).await.unwrap_or_default()
    }

    #[tokio::test]
    async fn of_those_who_ask_at_once_one_draws() {
        let cache = GifCache::default();
        let (go, gone) = oneshot::channel::<()>();
        let first = tokio::spawn({
            let cache = cache.clone();
            async move {
                let drawn = async { gone.await.map(|()| Bytes::from_static(b"gif")) };
                cache.get_or_draw(gif(1), drawn).await
            }
        });
        while cache.0.lock().drawing.is_empty() {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..20)
            .map(|_| {
                let cache = cache.clone();
                let drawn = async { panic!("it is being drawn") };
                tokio::spawn(async move { cache.get_or_draw::<()>(gif(1), drawn).await })
            })
            .collect();
        // Another gif waits for none of them.
        assert_eq!(get(&cache, 2, 3).await.len(), 3);
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), "gif");
        for other in others {
            assert_eq!(other.await.unwrap().unwrap(), "gif");
        }
    }

    #[tokio::test]
    async fn when_one_fails_or_goes_the_next_one_draws() {
        let cache = GifCache::default();
        let failed = cache.get_or_draw(gif(1), async { Err::<Bytes, _>("busy") }).await;
        assert_eq!(failed, Err("busy"));
        let gone = tokio::spawn({
            let cache = cache.clone();
            async move { cache.get_or_draw::<()>(gif(1), std::future::pending()).await }
        });
        while cache.0.lock().drawing.values().all(|lock| lock.strong_count() == 0) {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert_eq!(get(&cache, 1, 5).await.len(), 5);
    }

    #[tokio::test]
    async fn what_was_asked_for_longest_ago_goes_first() {
        let cache = GifCache::default();
        for n in 0..4 {
            get(&cache, n, BYTES_MAX / 4).await;
        }
        get(&cache, 0, 1).await;
        get(&cache, 4, BYTES_MAX / 4).await;
        let mut kept: Vec<_> = cache.0.lock().gifs.keys().map(|gif| gif.ply).collect();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4]);
        assert_eq!(cache.0.lock().n_bytes, BYTES_MAX / 4 * 4);
        get(&cache, 9, BYTES_MAX + 1).await;
        assert!(!cache.0.lock().gifs.contains_key(&gif(9)), "it would drive out all others");
    }
}
