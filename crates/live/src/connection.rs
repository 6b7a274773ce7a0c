//! A connected client as the rest of the server sees it: a queue of frames, and its lag.

mod lag;
mod queue;

use std::{
    future::poll_fn,
    net::IpAddr,
    sync::{
        Arc, OnceLock,
        atomic::{
            AtomicBool, AtomicU8, AtomicU32, AtomicU64,
            Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
        },
    },
    task::{Poll, Wake, Waker},
};

use futures_util::task::AtomicWaker;
use komadai_store::TokenHash;
use parking_lot::Mutex;
use tokio::time::Instant;

use self::queue::Queue;
pub use self::{
    lag::Ping,
    queue::{FRAMES_MAX, Outlet, QUEUE_BYTES_MAX, QueueItem, QueueReader},
};
use crate::{Backlog, Limit};

/// A lag measurement older than this is ignored, in milliseconds.
const SRTT_MAX_AGE_MS: u64 = 30_000;

/// Why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goodbye {
    /// The client does not read its frames.
    TooSlow,
    /// The server is stopping.
    Stopping,
    /// The session it belongs to was ended.
    SignedOut,
    /// A moderator has banned the user.
    Banned,
}

impl Goodbye {
    const ALL: [Self; 4] = [Self::TooSlow, Self::Stopping, Self::SignedOut, Self::Banned];
}

/// One connected client. Everything that sends to it holds one of these.
// What a move touches comes first, so that it is in two or three lines of the processor's cache:
// between two moves of a game it is gone from there.
#[derive(Debug)]
#[repr(C)]
pub struct Connection {
    /// Its number in this process.
    pub id: u64,
    /// Why it must be closed: one more than the index in [`Goodbye::ALL`], or 0 while it stays
    /// open.
    goodbye: AtomicU8,
    /// Its client is to be told the position after every move.
    wants_positions: AtomicBool,
    /// It has taken a seat at a board.
    plays: AtomicBool,
    /// A room is waiting to be notified when the client sends something again.
    is_missed: AtomicBool,
    /// Smoothed round trip in eighths of a millisecond; written by its session.
    srtt_8: AtomicU32,
    /// When that was measured, in Unix milliseconds; 0 for never.
    srtt_at_ms: AtomicU64,
    /// When the client last sent something, in Unix milliseconds; 0 if nobody is recording it.
    heard_ms: AtomicU64,
    // A lock and a waker, because there is one reader: a channel costs a kilobyte for every client,
    // and twice the time for every frame.
    queue: Mutex<Queue>,
    /// Its session, which waits for frames, for the socket and for the end.
    session_waker: AtomicWaker,
    /// Whether the socket may have something to read.
    has_rung: AtomicBool,
    /// The user's name has changed since the session last read it.
    is_renamed: AtomicBool,
    /// Its client can connect to other nodes.
    goes_elsewhere: AtomicBool,
    /// The address it comes from, once its session has set it.
    address: OnceLock<IpAddr>,
    /// The session it belongs to.
    pub session: TokenHash,
    /// The total backlog of all clients.
    backlog: &'static Backlog,
}

impl Wake for Connection {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.ring();
        self.session_waker.wake();
    }
}

impl Connection {
    /// A connection, and the reading end of its queue for its session.
    pub fn new(id: u64, session: TokenHash) -> (Arc<Self>, QueueReader) {
        Self::beside(id, session, Backlog::of_process())
    }

    /// A connection whose frames count towards this backlog.
    pub(crate) fn beside(
        id: u64,
        session: TokenHash,
        backlog: &'static Backlog,
    ) -> (Arc<Self>, QueueReader) {
        let connection = Arc::new(Self {
            id,
            session,
            address: OnceLock::new(),
            queue: Mutex::default(),
            session_waker: AtomicWaker::new(),
            has_rung: AtomicBool::new(true),
            goodbye: AtomicU8::new(0),
            srtt_8: AtomicU32::new(0),
            srtt_at_ms: AtomicU64::new(0),
            plays: AtomicBool::new(false),
            goes_elsewhere: AtomicBool::new(false),
            wants_positions: AtomicBool::new(false),
            is_renamed: AtomicBool::new(false),
            heard_ms: AtomicU64::new(0),
            is_missed: AtomicBool::new(false),
            backlog,
        });
        (connection.clone(), QueueReader::of(connection))
    }

    /// It takes a seat at a board: when the backlog is nearly full, it has priority over
    /// spectators.
    pub(crate) fn sits_down(&self) {
        self.plays.store(true, Relaxed);
    }

    /// Whether it has taken a seat at a board.
    pub fn plays(&self) -> bool {
        self.plays.load(Relaxed)
    }

    /// Its client supports connecting to other nodes.
    pub fn may_go_elsewhere(&self) {
        self.goes_elsewhere.store(true, Relaxed);
    }

    pub(crate) fn goes_elsewhere(&self) -> bool {
        self.goes_elsewhere.load(Relaxed)
    }

    /// Its client does not know the rules.
    pub fn ask_for_positions(&self) {
        self.wants_positions.store(true, Relaxed);
    }

    pub(crate) fn wants_positions(&self) -> bool {
        self.wants_positions.load(Relaxed)
    }

    /// Its session is to read the user's name again.
    pub fn rename(&self) {
        self.is_renamed.store(true, Release);
    }

    /// Whether the session has to read it again; true once.
    pub fn take_renamed(&self) -> bool {
        self.is_renamed.load(Relaxed) && self.is_renamed.swap(false, Acquire)
    }

    /// The client sent something. `true` if a room missed it and is to be notified.
    pub fn heard(&self, now_ms: u64) -> bool {
        // In the same order as `miss`: either the room sees the instant, or this sees the request.
        self.heard_ms.store(now_ms, SeqCst);
        self.is_missed.load(SeqCst) && self.is_missed.swap(false, SeqCst)
    }

    /// Requests a notification when the client sends something again.
    pub fn miss(&self) {
        self.is_missed.store(true, SeqCst);
    }

    /// When the client last sent something, in Unix milliseconds, if that is recorded.
    pub(crate) fn heard_ms(&self) -> Option<u64> {
        Some(self.heard_ms.load(SeqCst)).filter(|&heard_ms| heard_ms > 0)
    }

    /// Sets the address it comes from. Only the first call counts.
    pub fn comes_from(&self, address: IpAddr) {
        self.address.get_or_init(|| address);
    }

    /// The address it comes from, if known.
    pub fn address(&self) -> Option<IpAddr> {
        self.address.get().copied()
    }

    /// What the socket wakes when it has something to read. Each ring wakes whatever waits for the
    /// [next frame](QueueReader::next).
    pub fn bell(self: &Arc<Self>) -> Waker {
        self.clone().into()
    }

    /// Whether the bell has rung since the last call; true the first time.
    pub fn has_rung(&self) -> bool {
        self.has_rung.swap(false, AcqRel)
    }

    /// Makes the next [`Connection::has_rung`] return true, without waking anything.
    pub fn ring(&self) {
        self.has_rung.store(true, Release);
    }

    /// Ends the connection; queued frames may be lost.
    pub fn close(&self, why: Goodbye) {
        if why == Goodbye::TooSlow && !self.is_closed() {
            Limit::Stalled.reached();
        }
        self.goodbye.store(why as u8 + 1, Relaxed);
        self.session_waker.wake();
    }

    /// Why it was asked to end, if it was.
    pub fn goodbye(&self) -> Option<Goodbye> {
        let place = usize::from(self.goodbye.load(Relaxed)).checked_sub(1)?;
        Goodbye::ALL.get(place).copied()
    }

    /// Whether it was asked to end.
    pub fn is_closed(&self) -> bool {
        self.goodbye().is_some()
    }

    /// Waits until it is asked to end. Only its session may wait.
    pub async fn closing(&self) {
        poll_fn(|context| {
            // Registered first, so that a request that arrives in between wakes it.
            self.session_waker.register(context.waker());
            if self.is_closed() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// The ping that goes out now along with something else, if it is time for one.
    pub fn ping_if_due(&self) -> Option<Ping> {
        self.queue.lock().lag.ping_if_due()
    }

    /// The ping that goes out now.
    pub fn ping(&self, now: Instant) -> Ping {
        self.queue.lock().lag.ping(now)
    }

    /// When the last ping went out, if one did.
    pub fn last_ping(&self) -> Option<Instant> {
        self.queue.lock().lag.last_ping()
    }

    /// An answer to a ping was heard at an instant, which is also given in Unix milliseconds.
    pub fn answered(&self, payload: &[u8], heard: Instant, heard_ms: u64) {
        let round_trip_ms = self.queue.lock().lag.answered(payload, heard);
        if let Some(round_trip_ms) = round_trip_ms {
            self.measured(round_trip_ms, heard_ms);
        }
    }

    /// Records a measured round trip.
    fn measured(&self, round_trip_ms: u32, now_ms: u64) {
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

    /// The smoothed round trip in milliseconds, unless it was never measured or is too old.
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
