//! What is measured on the way of a move, for whoever runs the server.
//!
//! Everything here costs some nanoseconds a row of the journal, and a move is looked at once in
//! [`SAMPLE`] only. Without a recorder nothing is kept; one must be there before the service
//! starts. Names are part of what operators rely on: they are listed in docs/operations.md.

use std::{sync::LazyLock, time::Duration};

use metrics::{Counter, Histogram, counter, histogram};

/// One record in so many is timed.
pub(crate) const SAMPLE: u32 = 8;

/// The meters of this process.
pub(crate) static METERS: LazyLock<Meters> = LazyLock::new(|| Meters {
    records: counter!("komadai_journal_records_total"),
    rows: counter!("komadai_journal_rows_total"),
    row_records: histogram!("komadai_journal_row_records"),
    commit: histogram!("komadai_journal_commit_seconds"),
    durable: histogram!("komadai_move_durable_seconds"),
    announced: histogram!("komadai_move_announced_seconds"),
    flag_late: histogram!("komadai_flag_late_seconds"),
    settled: counter!("komadai_games_settled_total"),
});

/// See `docs/operations.md`.
pub(crate) struct Meters {
    records: Counter,
    rows: Counter,
    row_records: Histogram,
    commit: Histogram,
    durable: Histogram,
    announced: Histogram,
    flag_late: Histogram,
    settled: Counter,
}

impl Meters {
    /// A row of so many records is durable, after so long.
    pub(crate) fn row(&self, n_records: usize, took: Duration) {
        self.rows.increment(1);
        self.records.increment(n_records as u64);
        self.row_records.record(n_records as f64);
        self.commit.record(took);
    }

    /// A move is durable, so long after it was read.
    pub(crate) fn durable(&self, after_ms: u64) {
        self.durable.record(after_ms as f64 / 1000.0);
    }

    /// A move has been announced to everybody, so long after it was read.
    pub(crate) fn announced(&self, after_ms: u64) {
        self.announced.record(after_ms as f64 / 1000.0);
    }

    /// A clock was looked at so long after that was due.
    pub(crate) fn flag(&self, late_ms: u64) {
        self.flag_late.record(late_ms as f64 / 1000.0);
    }

    /// So many games are settled.
    pub(crate) fn settled(&self, n_games: usize) {
        self.settled.increment(n_games as u64);
    }
}
