//! Asking the database for a player, who is refused what it does not answer.

use komadai_live::{LiveRefusal, Why};
use komadai_store::{Conn, Store, Tx};
use tracing::warn;

/// Reads from the database.
pub(super) async fn read<T>(
    store: &Store,
    ask: impl AsyncFnOnce(&mut Conn) -> komadai_store::Result<T>,
) -> Result<T, LiveRefusal> {
    let mut conn = store.read().await.map_err(failed)?;
    ask(&mut conn).await.map_err(failed)
}

/// Changes something in one transaction.
pub(super) async fn write<T>(
    store: &Store,
    change: impl AsyncFnOnce(&mut Tx) -> komadai_store::Result<T>,
) -> Result<T, LiveRefusal> {
    let mut tx = store.write().await.map_err(failed)?;
    let done = change(&mut tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok(done)
}

/// What a player is told when the database fails.
pub(super) fn failed(cause: komadai_store::Error) -> LiveRefusal {
    warn!("the database did not answer: {cause}");
    LiveRefusal::new(Why::Internal)
}
