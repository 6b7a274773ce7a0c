//! How a session says something.

use std::{
    future::poll_fn,
    iter,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
    task::Poll,
    time::Duration,
};

use bytes::Bytes;
use futures_util::SinkExt as _;
use komadai_live::{Connection, Goodbye, Ping, QueueItem, QueueReader};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::sleep,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{self, Message},
};

use crate::websocket::Unsent;

/// How many frames are sent before others have their turn.
const FRAMES_AT_ONCE: usize = 16;

/// How long a socket may take nothing of what is written.
const STALL_MAX: Duration = Duration::from_secs(30);

/// What writes to a session's socket, where others do not write at once.
pub(super) struct Voice {
    connection: Arc<Connection>,
    pub(super) queue: QueueReader,
    unsent: Unsent,
}

impl Voice {
    pub(super) fn new(connection: &Arc<Connection>, queue: QueueReader) -> Self {
        Self { connection: connection.clone(), queue, unsent: Unsent::nothing() }
    }

    /// Sends what is queued, in one write where it fits, and a ping if it is time for one; `false`
    /// ends the session.
    pub(super) async fn speak<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        socket: &mut WebSocketStream<S>,
        next: QueueItem,
    ) -> bool {
        let Self { connection, queue, unsent } = self;
        let first = match next {
            QueueItem::Frame(frame) => Some(frame),
            QueueItem::Rest(rest) => {
                *unsent = Unsent::begun(rest);
                None
            }
        };
        let n_taken = AtomicU32::new(0);
        let write = async {
            let more = iter::from_fn(|| queue.try_next()).take(FRAMES_AT_ONCE - 1);
            unsent.write_texts(socket, first.into_iter().chain(more), &n_taken).await?;
            match connection.ping_if_due() {
                Some(ping) => socket.send(message(ping)).await,
                None => Ok(()),
            }
        };
        while_it_moves(pin!(write), &n_taken, connection).await
    }

    /// Sends a ping, if there is one, and what the library answers to a client's; `false` ends the
    /// session.
    pub(super) async fn ping<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        socket: &mut WebSocketStream<S>,
        ping: Option<Ping>,
    ) -> bool {
        let Self { connection, queue, unsent } = self;
        if let Some(rest) = queue.hold() {
            *unsent = Unsent::begun(rest);
        }
        let n_taken = AtomicU32::new(0);
        let write = async {
            unsent.write_texts(socket, iter::empty(), &n_taken).await?;
            match ping {
                Some(ping) => socket.send(message(ping)).await,
                None => socket.flush().await,
            }
        };
        let goes_on = while_it_moves(pin!(write), &n_taken, connection).await;
        queue.let_go();
        goes_on
    }

    /// Nothing of what waits is sent any more; what was begun is left.
    pub(super) fn fall_silent(self) -> Unsent {
        self.queue.close().map_or(self.unsent, Unsent::begun)
    }
}

fn message(ping: Ping) -> Message {
    Message::Ping(Bytes::copy_from_slice(&ping))
}

/// Lets `write` continue as long as the socket takes something now and then; `false` ends the
/// session.
async fn while_it_moves(
    mut write: Pin<&mut impl Future<Output = tungstenite::Result<()>>>,
    n_taken: &AtomicU32,
    connection: &Connection,
) -> bool {
    // Nearly everything is taken at once, without a timer.
    let at_once = poll_fn(|context| Poll::Ready(write.as_mut().poll(context)));
    if let Poll::Ready(written) = at_once.await {
        return written.is_ok();
    }
    let wait = async {
        loop {
            let taken = n_taken.load(Relaxed);
            tokio::select! {
                biased;
                written = &mut write => return written.is_ok(),
                () = connection.closing() => return false,
                () = sleep(STALL_MAX) => if n_taken.load(Relaxed) == taken {
                    connection.close(Goodbye::TooSlow);
                    return false;
                },
            }
        }
    };
    Box::pin(wait).await
}
