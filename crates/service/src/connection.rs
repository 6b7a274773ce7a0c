//! A connected client as the rest of the server sees it: a queue of frames, and its lag.

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    task::Poll,
};

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use komadai_store::TokenHash;
use tokio::sync::mpsc;

/// How many frames may wait for one client. One that is further behind is disconnected, and
/// resumes by the numbers of the events it has.
pub const FRAMES_MAX: usize = 256;

/// A measurement of lag that is older than this does not count, in milliseconds.
const SRTT_MAX_AGE_MS: u64 = 30_000;

/// Why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goodbye {
    /// The client does not read what it is sent.
    TooSlow,
    /// The server stops.
    Stopping,
    /// The session it belongs to was ended.
    SignedOut,
}

impl Goodbye {
    const ALL: [Self; 3] = [Self::TooSlow, Self::Stopping, Self::SignedOut];
}

/// One connected client. Everybody who has something to say to it holds one of these.
#[derive(Debug)]
pub struct Connection {
    /// Its number in this process.
    pub id: u64,
    /// The session it belongs to.
    pub session: TokenHash,
    frames: mpsc::Sender<Bytes>,
    /// Why it must be closed: one more than the place in [`Goodbye::ALL`], 0 as long as it need
    /// not. `closing` is woken when it is set; only its session waits for that.
    goodbye: AtomicU8,
    closing: AtomicWaker,
    /// Smoothed round trip in eighths of a millisecond; written by its session.
    srtt_8: AtomicU32,
    /// When that was measured, in Unix milliseconds; 0 for never.
    srtt_at_ms: AtomicU64,
}

impl Connection {
    /// A connection and the end of its queue, which its session empties.
    pub fn new(id: u64, session: TokenHash) -> (Arc<Self>, mpsc::Receiver<Bytes>) {
        let (frames, receiver) = mpsc::channel(FRAMES_MAX);
        let connection = Self {
            id,
            session,
            frames,
            goodbye: AtomicU8::new(0),
            closing: AtomicWaker::new(),
            srtt_8: AtomicU32::new(0),
            srtt_at_ms: AtomicU64::new(0),
        };
        (Arc::new(connection), receiver)
    }

    /// Queues a frame. `false` when the client is gone, or so slow that it goes now.
    pub fn send(&self, frame: Bytes) -> bool {
        match self.frames.try_send(frame) {
            Ok(()) => true,
            Err(_) => {
                self.close(Goodbye::TooSlow);
                false
            }
        }
    }

    /// Ends the connection; what is queued may not arrive.
    pub fn close(&self, why: Goodbye) {
        self.goodbye.store(why as u8 + 1, Relaxed);
        self.closing.wake();
    }

    /// Why it has been told to end, if it has.
    pub fn goodbye(&self) -> Option<Goodbye> {
        let place = usize::from(self.goodbye.load(Relaxed)).checked_sub(1)?;
        Goodbye::ALL.get(place).copied()
    }

    /// Whether it has been told to end.
    pub fn is_closed(&self) -> bool {
        self.goodbye().is_some()
    }

    /// Waits until it is told to end. Only one may wait at a time: its session.
    pub async fn closing(&self) {
        poll_fn(|context| {
            // Registered first, so that what is told in between wakes it.
            self.closing.register(context.waker());
            if self.is_closed() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Takes in a round trip that was measured.
    pub fn measured(&self, round_trip_ms: u32, now_ms: u64) {
        let sample_8 = round_trip_ms.saturating_mul(8);
        let smoothed_8 = match self.srtt_at_ms.load(Relaxed) {
            0 => sample_8,
            _ => {
                let before_8 = self.srtt_8.load(Relaxed);
                before_8 - before_8 / 4 + sample_8 / 4
            }
        };
        self.srtt_8.store(smoothed_8, Relaxed);
        self.srtt_at_ms.store(now_ms.max(1), Relaxed);
    }

    /// The smoothed round trip in milliseconds, unless it was never measured or too long ago.
    pub fn srtt_ms(&self, now_ms: u64) -> Option<u64> {
        let at_ms = self.srtt_at_ms.load(Relaxed);
        (at_ms != 0 && now_ms.saturating_sub(at_ms) <= SRTT_MAX_AGE_MS)
            .then(|| u64::from(self.srtt_8.load(Relaxed) / 8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_does_not_read_is_closed() {
        let (connection, mut queue) = Connection::new(1, TokenHash([1; 32]));
        for _ in 0..FRAMES_MAX {
            assert!(connection.send(Bytes::from_static(b"{}")));
        }
        assert!(!connection.is_closed());
        assert!(!connection.send(Bytes::from_static(b"{}")));
        assert_eq!(connection.goodbye(), Some(Goodbye::TooSlow));
        assert!(queue.try_recv().is_ok());
    }

    #[test]
    fn lag_is_smoothed_and_grows_old() {
        let (connection, _queue) = Connection::new(1, TokenHash([1; 32]));
        assert_eq!(connection.srtt_ms(0), None);
        connection.measured(100, 1_000);
        assert_eq!(connection.srtt_ms(1_000), Some(100));
        connection.measured(200, 2_000);
        assert_eq!(connection.srtt_ms(2_000), Some(125));
        assert_eq!(connection.srtt_ms(32_000), Some(125));
        assert_eq!(connection.srtt_ms(32_001), None);
    }
}
