//! What waits for a client, and how it gets there.

use std::{collections::VecDeque, fmt::Debug, future::poll_fn, sync::Arc, task::Poll};

use bytes::Bytes;
use parking_lot::MutexGuard;

use super::{
    Connection, Goodbye,
    lag::{Lag, Ping},
};

/// How many frames may wait for one client. A client that falls further behind is disconnected, and
/// resumes from the numbers of the events it has.
pub const FRAMES_MAX: usize = 256;

/// How many bytes may wait for one client whose queue is not empty: the largest review and anything
/// done to it in the meantime.
pub const QUEUE_BYTES_MAX: usize = 3 << 19;

/// This many bytes may wait for any client, whatever the total: an honest reader on a slow line is
/// only a few small frames behind.
const QUEUE_BYTES_ALWAYS: usize = 8 << 10;

/// A queue that grew longer than this frees its memory when it is empty again.
const FRAMES_KEPT: usize = 8;

/// The socket of a client, as long as nobody else writes to it.
pub trait Outlet: Debug + Send + Sync {
    /// Sends frames, and a ping after them, as far as the socket takes them at once. Returns what
    /// has to be written later, as it is written on this socket; empty if that is nothing.
    fn send(&self, frames: &[Bytes], ping: Option<Ping>) -> Vec<u8>;
}

/// What the session has to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueItem {
    Frame(Bytes),
    /// What an [`Outlet`] has left.
    Rest(Bytes),
}

impl QueueItem {
    pub fn bytes(&self) -> &Bytes {
        match self {
            Self::Frame(bytes) | Self::Rest(bytes) => bytes,
        }
    }
}

/// The frames waiting for a client.
#[derive(Debug, Default)]
pub(super) struct Queue {
    frames: VecDeque<Bytes>,
    /// Their size in bytes, including the frames that are being written.
    bytes: usize,
    /// Where frames go if none waits, and nobody else writes there.
    outlet: Option<Arc<dyn Outlet>>,
    /// The session writes something else to the socket.
    is_held: bool,
    /// The first of the frames is what the outlet has left.
    begins_with_rest: bool,
    /// Nobody will read them any more.
    is_left: bool,
    /// The pings that go out along with them.
    pub(super) lag: Lag,
}

/// The reading end of a connection's queue, held by its session.
#[derive(Debug)]
pub struct QueueReader {
    connection: Arc<Connection>,
    /// Bytes taken from the queue that are being written.
    taken: usize,
}

impl QueueReader {
    pub(super) fn of(connection: Arc<Connection>) -> Self {
        Self { connection, taken: 0 }
    }

    /// Waits for what is to be written next, once everything taken has been written; `None` when the
    /// connection is to end.
    pub async fn next(&mut self) -> Option<QueueItem> {
        poll_fn(|context| {
            // Registered first, so that anything that arrives in between wakes it.
            self.connection.session_waker.register(context.waker());
            if self.connection.is_closed() {
                return Poll::Ready(None);
            }
            let written = std::mem::take(&mut self.taken);
            self.take(written).map_or(Poll::Pending, |next| Poll::Ready(Some(next)))
        })
        .await
    }

    /// The next frame, if there is one, to be written together with those already taken.
    pub fn try_next(&mut self) -> Option<Bytes> {
        match self.take(0)? {
            // Nothing is sent past what has been taken, so there is no rest.
            QueueItem::Frame(frame) | QueueItem::Rest(frame) => Some(frame),
        }
    }

    fn take(&mut self, written: usize) -> Option<QueueItem> {
        let mut queue = self.connection.queue.lock();
        queue.bytes -= written;
        let next = match queue.take_rest() {
            Some(rest) => QueueItem::Rest(rest),
            None => QueueItem::Frame(queue.frames.pop_front()?),
        };
        self.taken += next.bytes().len();
        if queue.frames.is_empty() && queue.frames.capacity() > FRAMES_KEPT {
            queue.frames = VecDeque::new();
        }
        Some(next)
    }

    /// Lets frames that are sent [at once](Connection::send_at_once) go to the socket directly.
    pub fn set_outlet(&self, outlet: Arc<dyn Outlet>) {
        self.connection.queue.lock().outlet = Some(outlet);
    }

    /// The session is about to write something else to the socket: nothing is sent past that until
    /// it [lets go](Self::let_go). What an outlet has left must be written before.
    pub fn hold(&mut self) -> Option<Bytes> {
        let mut queue = self.connection.queue.lock();
        queue.is_held = true;
        let rest = queue.take_rest()?;
        self.taken += rest.len();
        Some(rest)
    }

    pub fn let_go(&mut self) {
        self.connection.queue.lock().is_held = false;
    }

    /// Nothing is sent any more. What an outlet has left must be written before anything else is.
    pub fn close(self) -> Option<Bytes> {
        let mut queue = self.connection.queue.lock();
        queue.is_left = true;
        queue.outlet = None;
        queue.take_rest()
    }
}

impl Drop for QueueReader {
    fn drop(&mut self) {
        *self.connection.queue.lock() = Queue { is_left: true, ..Queue::default() };
    }
}

impl Queue {
    fn take_rest(&mut self) -> Option<Bytes> {
        if std::mem::take(&mut self.begins_with_rest) { self.frames.pop_front() } else { None }
    }
}

impl Connection {
    /// How many bytes are waiting for it.
    pub(crate) fn n_waiting(&self) -> usize {
        self.queue.lock().bytes
    }

    /// Queues a frame. `false` if the client is gone, or so slow that it is now disconnected.
    pub fn send(&self, frame: Bytes) -> bool {
        self.send_all([frame])
    }

    /// Queues frames without anything between them. `false` if the client is gone, or so slow that
    /// it is now disconnected.
    pub fn send_all(&self, frames: impl IntoIterator<Item = Bytes>) -> bool {
        self.queue(self.queue.lock(), frames)
    }

    /// Sends frames, and a ping if it is time for one, without waking the session, if nothing waits
    /// and the socket takes them. `false` as for [`send_all`](Self::send_all).
    pub fn send_at_once(&self, frames: &[Bytes]) -> bool {
        let mut guard = self.queue.lock();
        let queue = &mut *guard;
        let n_bytes: usize = frames.iter().map(Bytes::len).sum();
        let is_free = queue.bytes == 0 && !queue.is_held && !self.is_closed();
        let is_free = is_free && n_bytes <= QUEUE_BYTES_ALWAYS;
        let Some(outlet) = queue.outlet.as_ref().filter(|_| is_free) else {
            return self.queue(guard, frames.iter().cloned());
        };
        let rest = outlet.send(frames, queue.lag.ping_if_due());
        if rest.is_empty() {
            return true;
        }
        // Taken in whatever waits for others: it is short, and without it nothing else can follow.
        queue.begins_with_rest = true;
        queue.bytes += rest.len();
        queue.frames.push_back(rest.into());
        drop(guard);
        self.session_waker.wake();
        true
    }

    fn queue(
        &self,
        mut queue: MutexGuard<'_, Queue>,
        frames: impl IntoIterator<Item = Bytes>,
    ) -> bool {
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

    /// Whether a frame may be queued when this many bytes already wait. A frame that exceeds the
    /// limit by itself is sent only to a client with an empty queue.
    fn has_room(&self, waiting: usize, frame: usize) -> bool {
        let together = waiting + frame;
        together <= QUEUE_BYTES_ALWAYS
            || (together <= QUEUE_BYTES_MAX || waiting <= QUEUE_BYTES_ALWAYS)
                && self.backlog.has_room(self.plays())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt as _;
    use komadai_store::TokenHash;
    use parking_lot::Mutex;
    use tokio::time::Instant;

    use super::*;
    use crate::Backlog;

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
            assert_eq!(queue.next().now_or_never(), Some(Some(QueueItem::Frame(frame.clone()))));
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
        let frame = QueueItem::Frame(Bytes::from_static(b"{}"));
        assert_eq!(reader.await.unwrap(), (Some(frame), None));
    }

    /// A socket that takes so many bytes, and what it has taken.
    #[derive(Debug)]
    struct Socket(Mutex<(usize, Vec<u8>)>);

    impl Outlet for Socket {
        fn send(&self, frames: &[Bytes], _: Option<Ping>) -> Vec<u8> {
            let mut socket = self.0.lock();
            let (room, taken) = &mut *socket;
            let mut rest = frames.concat();
            let takes = rest.drain(..rest.len().min(*room));
            *room -= takes.len();
            taken.extend(takes);
            rest
        }
    }

    #[test]
    fn who_waits_for_nothing_is_sent_frames_at_once() {
        let (connection, mut queue) = Connection::new(1, TokenHash([1; 32]));
        let frame = |it: &'static str| Bytes::from_static(it.as_bytes());
        let next = |queue: &mut QueueReader| queue.next().now_or_never().flatten();
        assert!(connection.send_at_once(&[frame("a")]), "by the session, where there is no outlet");
        assert_eq!(next(&mut queue), Some(QueueItem::Frame(frame("a"))));

        let socket = Arc::new(Socket(Mutex::new((10, Vec::new()))));
        queue.set_outlet(socket.clone());
        connection.send_at_once(&[frame("b")]);
        assert_eq!(queue.try_next(), Some(frame("b")), "after what is being written");
        assert_eq!(next(&mut queue), None);
        connection.send_at_once(&[frame("cd"), frame("e")]);
        assert_eq!((next(&mut queue), connection.n_waiting()), (None, 0));

        assert_eq!(queue.hold(), None);
        connection.send_at_once(&[frame("f")]);
        queue.let_go();
        connection.send_at_once(&[frame("g")]);
        assert_eq!(next(&mut queue), Some(QueueItem::Frame(frame("f"))));
        assert_eq!(queue.try_next(), Some(frame("g")));
        assert_eq!(next(&mut queue), None);

        connection.send_at_once(&[frame("hijk"), frame("lmnop")]);
        connection.send_at_once(&[frame("q")]);
        assert_eq!(next(&mut queue), Some(QueueItem::Rest(frame("op"))));
        assert_eq!(queue.try_next(), Some(frame("q")));
        assert_eq!(socket.0.lock().1, b"cdehijklmn");
        assert_eq!(next(&mut queue), None);

        socket.0.lock().0 = 1;
        connection.send_at_once(&[frame("tu")]);
        assert_eq!(queue.hold(), Some(frame("u")));
        queue.let_go();
        connection.send_at_once(&[frame("v")]);
        assert_eq!(queue.try_next(), Some(frame("v")), "after what is being written");
        assert_eq!((next(&mut queue), connection.n_waiting()), (None, 0));

        connection.close(Goodbye::Stopping);
        connection.send_at_once(&[frame("r")]);
        assert_eq!(queue.close(), None);
        assert!(!connection.send_at_once(&[frame("s")]));
        assert_eq!((socket.0.lock().1.len(), Arc::strong_count(&socket)), (11, 1));
    }

    /// A socket that notes the pings.
    #[derive(Debug, Default)]
    struct PingRecorder(Mutex<Vec<Option<Ping>>>);

    impl Outlet for PingRecorder {
        fn send(&self, _: &[Bytes], ping: Option<Ping>) -> Vec<u8> {
            self.0.lock().push(ping);
            Vec::new()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_ping_goes_out_along_with_frames_now_and_then() {
        let (connection, queue) = Connection::new(1, TokenHash([1; 32]));
        let socket = Arc::new(PingRecorder::default());
        queue.set_outlet(socket.clone());
        for after_ms in [0, 900, 100, 4_900, 100] {
            tokio::time::advance(Duration::from_millis(after_ms)).await;
            assert!(connection.send_at_once(&[Bytes::from_static(b"a")]));
        }
        let first = [0, 0, 0, 1];
        let pings = [Some(first), None, Some([0, 0, 0, 2]), None, Some([0, 0, 0, 3])];
        assert_eq!(*socket.0.lock(), pings);
        assert_eq!(connection.ping_if_due(), None);
        let heard = Instant::now() + Duration::from_millis(70);
        connection.answered(&first, heard, 7);
        assert_eq!(connection.srtt_ms(7), None, "an answer to another ping");
        connection.answered(&[0, 0, 0, 3], heard, 7);
        assert_eq!(connection.srtt_ms(7), Some(70));
    }

    #[test]
    fn what_was_begun_is_left_to_be_ended() {
        let (connection, queue) = Connection::new(1, TokenHash([1; 32]));
        queue.set_outlet(Arc::new(Socket(Mutex::new((1, Vec::new())))));
        connection.send_at_once(&[Bytes::from_static(b"ab")]);
        connection.send_at_once(&[Bytes::from_static(b"c")]);
        assert_eq!(queue.close(), Some(Bytes::from_static(b"b")));
        let (connection, queue) = Connection::new(1, TokenHash([1; 32]));
        connection.send(Bytes::from_static(b"a"));
        assert_eq!(queue.close(), None);
    }

    /// A socket that takes one byte, and puts a head before each frame.
    #[derive(Debug)]
    struct Slow;

    impl Outlet for Slow {
        fn send(&self, frames: &[Bytes], _: Option<Ping>) -> Vec<u8> {
            [b"head", &*frames.concat()].concat().split_off(1)
        }
    }

    #[test]
    fn what_was_begun_is_kept_even_when_all_is_full() {
        let backlog = backlog(100_000);
        let _held: Vec<_> = (0..11).map(|_| backlog.frame(vec![b'x'; 20_000])).collect();
        let (connection, mut queue) = Connection::beside(1, TokenHash([1; 32]), backlog);
        queue.set_outlet(Arc::new(Slow));
        assert!(connection.send_at_once(&[Bytes::from(vec![b'x'; QUEUE_BYTES_ALWAYS])]));
        let rest = queue.next().now_or_never().flatten();
        assert_eq!(rest.map(|it| it.bytes().len()), Some(QUEUE_BYTES_ALWAYS + 3));
        assert!(!connection.is_closed());
    }
}
