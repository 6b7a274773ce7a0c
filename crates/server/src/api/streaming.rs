//! Answers that are made while they are sent, so that no more of them than a piece is in memory.

use std::{collections::HashSet, io, sync::Arc};

use axum::{body::Body, http::StatusCode};
use bytes::Bytes;
use futures_util::stream;
use komadai_ids::UserId;
use komadai_protocol::RefusalCode;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::Problem;
use crate::throttle::Peer;

/// How many players may take something along at once.
const EXPORTS_MAX: usize = 64;

/// Who is downloading something at the moment: each one thing at a time. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Exports(Arc<Mutex<HashSet<Whose>>>);

/// Who takes something along: a player, or somebody of whom only the address is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Whose {
    Player(UserId),
    Peer(Peer),
}

impl From<UserId> for Whose {
    fn from(user: UserId) -> Self {
        Self::Player(user)
    }
}

impl From<Peer> for Whose {
    fn from(peer: Peer) -> Self {
        Self::Peer(peer)
    }
}

/// Something that is being downloaded; another may follow when it is dropped.
#[derive(Debug)]
pub(super) struct Export {
    exports: Exports,
    whose: Whose,
}

impl Exports {
    /// Begins for somebody.
    pub(super) fn begin(&self, whose: impl Into<Whose>) -> Result<Export, Problem> {
        let whose = whose.into();
        let mut all = self.0.lock();
        if all.contains(&whose) {
            let detail = "you are already downloading something; wait until it has finished";
            let status = StatusCode::TOO_MANY_REQUESTS;
            return Err(Problem::new(RefusalCode::Busy, detail).with_status(status));
        }
        if all.len() >= EXPORTS_MAX {
            let detail = "too many people are downloading their data; try again in a minute";
            return Err(Problem::new(RefusalCode::Busy, detail));
        }
        all.insert(whose);
        Ok(Export { exports: self.clone(), whose })
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        let mut all = self.exports.0.lock();
        all.remove(&self.whose);
    }
}

/// Where an answer is written piece by piece.
#[derive(Debug)]
pub(super) struct Out(mpsc::Sender<io::Result<Bytes>>);

/// The reader has gone.
#[derive(Debug)]
pub(super) struct Gone;

/// Why an answer ends before it is whole.
#[derive(Debug)]
pub(super) enum Broken {
    /// The reader has gone.
    Gone,
    /// Something failed; the reader sees that the answer is not whole.
    Failed,
}

impl From<Gone> for Broken {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

impl From<komadai_store::Error> for Broken {
    fn from(cause: komadai_store::Error) -> Self {
        tracing::error!("a download was not completed: {cause}");
        Self::Failed
    }
}

impl From<Problem> for Broken {
    fn from(problem: Problem) -> Self {
        tracing::error!("a download was not completed: {problem:?}");
        Self::Failed
    }
}

impl Out {
    /// Waits until the reader has taken the piece before.
    pub(super) async fn send(&self, bytes: impl Into<Bytes>) -> Result<(), Gone> {
        let bytes = bytes.into();
        if bytes.is_empty() {
            return Ok(());
        }
        self.0.send(Ok(bytes)).await.map_err(|_| Gone)
    }
}

/// An answer that is written by a task of its own, as fast as it is read. When the reader goes away
/// the task ends.
pub(super) fn body<F>(write: impl FnOnce(Arc<Out>) -> F) -> Body
where
    F: Future<Output = Result<(), Broken>> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel(1);
    let out = Arc::new(Out(sender.clone()));
    let writing = write(out);
    tokio::spawn(async move {
        let done = tokio::select! {
            done = writing => done,
            () = sender.closed() => Err(Broken::Gone),
        };
        if matches!(done, Err(Broken::Failed)) {
            // It breaks the connection, or else a part would pass for all of it.
            let _ = sender.send(Err(io::Error::other("the rest cannot be read"))).await;
        }
    });
    // What packs it asks once more after the end.
    Body::from_stream(stream::poll_fn(move |context| receiver.poll_recv(context)))
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt as _;
    use tokio::sync::oneshot;

    use super::*;

    fn user(n: u8) -> UserId {
        UserId::new(1, [n; 10])
    }

    #[test]
    fn each_player_takes_one_thing_along_at_a_time() {
        let exports = Exports::default();
        let first = exports.begin(user(1)).unwrap();
        assert_eq!(exports.begin(user(1)).unwrap_err().0.status, 429);
        let _other = exports.begin(user(2)).unwrap();
        drop(first);
        let _again = exports.begin(user(1)).unwrap();
        let _more: Vec<_> = (3..=64).map(|n| exports.begin(user(n)).unwrap()).collect();
        assert_eq!(exports.begin(user(65)).unwrap_err().0.status, 503);
    }

    #[tokio::test]
    async fn no_more_is_made_than_is_read() {
        let (told, mut made) = mpsc::unbounded_channel();
        let body = body(|out| async move {
            for n in 0..100u8 {
                told.send(n).unwrap();
                out.send(vec![n]).await?;
            }
            Ok(())
        });
        let mut pieces = body.into_data_stream();
        for n in 0..10u8 {
            assert_eq!(pieces.next().await.unwrap().unwrap()[..], [n]);
        }
        let mut last = None;
        while let Ok(n) = made.try_recv() {
            last = Some(n);
        }
        // One that lies ready, one that waits.
        assert!(last <= Some(12), "{last:?}");
    }

    #[tokio::test]
    async fn it_ends_when_the_reader_goes_and_breaks_when_it_fails() {
        let (ended, has_ended) = oneshot::channel::<()>();
        let body = self::body(|_| async move {
            let _ended = ended;
            std::future::pending().await
        });
        drop(body);
        // Dropped with the task.
        assert!(has_ended.await.is_err());
        let body = self::body(|out| async move {
            out.send("half").await?;
            Err(Broken::Failed)
        });
        let pieces: Vec<_> = body.into_data_stream().collect().await;
        assert!(pieces.len() == 2 && pieces[0].is_ok() && pieces[1].is_err());
    }
}
