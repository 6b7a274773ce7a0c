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

use komadai_game::Stretch;
use komadai_ids::{Code, GameId, UserId};
use komadai_live::{
    Settlement,
    archive::{Alarm, Answer, Archive, RoomlessGame, StoredGame},
};
use komadai_rules::Side;
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
    /// The games that slept, or still sleep.
    kept: Arc<Mutex<HashMap<GameId, RoomlessGame>>>,
    /// When the site was away.
    away: Arc<Mutex<Vec<Stretch>>>,
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
    fn find(&self, code: Code) -> Answer<'_, Option<StoredGame>> {
        let asleep = || {
            let kept = self.kept.lock();
            let sleeping = kept.values().find(|it| it.id.code() == code)?.clone();
            let mut away = self.away.lock().clone();
            away.retain(|it| it.until_ms > sleeping.since_ms);
            Some(StoredGame::Asleep(sleeping, away))
        };
        Box::pin(ready(Ok(self.find(code).map(StoredGame::Over).or_else(asleep))))
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
        for it in ended {
            self.put(&it.game);
            self.kept.lock().remove(&it.game.summary.id);
        }
        Box::pin(ready(Ok(())))
    }

    fn keep<'a>(&'a self, game: &'a RoomlessGame) -> Answer<'a, bool> {
        let is_over = self.find(game.id.code()).is_some();
        let mut kept = self.kept.lock();
        let known = kept.get(&game.id).map_or(0, |it| it.log.n_records());
        let keeps = !is_over && known <= game.log.n_records();
        if keeps {
            kept.insert(game.id, game.clone());
        }
        Box::pin(ready(Ok(keeps)))
    }

    fn kept<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashMap<GameId, usize>> {
        let kept = self.kept.lock();
        let lens = ids.iter().filter_map(|id| Some((*id, kept.get(id)?.log.n_records())));
        Box::pin(ready(Ok(lens.collect())))
    }

    fn kept_of(&self, player: UserId) -> Answer<'_, Vec<(GameId, Side)>> {
        let kept = self.kept.lock();
        let of = kept.values().filter_map(|it| {
            Some((it.id, Side::ALL.into_iter().find(|&side| it.players[side] == player)?))
        });
        Box::pin(ready(Ok(of.collect())))
    }

    fn alarms(&self, after: Option<Alarm>, until_ms: u64) -> Answer<'_, Vec<Alarm>> {
        let kept = self.kept.lock();
        let alarms = kept.values().map(|it| Alarm { at_ms: it.wake_ms, game: it.id });
        let mut alarms: Vec<_> = alarms
            .filter(|it| it.at_ms <= until_ms && after.is_none_or(|after| after < *it))
            .collect();
        alarms.sort();
        Box::pin(ready(Ok(alarms)))
    }

    fn note_outage(&self, outage: Stretch) -> Answer<'_, ()> {
        self.away.lock().push(outage);
        Box::pin(ready(Ok(())))
    }
}
