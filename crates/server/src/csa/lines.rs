//! Lines over TCP.

use std::{collections::VecDeque, fmt, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    time::{Instant, sleep_until, timeout},
};
use tracing::debug;

/// The longest line that is read whole: a move with a long comment is two kilobytes.
pub(super) const LINE_BYTES_MAX: usize = 8 << 10;

/// The longest line that is waited for: more than that was never meant to end.
const ENDLESS_BYTES: usize = 64 << 10;

/// What is read at once.
const CHUNK_BYTES: usize = 4 << 10;

/// How long the other side may not take what it is sent.
const SAY_WITHIN: Duration = Duration::from_secs(10);

/// How long the other side is waited for when everything is said.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// How much is read of it then: who says more did not come to hear the last lines.
const LAST_BYTES_MAX: usize = 1 << 20;

/// The other side is gone, or takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConnectionLost;

/// Counts something that was read; how long nothing more is to be read after it.
pub(super) type Pace = Box<dyn Fn() -> Duration + Send + Sync>;

/// A connection as lines. Those that are read may end in CR LF; those that are said end in LF.
///
/// Each line that is read is counted, and so are every [`LINE_BYTES_MAX`] of one that does not end.
pub(super) struct Lines<S> {
    socket: S,
    pace: Pace,
    /// Lines that are read and not asked for: what one chunk holds at most.
    ready: VecDeque<Vec<u8>>,
    /// One that has not ended, as far as it is kept.
    begun: Vec<u8>,
    /// How long it is.
    begun_bytes: usize,
    /// How much of it was counted.
    counted_bytes: usize,
    /// Until when nothing more is read.
    quiet_until: Option<Instant>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Lines<S> {
    pub(super) fn new(socket: S, pace: Pace) -> Self {
        Self {
            socket,
            pace,
            ready: VecDeque::new(),
            begun: Vec::new(),
            begun_bytes: 0,
            counted_bytes: 0,
            quiet_until: None,
        }
    }

    /// The next line without its end; `None` when no more come, or one has no end. May be given up
    /// at any time without losing anything.
    pub(super) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(until) = self.quiet_until {
                sleep_until(until).await;
                self.quiet_until = None;
            }
            if let Some(line) = self.ready.pop_front() {
                self.count();
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
            if self.begun_bytes - self.counted_bytes >= LINE_BYTES_MAX {
                self.counted_bytes += LINE_BYTES_MAX;
                self.count();
                continue;
            }
            if self.is_endless() {
                debug!("a line of more than {ENDLESS_BYTES} bytes has no end");
                return None;
            }
            let mut chunk = [0; CHUNK_BYTES];
            let n = self.socket.read(&mut chunk).await.ok()?;
            let read = chunk.get(..n).filter(|read| !read.is_empty())?;
            read.iter().for_each(|byte| self.take_in(*byte));
        }
    }

    fn is_endless(&self) -> bool {
        self.begun_bytes >= ENDLESS_BYTES
    }

    fn take_in(&mut self, byte: u8) {
        if byte != b'\n' {
            self.begun_bytes += 1;
            if self.begun.len() < LINE_BYTES_MAX {
                self.begun.push(byte);
            }
            return;
        }
        if self.begun_bytes > LINE_BYTES_MAX {
            debug!("a line of more than {LINE_BYTES_MAX} bytes was cut");
        }
        let mut line = std::mem::take(&mut self.begun);
        line.pop_if(|last| *last == b'\r');
        self.ready.push_back(line);
        (self.begun_bytes, self.counted_bytes) = (0, 0);
    }

    /// Something was read; it may be too much for now.
    fn count(&mut self) {
        let quiet_for = (self.pace)();
        if !quiet_for.is_zero() {
            self.quiet_until = Some(Instant::now() + quiet_for);
        }
    }

    /// Says lines, each with its end.
    pub(super) async fn say(&mut self, lines: &str) -> Result<(), ConnectionLost> {
        match timeout(SAY_WITHIN, self.socket.write_all(lines.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(ConnectionLost),
        }
    }

    /// Ends what is said, and reads what still comes: a connection that is closed with something
    /// unread is reset, and the other side may lose the last lines.
    pub(super) async fn close(&mut self) {
        let is_endless = self.is_endless();
        let end = async {
            // A client that has gone needs no end.
            let _ = self.socket.shutdown().await;
            // One whose line has no end came to hear nothing.
            if is_endless {
                return;
            }
            let mut chunk = [0; CHUNK_BYTES];
            let mut n_read = 0;
            while n_read < LAST_BYTES_MAX {
                match self.socket.read(&mut chunk).await {
                    Ok(n) if n > 0 => n_read += n,
                    _ => break,
                }
            }
        };
        // A client that does not end is left.
        let _ = timeout(CLOSE_WITHIN, end).await;
    }
}

impl<S> fmt::Debug for Lines<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("n_ready", &self.ready.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    };

    use tokio::io::{DuplexStream, duplex};

    use super::*;

    /// Of somebody who is never read later.
    fn lines(socket: DuplexStream) -> Lines<DuplexStream> {
        Lines::new(socket, Box::new(|| Duration::ZERO))
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_read_is_let_go() {
        let (theirs, ours) = duplex(64);
        let mut lines = lines(ours);
        let began = Instant::now();
        assert_eq!(lines.say(&"+7776FU,T1\n".repeat(5)).await, Ok(()));
        assert_eq!(lines.say("%TORYO\n#RESIGN\n#WIN\n").await, Err(ConnectionLost));
        assert_eq!(began.elapsed(), SAY_WITHIN);
        drop(theirs);
    }

    #[tokio::test]
    async fn what_comes_after_the_end_is_read_as_far_as_anybody_means_it() {
        let (mut theirs, ours) = duplex(64);
        let says = async move {
            let mut n_taken = 0;
            while theirs.write_all(&[b'x'; 64]).await.is_ok() {
                n_taken += 64;
            }
            n_taken
        };
        let closes = async move { lines(ours).close().await };
        let (n_taken, ()) = tokio::join!(says, closes);
        assert!((LAST_BYTES_MAX..LAST_BYTES_MAX + 1_024).contains(&n_taken), "{n_taken}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_too_much_is_read_later() {
        let (mut theirs, ours) = duplex(64);
        theirs.write_all(b"one\ntwo\n").await.unwrap();
        let mut lines = Lines::new(ours, Box::new(|| Duration::from_secs(2)));
        assert_eq!(lines.next().await.as_deref(), Some("one"));
        let began = Instant::now();
        // A caller that waits for something else meanwhile loses nothing.
        let early = timeout(Duration::from_secs(1), lines.next()).await;
        assert!(early.is_err(), "{early:?}");
        assert_eq!(lines.next().await.as_deref(), Some("two"));
        assert_eq!(began.elapsed(), Duration::from_secs(2));
    }

    /// A line of so many bytes: how often it is counted, and whether it is read.
    async fn counts(len: usize) -> (u32, bool) {
        let (mut theirs, ours) = duplex(64);
        let says = async move {
            let mut line = vec![b'x'; len];
            line.push(b'\n');
            // It may be closed before all of it is said.
            let _ = theirs.write_all(&line).await;
        };
        let n_counted = Arc::new(AtomicU32::new(0));
        let count = n_counted.clone();
        let pace = move || {
            count.fetch_add(1, Relaxed);
            Duration::from_millis(1)
        };
        let mut lines = Lines::new(ours, Box::new(pace));
        let hears = async move { lines.next().await.is_some() };
        let ((), is_read) = tokio::join!(says, hears);
        (n_counted.load(Relaxed), is_read)
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_without_end_is_counted_and_no_longer_read() {
        for (len, expected) in [
            (0, (1, true)),
            (LINE_BYTES_MAX - CHUNK_BYTES, (1, true)),
            (3 * LINE_BYTES_MAX, (4, true)),
            (ENDLESS_BYTES - CHUNK_BYTES, (8, true)),
            (ENDLESS_BYTES + CHUNK_BYTES, (8, false)),
            (100 * ENDLESS_BYTES, (8, false)),
        ] {
            assert_eq!(counts(len).await, expected, "{len}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_ends_no_line_is_not_waited_for() {
        let (mut theirs, ours) = duplex(64);
        let says = async move { while theirs.write_all(&[b'x'; 64]).await.is_ok() {} };
        let hears = async move {
            let mut lines = lines(ours);
            assert_eq!(lines.next().await, None);
            let began = Instant::now();
            lines.close().await;
            began.elapsed()
        };
        let ((), closed_within) = tokio::join!(says, hears);
        assert_eq!(closed_within, Duration::ZERO);
    }

    #[tokio::test]
    async fn lines_come_whole_in_pieces_and_cut() {
        let (mut theirs, ours) = duplex(64);
        let say = async move {
            for piece in ["LOG", "IN a b\r\n\n", "+7776FU,'* 50 \u{ff}\n", " \n"] {
                theirs.write_all(piece.as_bytes()).await.unwrap();
            }
            theirs.write_all(&[b'x'; LINE_BYTES_MAX + 100]).await.unwrap();
            theirs.write_all(b"\nLOGOUT\nunfinished").await.unwrap();
        };
        let hear = async move {
            let mut lines = lines(ours);
            let mut heard = Vec::new();
            while let Some(line) = lines.next().await {
                heard.push(line);
            }
            heard
        };
        let ((), heard) = tokio::join!(say, hear);
        let long = "x".repeat(LINE_BYTES_MAX);
        let expected = ["LOGIN a b", "", "+7776FU,'* 50 \u{ff}", " ", &long, "LOGOUT"];
        assert_eq!(heard, expected);
    }
}
