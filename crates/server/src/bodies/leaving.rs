//! The body of an answer while it is sent.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use crate::listener::AnswerMemory;

/// A body that is in memory until the last of it is sent.
pub(super) struct LeavingBody {
    body: Body,
    memory: Option<AnswerMemory>,
}

impl LeavingBody {
    pub(super) fn new(body: Body, memory: AnswerMemory) -> Self {
        Self { body, memory: Some(memory) }
    }
}

impl HttpBody for LeavingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        polled.map_ok(|frame| {
            frame.map_data(|data| {
                let is_last = self.body.is_end_stream();
                match self.memory.take_if(|_| is_last) {
                    // The connection has it, and the body is gone, long before it is sent.
                    Some(memory) => Bytes::from_owner(LastBytes { data, _memory: memory }),
                    None => data,
                }
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The last bytes of an answer.
struct LastBytes {
    data: Bytes,
    _memory: AnswerMemory,
}

impl AsRef<[u8]> for LastBytes {
    fn as_ref(&self) -> &[u8] {
        &self.data
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use komadai_live::{
        Limit,
        pool::{Claimant, Pool, PoolSize},
    };

    use super::*;
    use crate::listener::Exchange;

    #[tokio::test]
    async fn an_answer_is_in_memory_until_its_last_byte_is_sent() {
        let size = PoolSize {
            whole: 4_000,
            visitors_of_address: 1_000,
            of_address: 1_000,
            of_account: 1_000,
        };
        let pool = Pool::new(Limit::RequestBytes, size);
        let claim = |last| pool.claim(Claimant::visitor([10, 0, 0, last].into()), 600).unwrap();
        let exchange = Exchange::default();
        let body = || Body::from(vec![b'x'; 600]);
        let first = Body::new(LeavingBody::new(body(), exchange.sends(claim(1))));
        let sending = to_bytes(first, usize::MAX).await.unwrap();
        assert_eq!((sending.len(), pool.claimed()), (600, 600));
        drop(sending);
        assert_eq!(pool.claimed(), 0);
        // The next answer is not taken for one that is still on its way.
        let first = exchange.sends(claim(1));
        let second = Body::new(LeavingBody::new(body(), exchange.sends(claim(2))));
        drop(first);
        assert_eq!(pool.claimed(), 600);
        drop(second);
        assert_eq!(pool.claimed(), 0);
    }
}
