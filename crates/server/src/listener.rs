//! Connections that are taken in, and let go when nothing moves on them any more.
//!
//! Somebody whose machine fell asleep says no goodbye, and somebody else begins a request and
//! never ends it: each would keep an open file for ever. A WebSocket has its own heartbeat, which
//! moves something often enough.

use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, Waker},
    time::Duration,
};

use axum::serve::Listener;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Instant, Sleep, sleep},
};

/// A connection on which nothing moves is let go after this time, and before twice of it. Proxies
/// keep theirs for two minutes or less, so it is they who end them, between two requests.
const IDLE_MAX: Duration = Duration::from_secs(150);

/// Takes connections in.
pub(crate) struct PatientListener(pub(crate) TcpListener);

impl Listener for PatientListener {
    type Io = Patient<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        let (socket, address) = Listener::accept(&mut self.0).await;
        // Without it frames wait for more to send; with it failing they only wait.
        let _ = socket.set_nodelay(true);
        (Patient::new(socket), address)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

/// A connection that is not waited for without end.
pub(crate) struct Patient<S> {
    socket: S,
    /// Whether anything has moved since the timer was set.
    has_moved: bool,
    timer: Pin<Box<Sleep>>,
    /// Whom the timer wakes: asking it again costs more than looking here.
    waker: Option<Waker>,
}

impl<S> Patient<S> {
    fn new(socket: S) -> Self {
        Self { socket, has_moved: false, timer: Box::pin(sleep(IDLE_MAX)), waker: None }
    }

    /// Takes notice of what came of waiting for the other side.
    fn judge<T>(
        &mut self,
        outcome: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.has_moved = true;
            return outcome;
        }
        let is_told = |waker: &Waker| waker.will_wake(context.waker());
        if self.waker.as_ref().is_some_and(is_told) && !self.timer.is_elapsed() {
            return Poll::Pending;
        }
        while self.timer.as_mut().poll(context).is_ready() {
            if !std::mem::take(&mut self.has_moved) {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.timer.as_mut().reset(Instant::now() + IDLE_MAX);
        }
        self.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.socket).poll_read(context, into);
        self.judge(outcome, context)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.judge(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.socket).poll_write_vectored(context, parts);
        self.judge(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_let_go() {
        let (_silent, ours) = duplex(64);
        let began = Instant::now();
        let ended = Patient::new(ours).read_u8().await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), IDLE_MAX.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_nothing_is_let_go() {
        let (_deaf, ours) = duplex(64);
        let began = Instant::now();
        let ended = Patient::new(ours).write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() <= 2 * IDLE_MAX + Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_something_now_and_then_stays() {
        let (mut theirs, ours) = duplex(64);
        let mut ours = Patient::new(ours);
        let talk = async {
            for n in 0..10 {
                sleep(IDLE_MAX - Duration::from_secs(1)).await;
                theirs.write_u8(n).await.unwrap();
            }
            theirs
        };
        let hear = async {
            for n in 0..10 {
                assert_eq!(ours.read_u8().await.unwrap(), n);
            }
        };
        let (theirs, ()) = tokio::join!(talk, hear);
        let began = Instant::now();
        // Who is woken may be another than before.
        let ended = tokio::spawn(async move { ours.read_u8().await }).await.unwrap();
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() <= 2 * IDLE_MAX);
        drop(theirs);
    }
}
