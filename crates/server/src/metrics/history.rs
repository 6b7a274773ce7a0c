//! How the server was in the last hour, for the page of those who run it.
//!
//! A reading every few seconds, in memory: metrics that an operator wants to keep are collected
//! elsewhere, from the same figures (see [`super`]).

use std::{collections::VecDeque, sync::Arc, time::Duration};

use komadai_live::metrics::{Snapshot, snapshot};
use komadai_protocol::http::site::Reading;
use parking_lot::Mutex;
use tokio::time::{MissedTickBehavior, interval};

use super::machine;
use crate::app::App;

/// How often it is read.
pub const EVERY: Duration = Duration::from_secs(5);

/// How many readings are kept: an hour.
pub const READINGS_MAX: usize = 720;

/// The readings of the last hour. Clones share them.
///
/// A lock, because one task writes and requests read; it is held for a copy only.
#[derive(Clone, Debug, Default)]
pub struct History(Arc<Mutex<VecDeque<Reading>>>);

impl History {
    /// What was read after a moment, in order.
    pub fn after(&self, at_ms: u64) -> Vec<Reading> {
        self.0.lock().iter().filter(|reading| reading.at_ms > at_ms).copied().collect()
    }

    fn push(&self, reading: Reading) {
        let mut readings = self.0.lock();
        if readings.len() >= READINGS_MAX {
            readings.pop_front();
        }
        readings.push_back(reading);
    }
}

/// Reads until the server ends.
pub async fn keep(app: App) {
    let mut ticks = interval(EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut before = Before::now(&app);
    loop {
        ticks.tick().await;
        let now = Before::now(&app);
        app.history.push(read(&app, &before, &now));
        before = now;
    }
}

/// What only counts up, at one moment.
struct Before {
    at_ms: u64,
    measured: Snapshot,
    cpu_s: Option<f64>,
}

impl Before {
    fn now(app: &App) -> Self {
        let at_ms = app.service.timebase.now_ms();
        Self { at_ms, measured: snapshot(), cpu_s: machine::cpu_s() }
    }
}

fn read(app: &App, before: &Before, now: &Before) -> Reading {
    let service = &app.service;
    let queues = service.directory.queues();
    let pool = service.store.connections();
    let took_s = (now.at_ms.saturating_sub(before.at_ms) as f64 / 1_000.0).max(0.001);
    let records = now.measured.records - before.measured.records;
    let rows = now.measured.rows - before.measured.rows;
    let announced = now.measured.announced.since(&before.measured.announced);
    let commit = now.measured.commit.since(&before.measured.commit);
    let ms = |us: Option<u64>| us.map(|us| us as f64 / 1_000.0);
    Reading {
        at_ms: now.at_ms,
        connections: service.presence.online(),
        rooms: service.directory.n_rooms(),
        moves_per_s: records as f64 / took_s,
        move_p50_ms: ms(announced.quantile_us(500)),
        move_p99_ms: ms(announced.quantile_us(990)),
        commit_p99_ms: ms(commit.quantile_us(990)),
        records_per_row: (rows > 0).then(|| records as f64 / rows as f64),
        journal_queue: queues.journal,
        settling_queue: queues.settling,
        pool_open: pool.open,
        pool_idle: pool.idle,
        memory_bytes: machine::memory_bytes(),
        cores: now.cpu_s.zip(before.cpu_s).map(|(now, before)| (now - before) / took_s),
        open_files: machine::open_files().map(|files| files.used),
        disk_free_bytes: machine::disk(&app.config.database.data_dir).map(|disk| disk.free()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_hour_is_kept() {
        let history = History::default();
        for at_ms in 1..=READINGS_MAX as u64 + 5 {
            history.push(Reading { at_ms, ..Reading::default() });
        }
        let all = history.after(0);
        assert_eq!((all.len(), all[0].at_ms), (READINGS_MAX, 6));
        assert_eq!(history.after(READINGS_MAX as u64 + 3).len(), 2);
    }
}
