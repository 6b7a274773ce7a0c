//! The floor that stores moves in SQLite.

use std::{path::Path, thread, time::Duration};

use anyhow::Context as _;
use rusqlite::{Connection, params};
use tokio::sync::mpsc;

use super::{BATCH_MAX, RelayedMove};

/// How often the write-ahead log is moved into the file, on another connection.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// Opens the database and starts its one writer, a thread.
pub(super) fn start(file: &Path) -> anyhow::Result<mpsc::UnboundedSender<RelayedMove>> {
    let writer = open(file).with_context(|| format!("{} cannot be opened", file.display()))?;
    writer.execute_batch(
        "CREATE TABLE IF NOT EXISTS journal \
         (pos INTEGER PRIMARY KEY, at_ms BIGINT NOT NULL, payload BYTEA NOT NULL)",
    )?;
    let checkpointer = open(file)?;
    let (relayed, moves) = mpsc::unbounded_channel();
    thread::Builder::new().name("writer".to_owned()).spawn(move || write(&writer, moves))?;
    thread::Builder::new().name("checkpoints".to_owned()).spawn(move || {
        loop {
            thread::sleep(CHECKPOINT_EVERY);
            // The log grows until the next one.
            let _ = checkpointer.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    })?;
    Ok(relayed)
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

fn write(connection: &Connection, mut moves: mpsc::UnboundedReceiver<RelayedMove>) {
    let (mut batch, mut row, mut pos) = (Vec::new(), Vec::new(), 0i64);
    loop {
        if moves.blocking_recv_many(&mut batch, BATCH_MAX) == 0 {
            return;
        }
        row.clear();
        for relayed in &batch {
            relayed.store(&mut row);
        }
        pos += 1;
        let stored = connection
            .prepare_cached("INSERT INTO journal (pos, at_ms, payload) VALUES (?, ?, ?)")
            .and_then(|mut insert| insert.execute(params![pos, pos, row]));
        if stored.is_err() {
            // Nobody receives what is not stored.
            return;
        }
        for relayed in batch.drain(..) {
            relayed.tell_all();
        }
    }
}
