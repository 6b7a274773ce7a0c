//! Lines over TCP.

use std::{collections::VecDeque, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    time::{Instant, sleep_until, timeout},
};
use tracing::debug;

/// The longest line that is read whole: a move with a long comment is two kilobytes.
pub(super) const LINE_BYTES_MAX: usize = 8 << 10;

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
pub(super) struct Gone;

/// A connection as lines. Those that are read may end in CR LF; those that are said end in LF.
#[derive(Debug)]
pub(super) struct Lines<S> {
    socket: S,
    /// Lines that are read and not asked for: what one chunk holds at most.
    ready: VecDeque<Vec<u8>>,
    /// One that has not ended.
    begun: Vec<u8>,
    /// Whether the rest of it is dropped.
    is_too_long: bool,
    /// Until when nothing more is read.
    quiet_until: Option<Instant>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Lines<S> {
    pub(super) fn new(socket: S) -> Self {
        Self {
            socket,
            ready: VecDeque::new(),
            begun: Vec::new(),
            is_too_long: false,
            quiet_until: None,
        }
    }

    /// The next line without its end; `None` when no more come. May be given up at any time
    /// without losing anything.
    pub(super) async fn next(&mut self) -> Option<String> {
        if let Some(until) = self.quiet_until {
            sleep_until(until).await;
            self.quiet_until = None;
        }
        loop {
            if let Some(line) = self.ready.pop_front() {
                return Some(String::from_utf8_lossy(&line).into_owned());
            }
            let mut chunk = [0; CHUNK_BYTES];
            let n = self.socket.read(&mut chunk).await.ok()?;
            let read = chunk.get(..n).filter(|read| !read.is_empty())?;
            read.iter().for_each(|byte| self.take_in(*byte));
        }
    }

    fn take_in(&mut self, byte: u8) {
        match byte {
            b'\n' => {
                if std::mem::take(&mut self.is_too_long) {
                    debug!("a line of more than {LINE_BYTES_MAX} bytes was cut");
                }
                let mut line = std::mem::take(&mut self.begun);
                line.pop_if(|last| *last == b'\r');
                self.ready.push_back(line);
            }
            _ if self.begun.len() < LINE_BYTES_MAX => self.begun.push(byte),
            _ => self.is_too_long = true,
        }
    }

    /// Reads nothing more for so long.
    pub(super) fn keeps_quiet(&mut self, quiet_for: Duration) {
        if !quiet_for.is_zero() {
            self.quiet_until = Some(Instant::now() + quiet_for);
        }
    }

    /// Says lines, each with its end.
    pub(super) async fn say(&mut self, lines: &str) -> Result<(), Gone> {
        match timeout(SAY_WITHIN, self.socket.write_all(lines.as_bytes())).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// Ends what is said, and reads what still comes: a connection that is closed with something
    /// unread is reset, and the other side may lose the last lines.
    pub(super) async fn close(&mut self) {
        let end = async {
            // A client that has gone needs no end.
            let _ = self.socket.shutdown().await;
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

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_does_not_read_is_let_go() {
        let (theirs, ours) = duplex(64);
        let mut lines = Lines::new(ours);
        let began = Instant::now();
        assert_eq!(lines.say(&"+7776FU,T1\n".repeat(5)).await, Ok(()));
        assert_eq!(lines.say("%TORYO\n#RESIGN\n#WIN\n").await, Err(Gone));
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
        let closes = async move { Lines::new(ours).close().await };
        let (n_taken, ()) = tokio::join!(says, closes);
        assert!((LAST_BYTES_MAX..LAST_BYTES_MAX + 1_024).contains(&n_taken), "{n_taken}");
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_too_much_is_read_later() {
        let (mut theirs, ours) = duplex(64);
        theirs.write_all(b"one\ntwo\n").await.unwrap();
        let mut lines = Lines::new(ours);
        assert_eq!(lines.next().await.as_deref(), Some("one"));
        let began = Instant::now();
        lines.keeps_quiet(Duration::from_secs(2));
        // A caller that waits for something else meanwhile loses nothing.
        let early = timeout(Duration::from_secs(1), lines.next()).await;
        assert!(early.is_err(), "{early:?}");
        assert_eq!(lines.next().await.as_deref(), Some("two"));
        assert_eq!(began.elapsed(), Duration::from_secs(2));
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
            let mut lines = Lines::new(ours);
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
