//! A connected client as the rest of the server sees it: a queue of frames, and its lag.

use std::{
    collections::VecDeque,
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

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use komadai_store::TokenHash;
use parking_lot::Mutex;

use crate::{Backlog, Limit};

/// How many frames may wait for one client. One that is further behind is disconnected, and
/// resumes by the numbers of the events it has.
pub const FRAMES_MAX: usize = 256;

/// How many bytes may wait for one client, for whom something waits already: the largest review
/// and whatever is done to it meanwhile.
pub const QUEUE_BYTES_MAX: usize = 3 << 19;

/// So many bytes wait for anybody, however much waits for all together: an honest reader on a
/// slow line is some small frames behind.
const QUEUE_BYTES_ALWAYS: usize = 8 << 10;

/// A queue that was longer than this gives its memory back when it is empty again.
const FRAMES_KEPT: usize = 8;

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
    /// A moderator has banned whoever it is.
    Banned,
}

impl Goodbye {
    const ALL: [Self; 4] = [Self::TooSlow, Self::Stopping, Self::SignedOut, Self::Banned];
}

/// One connected client. Everybody who has something to say to it holds one of these.
#[derive(Debug)]
pub struct Connection {
    /// Its number in this process.
    pub id: u64,
    /// The session it belongs to.
    pub session: TokenHash,
    /// Where it comes from, once its session has said so.
    address: OnceLock<IpAddr>,
    // A lock and a waker, because there is one reader: a channel costs a kilobyte for every
    // client, and twice the time for every frame.
    queue: Mutex<Queue>,
    /// Its session, which waits for frames, for the socket and for the end.
    session_waker: AtomicWaker,
    /// Whether the socket may have something to say.
    has_rung: AtomicBool,
    /// Why it must be closed: one more than the place in [`Goodbye::ALL`], 0 as long as it need
    /// not.
    goodbye: AtomicU8,
    /// Smoothed round trip in eighths of a millisecond; written by its session.
    srtt_8: AtomicU32,
    /// When that was measured, in Unix milliseconds; 0 for never.
    srtt_at_ms: AtomicU64,
    /// It has sat at a board.
    plays: AtomicBool,
    /// Its client finds its way to other nodes.
    goes_elsewhere: AtomicBool,
    /// Whoever it belongs to is called something else since its session has asked.
    is_renamed: AtomicBool,
    /// When something came from the client last, in Unix milliseconds; 0 if nobody takes note.
    heard_ms: AtomicU64,
    /// A room waits to hear that something comes again.
    is_missed: AtomicBool,
    /// All that waits for anybody.
    backlog: &'static Backlog,
}

/// Frames that wait for a client.
#[derive(Debug, Default)]
struct Queue {
    frames: VecDeque<Bytes>,
    /// Their bytes, and those of the frames that are being written.
    bytes: usize,
    /// Nobody will read them any more.
    is_left: bool,
}

/// The reading end of a connection's queue; its session has it.
#[derive(Debug)]
pub struct Outgoing {
    connection: Arc<Connection>,
    /// Bytes that were taken and are being written.
    taken: usize,
}

impl Outgoing {
    /// Waits for the next frame, when all that were taken have been written; `None` once the
    /// connection is to end.
    pub async fn next(&mut self) -> Option<Bytes> {
        poll_fn(|context| {
            // Registered first, so that what comes in between wakes it.
            self.connection.session_waker.register(context.waker());
            if self.connection.is_closed() {
                return Poll::Ready(None);
            }
            let written = std::mem::take(&mut self.taken);
            self.take(written).map_or(Poll::Pending, |frame| Poll::Ready(Some(frame)))
        })
        .await
    }

    /// The next frame, if there is one, to be written along with those that were taken.
    pub fn try_next(&mut self) -> Option<Bytes> {
        self.take(0)
    }

    fn take(&mut self, written: usize) -> Option<Bytes> {
        let mut queue = self.connection.queue.lock();
        queue.bytes -= written;
        let frame = queue.frames.pop_front();
        self.taken += frame.as_ref().map_or(0, Bytes::len);
        if queue.frames.is_empty() && queue.frames.capacity() > FRAMES_KEPT {
            queue.frames = VecDeque::new();
        }
        frame
    }
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

impl Drop for Outgoing {
    fn drop(&mut self) {
        *self.connection.queue.lock() = Queue { is_left: true, ..Queue::default() };
    }
}

impl Connection {
    /// A connection and the end of its queue, which its session empties.
    pub fn new(id: u64, session: TokenHash) -> (Arc<Self>, Outgoing) {
        Self::beside(id, session, Backlog::of_process())
    }

    /// One whose frames count as part of this backlog.
    pub(crate) fn beside(
        id: u64,
        session: TokenHash,
        backlog: &'static Backlog,
    ) -> (Arc<Self>, Outgoing) {
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
            is_renamed: AtomicBool::new(false),
            heard_ms: AtomicU64::new(0),
            is_missed: AtomicBool::new(false),
            backlog,
        });
        (connection.clone(), Outgoing { connection, taken: 0 })
    }

    /// It sits at a board: when little more can wait, it comes before those who watch.
    pub(crate) fn sits_down(&self) {
        self.plays.store(true, Relaxed);
    }

    /// Whether it has sat at a board.
    pub fn plays(&self) -> bool {
        self.plays.load(Relaxed)
    }

    /// Its client says that it finds its way to other nodes.
    pub fn may_go_elsewhere(&self) {
        self.goes_elsewhere.store(true, Relaxed);
    }

    pub(crate) fn goes_elsewhere(&self) -> bool {
        self.goes_elsewhere.load(Relaxed)
    }

    /// Its session is to ask again what its user is called.
    pub fn rename(&self) {
        self.is_renamed.store(true, Release);
    }

    /// Whether the session has to ask; once.
    pub fn take_renamed(&self) -> bool {
        self.is_renamed.load(Relaxed) && self.is_renamed.swap(false, Acquire)
    }

    /// Something came from the client. `true` when a room had missed that, and is to be told.
    pub fn heard(&self, now_ms: u64) -> bool {
        // Both in one order with `miss`: either the room sees the instant, or this sees the wish.
        self.heard_ms.store(now_ms, SeqCst);
        self.is_missed.load(SeqCst) && self.is_missed.swap(false, SeqCst)
    }

    /// Asks to be told when something comes from the client again.
    pub fn miss(&self) {
        self.is_missed.store(true, SeqCst);
    }

    /// When something came from the client last, in Unix milliseconds, if anybody takes note.
    pub(crate) fn heard_ms(&self) -> Option<u64> {
        Some(self.heard_ms.load(SeqCst)).filter(|&heard_ms| heard_ms > 0)
    }

    /// How many bytes wait for it.
    pub(crate) fn n_waiting(&self) -> usize {
        self.queue.lock().bytes
    }

    /// Notes where it comes from. Only the first word counts.
    pub fn comes_from(&self, address: IpAddr) {
        self.address.get_or_init(|| address);
    }

    /// Where it comes from, if that is known.
    pub fn address(&self) -> Option<IpAddr> {
        self.address.get().copied()
    }

    /// What the socket wakes when it has something to say. Each ring wakes whoever waits for the
    /// [next frame](Outgoing::next).
    pub fn bell(self: &Arc<Self>) -> Waker {
        self.clone().into()
    }

    /// Whether the bell has been rung since this was asked last; at first it has.
    pub fn has_rung(&self) -> bool {
        self.has_rung.swap(false, AcqRel)
    }

    /// Lets the next [`Connection::has_rung`] say so, without waking anybody.
    pub fn ring(&self) {
        self.has_rung.store(true, Release);
    }

    /// Queues a frame. `false` when the client is gone, or so slow that it goes now.
    pub fn send(&self, frame: Bytes) -> bool {
        self.send_all([frame])
    }

    /// Queues frames with nothing in between. `false` when the client is gone, or so slow that it
    /// goes now.
    pub fn send_all(&self, frames: impl IntoIterator<Item = Bytes>) -> bool {
        let mut queue = self.queue.lock();
        if queue.is_left {
            return false;
        }
        for frame in frames {
            if queue.frames.len() == FRAMES_MAX || !self.has_room(queue.bytes, frame.len()) {
                drop(queue);
                self.close(Goodbye::TooSlow);
                return false;
            }
            queue.bytes += frame.len();
            queue.frames.push_back(frame);
        }
        drop(queue);
        self.session_waker.wake();
        true
    }

    /// Whether a frame may wait where so many bytes do. One that is longer than all that may wait
    /// is sent to who waits for nothing else.
    fn has_room(&self, waiting: usize, frame: usize) -> bool {
        let together = waiting + frame;
        together <= QUEUE_BYTES_ALWAYS
            || (together <= QUEUE_BYTES_MAX || waiting <= QUEUE_BYTES_ALWAYS)
                && self.backlog.has_room(self.plays())
    }

    /// Ends the connection; what is queued may not arrive.
    pub fn close(&self, why: Goodbye) {
        if why == Goodbye::TooSlow && !self.is_closed() {
            Limit::Stalled.reached();
        }
        self.goodbye.store(why as u8 + 1, Relaxed);
        self.session_waker.wake();
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
            self.session_waker.register(context.waker());
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
    use futures_util::FutureExt as _;

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
        assert!(queue.try_next().is_some());
    }

    fn backlog(short_at: usize) -> &'static Backlog {
        Box::leak(Box::new(Backlog::new(short_at, 2 * short_at, short_at)))
    }

    #[test]
    fn bytes_wait_until_they_are_written() {
        let (connection, mut queue) = Connection::new(1, TokenHash([1; 32]));
        let frame = Bytes::from(vec![b'x'; QUEUE_BYTES_MAX / 4]);
        for _ in 0..4 {
            assert!(connection.send(frame.clone()));
        }
        assert_eq!(queue.try_next(), Some(frame.clone()));
        assert!(!connection.send(frame.clone()), "what is being written has not gone yet");
        assert_eq!(connection.goodbye(), Some(Goodbye::TooSlow));

        let (connection, mut queue) = Connection::new(2, TokenHash([1; 32]));
        for _ in 0..20 {
            assert!(connection.send(frame.clone()));
            assert_eq!(queue.next().now_or_never(), Some(Some(frame.clone())));
        }
        assert_eq!(connection.n_waiting(), frame.len());
        assert_eq!(queue.next().now_or_never(), None);
        assert_eq!(connection.n_waiting(), 0);
    }

    #[test]
    fn the_longest_frame_is_sent_to_who_waits_for_nothing() {
        let (connection, _queue) = Connection::new(1, TokenHash([1; 32]));
        let ack = Bytes::from_static(b"{}");
        assert!(connection.send_all([ack, Bytes::from(vec![b'x'; 2 * QUEUE_BYTES_MAX])]));
        assert!(!connection.send(Bytes::from(vec![b'x'; QUEUE_BYTES_ALWAYS])));
    }

    #[test]
    fn when_all_is_full_small_frames_pass_and_players_have_more() {
        let backlog = backlog(100_000);
        let connect = |id| Connection::beside(id, TokenHash([1; 32]), backlog);
        let (watcher, _watcher_queue) = connect(1);
        let (player, _player_queue) = connect(2);
        player.sits_down();
        let held: Vec<_> = (0..11).map(|_| backlog.frame(vec![b'x'; 20_000])).collect();
        assert!(watcher.send(backlog.frame(vec![b'x'; 500])));
        assert!(player.send(backlog.frame(vec![b'x'; 20_000])));
        assert!(!watcher.is_closed());
        assert!(!watcher.send(backlog.frame(vec![b'x'; 20_000])));
        assert_eq!(watcher.goodbye(), Some(Goodbye::TooSlow));
        drop(held);
        let (watcher, _queue) = connect(3);
        assert!(watcher.send(backlog.frame(vec![b'x'; 20_000])));
    }

    #[test]
    fn who_has_left_is_sent_nothing() {
        let (connection, queue) = Connection::new(1, TokenHash([1; 32]));
        drop(queue);
        assert!(!connection.send(Bytes::from_static(b"{}")));
        assert_eq!(connection.goodbye(), None);
    }

    #[tokio::test]
    async fn a_reader_is_woken_by_a_frame_and_by_the_end() {
        let (connection, mut frames) = Connection::new(1, TokenHash([1; 32]));
        let reader = tokio::spawn(async move { (frames.next().await, frames.next().await) });
        tokio::task::yield_now().await;
        connection.send(Bytes::from_static(b"{}"));
        tokio::task::yield_now().await;
        connection.close(Goodbye::Stopping);
        assert_eq!(reader.await.unwrap(), (Some(Bytes::from_static(b"{}")), None));
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
