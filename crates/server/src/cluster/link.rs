//! The messages between the working member and one that hosts games for it: a JSON value in each
//! line, and an empty line now and then to show that the sender is alive.

use std::{io, time::Duration};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::{
    io::{
        AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _,
        BufReader,
    },
    net::{TcpStream, tcp::OwnedReadHalf},
    sync::mpsc,
    time::{MissedTickBehavior, interval, timeout},
};

/// The maximum length of a line, in bytes: the list of all rooms of a large node.
const LINE_BYTES_MAX: u64 = 256 << 20;

/// How many messages are written at once.
const MESSAGES_AT_ONCE: usize = 256;

/// How often in a lease something is sent.
const SIGNS_IN_A_LEASE: u32 = 5;

/// A node's identity: the first line on a link.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Introduction {
    /// The name by which players reach it.
    pub(super) name: String,
    /// The name of its journal.
    pub(super) journal: String,
}

/// Reads the lines of the other side.
#[derive(Debug)]
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    lease: Duration,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    fn new(reader: R, lease: Duration) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), lease }
    }

    /// The next message.
    ///
    /// # Errors
    /// When the other side is gone, has been silent for a lease, or sends nonsense.
    pub(super) async fn next<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        loop {
            self.line.clear();
            let mut reader = (&mut self.reader).take(LINE_BYTES_MAX);
            let read = reader.read_until(b'\n', &mut self.line);
            let n_read = timeout(self.lease, read).await??;
            if n_read == 0 || self.line.last() != Some(&b'\n') {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.line.len() > 1 {
                return Ok(serde_json::from_slice(&self.line)?);
            }
        }
    }
}

/// The two ends of a link on this socket.
pub(super) fn ends(
    socket: TcpStream,
    lease: Duration,
) -> (Lines<OwnedReadHalf>, impl AsyncWrite + Unpin + Send + 'static) {
    let (reader, writer) = socket.into_split();
    (Lines::new(reader, lease), writer)
}

/// Sends queued messages and signs of life, until the other side is gone or nothing more will be
/// queued.
pub(super) async fn say<T: Serialize>(
    mut writer: impl AsyncWrite + Unpin,
    mut queue: mpsc::Receiver<T>,
    lease: Duration,
) -> io::Result<()> {
    let mut signs = interval(lease / SIGNS_IN_A_LEASE);
    signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut messages, mut text) = (Vec::new(), Vec::new());
    loop {
        tokio::select! {
            biased;
            n = queue.recv_many(&mut messages, MESSAGES_AT_ONCE) => if n == 0 {
                return Ok(());
            },
            _ = signs.tick() => {}
        }
        text.clear();
        for message in messages.drain(..) {
            serde_json::to_writer(&mut text, &message)?;
            text.push(b'\n');
        }
        if text.is_empty() {
            text.push(b'\n');
        }
        timeout(lease, writer.write_all(&text)).await??;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_said_is_heard_and_silence_ends_it() {
        let lease = Duration::from_millis(200);
        let (ours, theirs) = tokio::io::duplex(64);
        let (outbox, queue) = mpsc::channel(10);
        for n in 0..5_u32 {
            outbox.send("x".repeat(n as usize * 50)).await.unwrap();
        }
        let says = tokio::spawn(say(ours, queue, lease));
        let mut lines = Lines::new(theirs, lease);
        for n in 0..5_u32 {
            let heard: String = lines.next().await.unwrap();
            assert_eq!(heard.len(), n as usize * 50);
        }
        // Longer than a lease: there are signs of life.
        let nothing = timeout(lease * 2, lines.next::<String>()).await;
        assert!(nothing.is_err(), "{nothing:?}");
        drop(outbox);
        says.await.unwrap().unwrap();
        assert!(lines.next::<String>().await.is_err());
    }
}
