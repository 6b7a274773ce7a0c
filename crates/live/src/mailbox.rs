//! The messages that wait for a room.
//!
//! A queue behind a lock, with one waker, because there is one reader: a channel that anybody may
//! read from at any place keeps most of a kilobyte for each, and touches more of it with every
//! message.

use std::{
    collections::VecDeque,
    fmt,
    future::poll_fn,
    sync::{
        Arc,
        atomic::{
            AtomicUsize,
            Ordering::{AcqRel, Acquire, Relaxed},
        },
    },
    task::Poll,
};

use futures_util::task::AtomicWaker;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// A queue that grew longer than this frees its memory when it is empty again.
const MESSAGES_KEPT: usize = 4;

/// Where messages are put.
pub(crate) struct Sender<T>(Arc<MailboxState<T>>);

/// Where they are taken from.
pub(crate) struct Mailbox<T>(Arc<MailboxState<T>>);

// What every message touches comes first, in as few lines of the processor's cache as it takes.
#[repr(C)]
struct MailboxState<T> {
    queue: Mutex<Queue<T>>,
    reader: AtomicWaker,
    max: usize,
    n_senders: AtomicUsize,
    /// Told when a full queue is full no longer.
    space: Notify,
}

struct Queue<T> {
    messages: VecDeque<T>,
    is_closed: bool,
}

/// Why a message was not put into the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotSent {
    Full,
    /// Nobody reads it any more.
    Closed,
}

/// A queue of at most `max` messages.
pub(crate) fn mailbox<T>(max: usize) -> (Sender<T>, Mailbox<T>) {
    let shared = Arc::new(MailboxState {
        queue: Mutex::new(Queue { messages: VecDeque::new(), is_closed: false }),
        max,
        n_senders: AtomicUsize::new(1),
        reader: AtomicWaker::new(),
        space: Notify::new(),
    });
    (Sender(shared.clone()), Mailbox(shared))
}

impl<T> Sender<T> {
    /// # Errors
    /// When the queue is full, or nobody reads it any more.
    pub(crate) fn try_send(&self, message: T) -> Result<(), NotSent> {
        self.put(message).map_err(|(why, _)| why)
    }

    /// Waits for room.
    ///
    /// # Errors
    /// When nobody reads the queue any more.
    pub(crate) async fn send(&self, mut message: T) -> Result<(), NotSent> {
        loop {
            // Asked for before, so that room that is made in between is heard of.
            let space = self.0.space.notified();
            match self.put(message) {
                Ok(()) => return Ok(()),
                Err((NotSent::Full, back)) => message = back,
                Err((NotSent::Closed, _)) => return Err(NotSent::Closed),
            }
            space.await;
        }
    }

    fn put(&self, message: T) -> Result<(), (NotSent, T)> {
        let mut queue = self.0.queue.lock();
        if queue.is_closed {
            return Err((NotSent::Closed, message));
        }
        if queue.messages.len() >= self.0.max {
            return Err((NotSent::Full, message));
        }
        queue.messages.push_back(message);
        drop(queue);
        self.0.reader.wake();
        Ok(())
    }

    /// How many senders there are, this one included.
    pub(crate) fn n_senders(&self) -> usize {
        self.0.n_senders.load(Acquire)
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.n_senders.fetch_add(1, Relaxed);
        Self(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        if self.0.n_senders.fetch_sub(1, AcqRel) == 1 {
            self.0.reader.wake();
        }
    }
}

impl<T> fmt::Debug for Sender<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").finish_non_exhaustive()
    }
}

impl<T> Mailbox<T> {
    /// Waits for the next message; `None` when there is none and nobody can send one. May be given
    /// up at any time without losing anything.
    pub(crate) async fn recv(&mut self) -> Option<T> {
        poll_fn(|context| {
            if let Some(message) = self.try_recv() {
                return Poll::Ready(Some(message));
            }
            self.0.reader.register(context.waker());
            // Something may have come in between.
            match self.try_recv() {
                Some(message) => Poll::Ready(Some(message)),
                None if self.0.n_senders.load(Acquire) == 0 => Poll::Ready(None),
                None => Poll::Pending,
            }
        })
        .await
    }

    /// The next message, if there is one.
    pub(crate) fn try_recv(&mut self) -> Option<T> {
        let mut queue = self.0.queue.lock();
        let was_full = queue.messages.len() == self.0.max;
        let message = queue.messages.pop_front()?;
        if queue.messages.is_empty() && queue.messages.capacity() > MESSAGES_KEPT {
            queue.messages = VecDeque::new();
        }
        drop(queue);
        if was_full {
            self.0.space.notify_waiters();
        }
        Some(message)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.queue.lock().messages.is_empty()
    }

    /// Takes nothing in any more; what is there can be taken.
    pub(crate) fn close(&mut self) {
        self.0.queue.lock().is_closed = true;
        self.0.space.notify_waiters();
    }
}

impl<T> Drop for Mailbox<T> {
    fn drop(&mut self) {
        self.close();
        // Who waits for an answer to one of them hears that there will be none.
        let messages = std::mem::take(&mut self.0.queue.lock().messages);
        drop(messages);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn so_many_may_wait() {
        let (sender, mut mailbox) = mailbox(2);
        assert_eq!(mailbox.recv().now_or_never(), None);
        assert_eq!([1, 2, 3].map(|it| sender.try_send(it)), [Ok(()), Ok(()), Err(NotSent::Full)]);
        let mut waits = Box::pin(sender.send(4));
        assert_eq!(waits.as_mut().now_or_never(), None);
        assert_eq!((mailbox.try_recv(), mailbox.is_empty()), (Some(1), false));
        assert_eq!(waits.now_or_never(), Some(Ok(())));
        assert_eq!(
            [mailbox.try_recv(), mailbox.try_recv(), mailbox.try_recv()],
            [Some(2), Some(4), None]
        );
    }

    #[tokio::test]
    async fn a_reader_is_woken_by_a_message_and_when_nobody_can_send_one() {
        let (sender, mut mailbox) = mailbox(2);
        let other = sender.clone();
        assert_eq!(sender.n_senders(), 2);
        let reader = tokio::spawn(async move { (mailbox.recv().await, mailbox.recv().await) });
        tokio::task::yield_now().await;
        other.try_send(1).unwrap();
        tokio::task::yield_now().await;
        drop((sender, other));
        assert_eq!(reader.await.unwrap(), (Some(1), None));
    }

    #[tokio::test]
    async fn what_waits_to_be_sent_hears_of_the_end() {
        let (sender, mut mailbox) = mailbox(1);
        sender.try_send(1).unwrap();
        let waits = tokio::spawn({
            let sender = sender.clone();
            async move { sender.send(2).await }
        });
        tokio::task::yield_now().await;
        mailbox.close();
        assert_eq!(waits.await.unwrap(), Err(NotSent::Closed));
        assert_eq!((mailbox.try_recv(), sender.try_send(3)), (Some(1), Err(NotSent::Closed)));
    }

    #[test]
    fn what_was_not_read_goes_with_the_mailbox() {
        let (sender, mailbox) = mailbox(1);
        let message = Arc::new(());
        sender.try_send(message.clone()).unwrap();
        drop(mailbox);
        assert_eq!(Arc::strong_count(&message), 1);
    }
}
