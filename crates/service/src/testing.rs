//! A server without databases, for tests that control time.
//!
//! A paused clock and a database never meet in one test, because the runtime would jump to the
//! next timer while the database answers. So here the journal is the test's own [`Rows`], and the
//! games that are over are kept on a [`Shelf`].

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};

use komadai_ids::Code;
use komadai_store::games;

use crate::{
    Directory, Hub, Limits, LobbyHandle, RecoveryError, Render, Running, Timebase,
    archive::Archive,
    journal::Rows,
    meters::{METERS, SAMPLE},
    service::Core,
};

/// Counts so many moves as if they were made, each in a row of its own and looked at like any
/// other: for measuring what that costs.
pub fn meter_moves(n_moves: u32) {
    for n in 0..n_moves {
        METERS.row(1, Duration::from_micros(u64::from(n % 4_096)));
        if n.is_multiple_of(SAMPLE) {
            METERS.durable(u64::from(n % 64));
            METERS.announced(u64::from(n % 64));
        }
    }
}

/// The records of games that are over. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    // A lock, because the test looks on while the settler works; nothing waits while holding it.
    records: Arc<Mutex<HashMap<Code, Vec<u8>>>>,
    /// Below which position of the journal all games are here.
    floor: Arc<AtomicI64>,
}

impl Shelf {
    /// The records of one game.
    pub fn find(&self, code: Code) -> Option<Vec<u8>> {
        self.lock().get(&code).cloned()
    }

    pub(crate) fn floor(&self) -> i64 {
        self.floor.load(Relaxed)
    }

    pub(crate) fn raise_floor(&self, pos: i64) {
        self.floor.fetch_max(pos, Relaxed);
    }

    pub(crate) fn put(&self, game: &games::Game) {
        let mut records = self.lock();
        let stored = records.entry(game.summary.id.code()).or_default();
        if stored.len() < game.record.len() {
            stored.clone_from(&game.record);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Code, Vec<u8>>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything of a [`Service`](crate::Service) that needs no database.
#[derive(Debug)]
pub struct TestService {
    /// The games.
    pub directory: Arc<Directory>,
    /// The seeks.
    pub lobby: LobbyHandle,
    /// Who is connected.
    pub hub: Arc<Hub>,
    /// The tasks behind it.
    pub running: Running,
}

impl TestService {
    /// Opens the rooms of all live games in the journal, and begins.
    ///
    /// # Errors
    /// When the journal cannot be read or written.
    pub async fn start(
        journal: impl Rows,
        shelf: &Shelf,
        timebase: Timebase,
        render: Arc<dyn Render>,
        limits: Limits,
    ) -> Result<Self, RecoveryError> {
        let archive = Archive::Shelf(shelf.clone());
        let (core, running) = Core::start(journal, archive, timebase, render, limits).await?;
        let Core { directory, lobby, hub, .. } = core;
        Ok(Self { directory, lobby, hub, running })
    }
}
