//! The floor that stores moves in PostgreSQL.

use anyhow::Context as _;
use tokio::sync::mpsc;
use tokio_postgres::{Client, NoTls, Statement};

use super::{BATCH_MAX, RelayedMove};

/// Connects to the database and starts its one writer, a task.
pub(super) async fn start(database: &str) -> anyhow::Result<mpsc::UnboundedSender<RelayedMove>> {
    let (client, connection) =
        tokio_postgres::connect(database, NoTls).await.context("PostgreSQL cannot be reached")?;
    // It ends when the client does, or when the database is gone; then nothing is stored.
    tokio::spawn(connection);
    client
        .batch_execute(
            "DROP TABLE IF EXISTS floor; CREATE TABLE floor \
             (pos BIGINT PRIMARY KEY, at_ms BIGINT NOT NULL, payload BYTEA NOT NULL)",
        )
        .await?;
    let insert =
        client.prepare("INSERT INTO floor (pos, at_ms, payload) VALUES ($1, $2, $3)").await?;
    let (relayed, moves) = mpsc::unbounded_channel();
    tokio::spawn(write(client, insert, moves));
    Ok(relayed)
}

async fn write(client: Client, insert: Statement, mut moves: mpsc::UnboundedReceiver<RelayedMove>) {
    let (mut batch, mut row, mut pos) = (Vec::new(), Vec::new(), 0i64);
    while moves.recv_many(&mut batch, BATCH_MAX).await > 0 {
        row.clear();
        for relayed in &batch {
            relayed.store(&mut row);
        }
        pos += 1;
        if client.execute(&insert, &[&pos, &pos, &row]).await.is_err() {
            // Nobody receives what is not stored.
            return;
        }
        for relayed in batch.drain(..) {
            relayed.tell_all();
        }
    }
}
