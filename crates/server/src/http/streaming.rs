//! Answers that are made while they are sent, so that no more of them than a piece is in memory.

use std::{io, sync::Arc};

use axum::{body::Body, http::StatusCode};
use bytes::Bytes;
use futures_util::stream;
use komadai_live::{
    Limit,
    pool::{Claim, Claimant, Full, Pool, PoolSize},
};
use komadai_protocol::RefusalCode;
use tokio::sync::mpsc;

use super::problem::Problem;

/// What tells a proxy, and ourselves, that nothing of an answer is to be gathered.
pub(crate) const UNBUFFERED: &str = "x-accel-buffering";

/// How many downloads there may be at once: one of each player or visitor's address.
const AT_ONCE: PoolSize =
    PoolSize { whole: 64, visitors_of_address: 1, of_address: 16, of_account: 1 };

/// Who is downloading something at the moment. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Exports(Pool);

impl Default for Exports {
    fn default() -> Self {
        Self(Pool::new(Limit::Downloads, AT_ONCE))
    }
}

/// Something that is being downloaded; another may follow when it is dropped.
#[derive(Debug)]
pub(crate) struct Export(Claim);

impl Exports {
    /// Begins for somebody. Where there are too many, one that is not read makes way.
    pub(crate) fn begin(&self, by: Claimant) -> Result<Export, Problem> {
        self.0.claim(by, 1).map(Export).map_err(|full| match full {
            Full::Own => {
                let detail = "you are already downloading something; wait until it has finished";
                let status = StatusCode::TOO_MANY_REQUESTS;
                Problem::new(RefusalCode::Busy, detail).with_status(status)
            }
            Full::All => {
                let detail = "too many people are downloading their data; try again in a minute";
                Problem::new(RefusalCode::Busy, detail)
            }
        })
    }
}

impl Export {
    /// Something of it was read.
    ///
    /// # Errors
    /// When it has made way for another.
    pub(crate) fn moved(&self) -> Result<(), StreamEnd> {
        if self.0.is_lost() {
            return Err(StreamEnd::MadeWay);
        }
        self.0.moved();
        Ok(())
    }
}

/// Where an answer is written piece by piece.
#[derive(Debug)]
pub(crate) struct Out {
    pieces: mpsc::Sender<io::Result<Bytes>>,
    /// What it is counted as, if it is.
    export: Option<Export>,
}

/// Why an answer ends before it is whole.
#[derive(Debug)]
pub(crate) enum StreamEnd {
    /// The reader has gone.
    Gone,
    /// Something failed; the reader sees that the answer is not whole.
    Failed,
    /// It was not read, and others wanted to read something; the reader sees that it is not whole.
    MadeWay,
}

impl From<komadai_store::Error> for StreamEnd {
    fn from(cause: komadai_store::Error) -> Self {
        tracing::error!("a download was not completed: {cause}");
        Self::Failed
    }
}

impl From<Problem> for StreamEnd {
    fn from(problem: Problem) -> Self {
        tracing::error!("a download was not completed: {problem:?}");
        Self::Failed
    }
}

impl Out {
    /// Waits until the reader has taken the piece before.
    pub(crate) async fn send(&self, bytes: impl Into<Bytes>) -> Result<(), StreamEnd> {
        let bytes = bytes.into();
        if bytes.is_empty() {
            return Ok(());
        }
        self.pieces.send(Ok(bytes)).await.map_err(|_| StreamEnd::Gone)?;
        self.export.as_ref().map_or(Ok(()), Export::moved)
    }
}

/// An answer that is written by a task of its own, as fast as it is read, and counted as this. When
/// the reader goes away the task ends.
pub(crate) fn body<F>(export: Option<Export>, write: impl FnOnce(Arc<Out>) -> F) -> Body
where
    F: Future<Output = Result<(), StreamEnd>> + Send + 'static,
{
    let (sender, mut receiver) = mpsc::channel(1);
    let out = Arc::new(Out { pieces: sender.clone(), export });
    let writing = write(out);
    tokio::spawn(async move {
        let done = tokio::select! {
            done = writing => done,
            () = sender.closed() => Err(StreamEnd::Gone),
        };
        if matches!(done, Err(StreamEnd::Failed | StreamEnd::MadeWay)) {
            // It breaks the connection, or else a part would pass for all of it.
            let _ = sender.send(Err(io::Error::other("the rest cannot be read"))).await;
        }
    });
    // What packs it asks once more after the end.
    Body::from_stream(stream::poll_fn(move |context| receiver.poll_recv(context)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::StreamExt as _;
    use komadai_ids::UserId;
    use tokio::sync::oneshot;

    use super::*;

    fn member(n: u8) -> Claimant {
        Claimant::account(UserId::new(1, [n; 10]), [10, 0, 0, n].into())
    }

    #[tokio::test(start_paused = true)]
    async fn each_player_takes_one_thing_along_at_a_time() {
        let exports = Exports::default();
        let first = exports.begin(member(1)).unwrap();
        assert_eq!(exports.begin(member(1)).unwrap_err().status, 429);
        let _other = exports.begin(member(2)).unwrap();
        drop(first);
        let _again = exports.begin(member(1)).unwrap();
        let more: Vec<_> = (3..=64).map(|n| exports.begin(member(n)).unwrap()).collect();
        assert_eq!(exports.begin(member(65)).unwrap_err().status, 503);
        // What is not read makes way.
        tokio::time::advance(Duration::from_secs(5)).await;
        let _late = exports.begin(member(65)).unwrap();
        assert_eq!(more.iter().filter(|it| it.moved().is_err()).count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_made_way_is_not_taken_for_whole() {
        let exports = Exports::default();
        let all: Vec<_> = (1..=32).map(|n| exports.begin(visitor(n)).unwrap()).collect();
        tokio::time::advance(Duration::from_secs(5)).await;
        let _late = exports.begin(visitor(33)).unwrap();
        let bodies = all.into_iter().map(|export| {
            body(Some(export), |out| async move {
                out.send("one").await?;
                out.send("two").await
            })
        });
        let mut n_broken = 0;
        for body in bodies {
            n_broken += usize::from(axum::body::to_bytes(body, 100).await.is_err());
        }
        assert_eq!(n_broken, 1);
    }

    fn visitor(n: u8) -> Claimant {
        Claimant::visitor([10, 0, 0, n].into())
    }

    #[tokio::test]
    async fn no_more_is_made_than_is_read() {
        let (told, mut made) = mpsc::unbounded_channel();
        let body = body(None, |out| async move {
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
        let body = self::body(None, |_| async move {
            let _ended = ended;
            std::future::pending().await
        });
        drop(body);
        // Dropped with the task.
        assert!(has_ended.await.is_err());
        let body = self::body(None, |out| async move {
            out.send("half").await?;
            Err(StreamEnd::Failed)
        });
        let pieces: Vec<_> = body.into_data_stream().collect().await;
        assert!(pieces.len() == 2 && pieces[0].is_ok() && pieces[1].is_err());
    }
}
