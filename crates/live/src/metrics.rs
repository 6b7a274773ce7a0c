//! What is measured on the path of a move, for operators.
//!
//! Everything here costs some nanoseconds a row of the journal, and a move is looked at once in
//! [`SAMPLE`] only. A recorder must be there before the service starts; what
//! our own page shows is counted without one. Names are part of what operators rely on: they are listed in docs/operations.md.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use metrics::{Counter, Histogram, counter, histogram};

use self::times::Timer;
pub use self::times::Times;

mod times;

/// One record in so many is timed.
pub(crate) const SAMPLE: u32 = 8;

/// The metrics of this process.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(|| Metrics {
    records: counter!("komadai_journal_records_total"),
    rows: counter!("komadai_journal_rows_total"),
    row_records: histogram!("komadai_journal_row_records"),
    commit: histogram!("komadai_journal_commit_seconds"),
    durable: histogram!("komadai_move_durable_seconds"),
    announced: histogram!("komadai_move_announced_seconds"),
    flag_late: histogram!("komadai_flag_late_seconds"),
    begun: counter!("komadai_games_begun_total"),
    ended: counter!("komadai_games_ended_total"),
    settled: counter!("komadai_games_settled_total"),
    own: Own::default(),
});

/// What was measured since the start of the process.
pub fn snapshot() -> Snapshot {
    let own = &METRICS.own;
    Snapshot {
        records: own.records.load(Relaxed),
        rows: own.rows.load(Relaxed),
        settled: own.settled.load(Relaxed),
        commit: own.commit.read(),
        announced: own.announced.read(),
    }
}

/// What was measured since the start of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// Records made durable; a move is one.
    pub records: u64,
    /// The rows they shared.
    pub rows: u64,
    pub settled: u64,
    /// How long a row took to be durable.
    pub commit: Times,
    /// From reading a move until it was announced, to the millisecond; of some moves.
    pub announced: Times,
}

/// The same as is given to a recorder, kept here as well.
#[derive(Default)]
struct Own {
    records: AtomicU64,
    rows: AtomicU64,
    settled: AtomicU64,
    commit: Timer,
    announced: Timer,
}

/// See `docs/operations.md`.
pub(crate) struct Metrics {
    records: Counter,
    rows: Counter,
    row_records: Histogram,
    commit: Histogram,
    durable: Histogram,
    announced: Histogram,
    flag_late: Histogram,
    begun: Counter,
    ended: Counter,
    settled: Counter,
    own: Own,
}

impl Metrics {
    /// A row of so many records is durable, after so long.
    pub(crate) fn row(&self, n_records: usize, took: Duration) {
        self.rows.increment(1);
        self.records.increment(n_records as u64);
        self.row_records.record(n_records as f64);
        self.commit.record(took);
        self.own.rows.fetch_add(1, Relaxed);
        self.own.records.fetch_add(n_records as u64, Relaxed);
        self.own.commit.note(took);
    }

    /// A move is durable, so long after it was read.
    pub(crate) fn durable(&self, after_ms: u64) {
        self.durable.record(after_ms as f64 / 1000.0);
    }

    /// A move has been announced to everybody, so long after it was read.
    pub(crate) fn announced(&self, after_ms: u64) {
        self.announced.record(after_ms as f64 / 1000.0);
        self.own.announced.note(Duration::from_millis(after_ms));
    }

    /// A clock was looked at so long after that was due.
    pub(crate) fn flag(&self, late_ms: u64) {
        self.flag_late.record(late_ms as f64 / 1000.0);
    }

    /// A game has both its players.
    pub(crate) fn begun(&self) {
        self.begun.increment(1);
    }

    /// A game is over.
    pub(crate) fn ended(&self) {
        self.ended.increment(1);
    }

    /// So many games are settled.
    pub(crate) fn settled(&self, n_games: usize) {
        self.settled.increment(n_games as u64);
        self.own.settled.fetch_add(n_games as u64, Relaxed);
    }
}
