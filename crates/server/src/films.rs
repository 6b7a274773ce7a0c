//! Films of games that were drawn lately: each is drawn once, however many ask for it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use bytes::Bytes;
use komadai_ids::{GameId, StudyId};
use komadai_kifu::{Language, Theme};
use komadai_rules::Side;

/// Bytes of the films that are kept.
pub const BYTES_MAX: usize = 64 << 20;

/// Films that are kept.
pub const FILMS_MAX: usize = 512;

/// Of which state of what a film is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A game, after so many events.
    Game(GameId, u32),
    /// A game that was brought along, by its record and its owner.
    Import([u8; 32]),
    /// A review, after so many changes.
    Study(StudyId, u32),
}

/// What a film depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Film {
    /// What it shows.
    pub of: Source,
    /// Its last move.
    pub ply: u32,
    /// Its colours.
    pub theme: Theme,
    /// The language of names and captions.
    pub language: Language,
    /// Who sits at the bottom.
    pub bottom: Side,
    /// How wide it is.
    pub width_px: u32,
}

/// The films of this server. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Films(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    films: HashMap<Film, (Bytes, u64)>,
    n_bytes: usize,
    /// Counts what was asked for, to know what was asked for longest ago.
    n_asked: u64,
    /// Held by whoever draws a film; the others wait for it.
    drawing: HashMap<Film, Weak<tokio::sync::Mutex<()>>>,
}

impl Films {
    /// A film: the one that is there, or what `draw` makes. Of those who ask for the same one, one
    /// draws; if that one goes away or fails, the next one does.
    ///
    /// # Errors
    /// What `draw` says.
    pub async fn get_or_draw<E>(
        &self,
        film: Film,
        draw: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        if let Some(bytes) = self.lock().find(&film) {
            return Ok(bytes);
        }
        let drawing = self.lock().drawing(&film);
        let _only_one = drawing.lock().await;
        if let Some(bytes) = self.lock().find(&film) {
            return Ok(bytes);
        }
        let bytes = draw.await?;
        self.lock().keep(film, bytes.clone());
        Ok(bytes)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        // Nothing panics while it is held, and a map is whole either way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, film: &Film) -> Option<Bytes> {
        self.n_asked += 1;
        let (bytes, asked) = self.films.get_mut(film)?;
        *asked = self.n_asked;
        Some(bytes.clone())
    }

    fn drawing(&mut self, film: &Film) -> Arc<tokio::sync::Mutex<()>> {
        self.drawing.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = self.drawing.get(film).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::default();
        self.drawing.insert(film.clone(), Arc::downgrade(&lock));
        lock
    }

    fn keep(&mut self, film: Film, bytes: Bytes) {
        if bytes.len() > BYTES_MAX {
            return;
        }
        self.n_bytes += bytes.len();
        if let Some((old, _)) = self.films.insert(film, (bytes, self.n_asked)) {
            self.n_bytes -= old.len();
        }
        while self.n_bytes > BYTES_MAX || self.films.len() > FILMS_MAX {
            let oldest = self.films.iter().min_by_key(|(_, (_, asked))| *asked);
            let Some(oldest) = oldest.map(|(film, _)| film.clone()) else { return };
            if let Some((bytes, _)) = self.films.remove(&oldest) {
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

    fn film(n: u32) -> Film {
        Film {
            of: Source::Import([7; 32]),
            ply: n,
            theme: Theme::LIGHT,
            language: Language::Vietnamese,
            bottom: Side::Sente,
            width_px: 400,
        }
    }

    async fn get(films: &Films, n: u32, size: usize) -> Bytes {
        let drawn = async { Ok::<_, Infallible>(vec![0; size].into()) };
        films.get_or_draw(film(n), drawn).await.unwrap_or_default()
    }

    #[tokio::test]
    async fn of_those_who_ask_at_once_one_draws() {
        let films = Films::default();
        let (go, gone) = oneshot::channel::<()>();
        let first = tokio::spawn({
            let films = films.clone();
            async move {
                let drawn = async { gone.await.map(|()| Bytes::from_static(b"film")) };
                films.get_or_draw(film(1), drawn).await
            }
        });
        while films.lock().drawing.is_empty() {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..20)
            .map(|_| {
                let films = films.clone();
                let drawn = async { panic!("it is being drawn") };
                tokio::spawn(async move { films.get_or_draw::<()>(film(1), drawn).await })
            })
            .collect();
        // Another film waits for none of them.
        assert_eq!(get(&films, 2, 3).await.len(), 3);
        go.send(()).unwrap();
        assert_eq!(first.await.unwrap().unwrap(), "film");
        for other in others {
            assert_eq!(other.await.unwrap().unwrap(), "film");
        }
    }

    #[tokio::test]
    async fn when_one_fails_or_goes_the_next_one_draws() {
        let films = Films::default();
        let failed = films.get_or_draw(film(1), async { Err::<Bytes, _>("busy") }).await;
        assert_eq!(failed, Err("busy"));
        let gone = tokio::spawn({
            let films = films.clone();
            async move { films.get_or_draw::<()>(film(1), std::future::pending()).await }
        });
        while films.lock().drawing.values().all(|lock| lock.strong_count() == 0) {
            tokio::task::yield_now().await;
        }
        gone.abort();
        assert_eq!(get(&films, 1, 5).await.len(), 5);
    }

    #[tokio::test]
    async fn what_was_asked_for_longest_ago_goes_first() {
        let films = Films::default();
        for n in 0..4 {
            get(&films, n, BYTES_MAX / 4).await;
        }
        get(&films, 0, 1).await;
        get(&films, 4, BYTES_MAX / 4).await;
        let mut kept: Vec<_> = films.lock().films.keys().map(|film| film.ply).collect();
        kept.sort_unstable();
        assert_eq!(kept, [0, 2, 3, 4]);
        assert_eq!(films.lock().n_bytes, BYTES_MAX / 4 * 4);
        get(&films, 9, BYTES_MAX + 1).await;
        assert!(!films.lock().films.contains_key(&film(9)), "it would drive out all others");
    }
}
