//! Polling a socket only when it has something to say.

use std::{
    future::poll_fn,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use futures_util::Stream;
use komadai_live::Connection;

/// Polls a session's socket.
///
/// A session is woken far more often to speak than to listen, and asking a socket whether there
/// is something costs as much as asking everything else together. So a socket is given a bell,
/// and asked when that has rung.
#[derive(Debug)]
pub(super) struct Poller {
    connection: Arc<Connection>,
    bell: Waker,
}

impl Poller {
    /// One that asks at first.
    pub(super) fn new(connection: &Arc<Connection>) -> Self {
        Self { bell: connection.bell(), connection: connection.clone() }
    }

    /// Waits for what comes next, alongside the task that waits for the connection's next frame:
    /// that one is woken by the bell. May be given up at any time without losing anything.
    pub(super) async fn hear<S: Stream + Unpin>(&self, socket: &mut S) -> Option<S::Item> {
        poll_fn(|_| self.poll(socket)).await
    }

    fn poll<S: Stream + Unpin>(&self, socket: &mut S) -> Poll<Option<S::Item>> {
        if !self.connection.has_rung() {
            return Poll::Pending;
        }
        let heard = Pin::new(socket).poll_next(&mut Context::from_waker(&self.bell));
        if heard.is_ready() {
            // There may be more, which will not be announced again.
            self.connection.ring();
        }
        heard
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering::Relaxed},
        task::Wake,
    };

    use futures_util::stream;
    use komadai_store::TokenHash;

    use super::*;

    /// A socket that counts how often it is asked.
    #[derive(Default)]
    struct Socket {
        n_asked: u32,
        bell: Option<Waker>,
        said: Vec<u32>,
    }

    impl Stream for Socket {
        type Item = u32;

        fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<u32>> {
            self.n_asked += 1;
            self.bell = Some(context.waker().clone());
            self.said.pop().map_or(Poll::Pending, |it| Poll::Ready(Some(it)))
        }
    }

    #[derive(Default)]
    struct Woken(AtomicU32);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn a_socket_that_has_not_rung_is_not_asked() {
        let (connection, mut queue) = Connection::new(1, TokenHash([0; 32]));
        let (poller, woken) = (Poller::new(&connection), Arc::new(Woken::default()));
        let waker = Waker::from(woken.clone());
        let mut next_frame = Box::pin(queue.next());
        assert!(next_frame.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        let mut socket = Socket::default();
        for _ in 0..3 {
            assert!(poller.poll(&mut socket).is_pending());
        }
        assert_eq!(socket.n_asked, 1);
        socket.said = vec![2, 1];
        socket.bell.take().unwrap().wake();
        assert_eq!(woken.0.load(Relaxed), 1);
        assert_eq!(poller.poll(&mut socket), Poll::Ready(Some(1)));
        assert_eq!(poller.poll(&mut socket), Poll::Ready(Some(2)), "without another ring");
        assert!(poller.poll(&mut socket).is_pending());
        assert!(poller.poll(&mut socket).is_pending());
        assert_eq!(socket.n_asked, 4);
    }

    #[test]
    fn the_end_is_heard() {
        let (connection, _queue) = Connection::new(1, TokenHash([0; 32]));
        let mut socket = stream::empty::<u32>();
        assert_eq!(Poller::new(&connection).poll(&mut socket), Poll::Ready(None));
    }
}
