//! Reads every few seconds how the server is, for its [`History`](super::history::History).

use std::time::Duration;

use komadai_live::metrics::{Snapshot, snapshot};
use komadai_protocol::http::site::Reading;
use tokio::time::{MissedTickBehavior, interval};

use super::machine;
use crate::app::App;

/// How often it is read.
pub(crate) const EVERY: Duration = Duration::from_secs(5);

/// Reads until the server ends.
pub(crate) async fn keep(app: App) {
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
        rooms: service.directory.n_unfinished(),
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
