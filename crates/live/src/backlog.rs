//! How many bytes wait for clients in the whole process.
//!
//! Every frame is counted once, from its making until the last client that it waits for has it: a
//! frame shared by a thousand watchers costs as much as a frame for one. When much waits, the
//! [`Presence`](crate::Presence) ends those connections that hold most of it; when even that is too
//! slow, frames are refused where they would be queued.

use std::sync::atomic::{
    AtomicUsize,
    Ordering::{AcqRel, Relaxed},
};

use bytes::Bytes;
use tokio::sync::Notify;

/// Above so many bytes those who hold most of them are disconnected.
const SHORT_AT: usize = 48 << 20;

/// Above so many bytes nothing is queued for watchers that must wait for long.
const BYTES_MAX: usize = 64 << 20;

/// So many more are for those who play.
const PLAYERS_MORE: usize = 16 << 20;

/// What waits in this process.
static PROCESS: Backlog = Backlog::new(SHORT_AT, BYTES_MAX, PLAYERS_MORE);

/// Bytes that wait for clients, and how many may.
#[derive(Debug)]
pub struct Backlog {
    bytes: AtomicUsize,
    short_at: usize,
    bytes_max: usize,
    players_more: usize,
    /// Told when more waits than should.
    short: Notify,
}

impl Backlog {
    pub(crate) const fn new(short_at: usize, bytes_max: usize, players_more: usize) -> Self {
        let (bytes, short) = (AtomicUsize::new(0), Notify::const_new());
        Self { bytes, short_at, bytes_max, players_more, short }
    }

    /// That of this process.
    pub fn of_process() -> &'static Self {
        &PROCESS
    }

    /// How many bytes wait.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// A frame of this text, which is counted as long as anybody has it.
    pub fn frame(&'static self, text: Vec<u8>) -> Bytes {
        // A text grows by doubling; what is large would hold twice of what it needs.
        let text = text.into_boxed_slice();
        let before = self.bytes.fetch_add(text.len(), AcqRel);
        if before <= self.short_at && before + text.len() > self.short_at {
            self.short.notify_one();
        }
        Bytes::from_owner(FrameBytes { text, of: self })
    }

    /// Whether one more frame may wait for somebody for whom much waits already.
    pub(crate) fn has_room(&self, plays: bool) -> bool {
        let more = if plays { self.players_more } else { 0 };
        self.bytes() <= self.bytes_max + more
    }

    /// How many bytes wait beyond what should.
    pub(crate) fn excess(&self) -> usize {
        self.bytes().saturating_sub(self.short_at)
    }

    /// Waits until more waits than should.
    pub(crate) async fn until_short(&self) {
        self.short.notified().await;
    }

    /// Beyond how many bytes somebody has more than a share, when so many share.
    pub(crate) fn share(&self, n_sharing: usize) -> usize {
        self.short_at / n_sharing.max(1)
    }
}

/// The bytes of a frame.
struct FrameBytes {
    text: Box<[u8]>,
    of: &'static Backlog,
}

impl AsRef<[u8]> for FrameBytes {
    fn as_ref(&self) -> &[u8] {
        &self.text
    }
}

impl Drop for FrameBytes {
    fn drop(&mut self) {
        self.of.bytes.fetch_sub(self.text.len(), AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_counts_once_as_long_as_anybody_has_it() {
        let backlog: &'static Backlog = Box::leak(Box::new(Backlog::new(1_000, 2_000, 500)));
        let frame = backlog.frame(vec![b'x'; 900]);
        let shared = vec![frame.clone(); 50];
        assert_eq!((backlog.bytes(), backlog.excess()), (900, 0));
        let part = frame.slice(10..20);
        drop((frame, shared));
        assert_eq!(backlog.bytes(), 900);
        drop(part);
        assert_eq!(backlog.bytes(), 0);
    }

    #[tokio::test]
    async fn when_much_waits_it_is_told_and_players_come_first() {
        let backlog: &'static Backlog = Box::leak(Box::new(Backlog::new(1_000, 2_000, 500)));
        let _waiting = backlog.frame(vec![b'x'; 1_001]);
        backlog.until_short().await;
        assert!(backlog.has_room(false));
        let _more = backlog.frame(vec![b'x'; 1_000]);
        assert_eq!(backlog.excess(), 1_001);
        assert!(!backlog.has_room(false) && backlog.has_room(true));
        let _more = backlog.frame(vec![b'x'; 500]);
        assert!(!backlog.has_room(true));
    }
}
