//! Announcing to many without keeping others waiting.

use std::thread;

use tokio::task;

/// How many are told something before others get their turn: the thread that writes the journal,
/// which may wait for this core, and then other tasks.
const BATCH: usize = 32;

/// Lets others go on before the `n`th of many is told something, if so many have been.
pub async fn give_way(n: usize) {
    if n % BATCH == BATCH - 1 {
        thread::yield_now();
        task::yield_now().await;
    }
}
