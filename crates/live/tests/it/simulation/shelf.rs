//! The archive of the tests. A paused clock and a database never meet in one test, because the
//! runtime would jump to the next timer while the database answers.

use std::{
    collections::{HashMap, HashSet},
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};

use komadai_ids::{Code, GameId};
use komadai_live::{
    Settlement,
    archive::{Answer, Archive},
};
use komadai_store::games;
use parking_lot::Mutex;

/// The records of games that are over. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Shelf {
    // A lock, because the test looks on while the settler works; nothing waits while holding it.
    records: Arc<Mutex<HashMap<Code, Vec<u8>>>>,
    /// Below which position of the journal all games are here.
    floor: Arc<AtomicI64>,
    /// How often it was asked which games are settled.
    n_asked: Arc<AtomicI64>,
}

impl Shelf {
    /// The records of one game.
    pub(super) fn find(&self, code: Code) -> Option<Vec<u8>> {
        self.records.lock().get(&code).cloned()
    }

    /// How often it was asked which games are settled, since this was asked last.
    pub(super) fn n_asked(&self) -> i64 {
        self.n_asked.swap(0, Relaxed)
    }

    fn put(&self, game: &games::Game) {
        let mut records = self.records.lock();
        let stored = records.entry(game.summary.id.code()).or_default();
        if stored.len() < game.record.len() {
            stored.clone_from(&game.record);
        }
    }
}

impl Archive for Shelf {
    fn find(&self, code: Code) -> Answer<'_, Option<Vec<u8>>> {
        Box::pin(ready(Ok(self.find(code))))
    }

    fn settled<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashSet<GameId>> {
        self.n_asked.fetch_add(1, Relaxed);
        let records = self.records.lock();
        let settled = ids.iter().filter(|id| records.contains_key(&id.code()));
        Box::pin(ready(Ok(settled.copied().collect())))
    }

    fn floor(&self, _head: i64) -> Answer<'_, i64> {
        Box::pin(ready(Ok(self.floor.load(Relaxed))))
    }

    fn raise_floor(&self, pos: i64) -> Answer<'_, ()> {
        self.floor.fetch_max(pos, Relaxed);
        Box::pin(ready(Ok(())))
    }

    fn settle<'a>(&'a self, ended: &'a [&'a Settlement], _now_ms: i64) -> Answer<'a, ()> {
        ended.iter().for_each(|it| self.put(&it.game));
        Box::pin(ready(Ok(())))
    }
}
