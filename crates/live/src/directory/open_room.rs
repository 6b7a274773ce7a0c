//! How many rooms are open.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use tokio::sync::Notify;
use tracing::error;

/// Counts a room for as long as it lives.
#[derive(Debug)]
pub(crate) struct OpenRoom {
    n_rooms: Arc<AtomicUsize>,
    closed: Arc<Notify>,
}

impl OpenRoom {
    pub(super) fn new(n_rooms: Arc<AtomicUsize>, closed: Arc<Notify>) -> Self {
        n_rooms.fetch_add(1, Relaxed);
        Self { n_rooms, closed }
    }
}

impl Drop for OpenRoom {
    fn drop(&mut self) {
        if std::thread::panicking() {
            error!("a room has panicked; its game continues after a restart");
        }
        self.n_rooms.fetch_sub(1, Relaxed);
        self.closed.notify_waiters();
    }
}
