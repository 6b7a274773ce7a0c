//! The body of a request while it arrives.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use komadai_live::{Limit, pool::Claim};
use parking_lot::Mutex;
use tokio::time::{Instant, Sleep, sleep_until};

use super::Fault;

/// How long nothing may come of a body.
const STILL_MAX: Duration = Duration::from_secs(5);

/// For how long nobody looks how fast it comes.
const SLOW_AT_FIRST: Duration = Duration::from_secs(15);

/// Over what time it is judged how fast it comes.
const PACE_OVER: Duration = Duration::from_secs(10);

/// How many bytes must come in that time.
const PACE_BYTES_MIN: usize = 80 << 10;

/// How long all of it may take.
const BODY_WITHIN: Duration = Duration::from_secs(120);

/// What has come of a request's body.
#[derive(Debug)]
pub(super) struct Arrival {
    claim: Claim,
    pub(super) fault: Option<Fault>,
}

/// A body that arrives.
pub(super) struct ArrivingBody {
    body: Body,
    arrival: Arc<Mutex<Arrival>>,
    pace: Pace,
    timer: Pin<Box<Sleep>>,
}

/// How fast something comes.
#[derive(Debug)]
struct Pace {
    began: Instant,
    /// When the last piece came, or was first waited for.
    came_at: Instant,
    /// Until when these bytes are counted, and whether they must be so many.
    judged_at: Instant,
    n_bytes: usize,
    n_bytes_min: usize,
}

impl Pace {
    fn new(now: Instant) -> Self {
        Self {
            began: now,
            came_at: now,
            judged_at: now + SLOW_AT_FIRST,
            n_bytes: 0,
            n_bytes_min: 0,
        }
    }

    fn has_come(&mut self, n_bytes: usize, now: Instant) {
        self.came_at = now;
        self.n_bytes += n_bytes;
    }

    /// Until when nothing has to be looked at.
    fn due(&self) -> Instant {
        self.judged_at.min(self.came_at + STILL_MAX).min(self.began + BODY_WITHIN)
    }

    fn is_too_slow(&mut self, now: Instant) -> bool {
        if now >= self.judged_at && self.n_bytes >= self.n_bytes_min {
            let judged_at = now + PACE_OVER;
            *self = Self { judged_at, n_bytes: 0, n_bytes_min: PACE_BYTES_MIN, ..*self };
        }
        now >= self.due()
    }
}

impl ArrivingBody {
    /// With where it can be seen what has come of it.
    pub(super) fn new(body: Body, claim: Claim) -> (Self, Arc<Mutex<Arrival>>) {
        let arrival = Arc::new(Mutex::new(Arrival { claim, fault: None }));
        let pace = Pace::new(Instant::now());
        let timer = Box::pin(sleep_until(pace.due()));
        (Self { body, arrival: arrival.clone(), pace, timer }, arrival)
    }

    fn take(&mut self, n_bytes: usize) -> Result<(), Fault> {
        self.pace.has_come(n_bytes, Instant::now());
        self.arrival.lock().claim.grow(n_bytes).map_err(|_| Fault::Busy)?;
        if self.body.is_end_stream() {
            self.complete();
        }
        Ok(())
    }

    /// Whoever has sent all of it is answered.
    fn complete(&self) {
        self.arrival.lock().claim.keep();
    }

    /// Nothing has come.
    fn wait(&mut self, context: &mut Context<'_>) -> Result<(), Fault> {
        if self.arrival.lock().claim.poll_lost(context).is_ready() {
            return Err(Fault::Busy);
        }
        while self.timer.as_mut().poll(context).is_ready() {
            if self.pace.is_too_slow(Instant::now()) {
                Limit::SlowRequest.reached();
                return Err(Fault::TooSlow);
            }
            self.timer.as_mut().reset(self.pace.due());
        }
        Ok(())
    }
}

/// A body is not read any further.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the body is not read any further")]
struct BodyCutOff;

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        let polled = Pin::new(&mut this.body).poll_frame(context);
        let outcome = match &polled {
            Poll::Ready(Some(Ok(frame))) => this.take(frame.data_ref().map_or(0, Bytes::len)),
            Poll::Ready(None) => {
                this.complete();
                Ok(())
            }
            Poll::Ready(Some(Err(_))) => Ok(()),
            Poll::Pending => this.wait(context),
        };
        if let Err(fault) = outcome {
            this.arrival.lock().fault = Some(fault);
            return Poll::Ready(Some(Err(axum::Error::new(BodyCutOff))));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::to_bytes;
    use futures_util::{StreamExt as _, stream};
    use komadai_live::pool::{Claimant, Pool, PoolSize};
    use tokio::time::sleep;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn pool(whole: usize) -> Pool {
        let size = PoolSize {
            whole,
            visitors_of_address: whole / 4,
            of_address: whole / 2,
            of_account: whole / 2,
        };
        Pool::new(Limit::RequestBytes, size)
    }

    fn arriving(pool: &Pool, last: u8, body: Body) -> (Arc<Mutex<Arrival>>, Body) {
        let claim = pool.claim(Claimant::visitor([10, 0, 0, last].into()), 0).unwrap();
        let (body, arrived) = ArrivingBody::new(body, claim);
        (arrived, Body::new(body))
    }

    /// A body of which so many bytes come after these pauses.
    fn dribbling(pauses: Vec<Duration>, n_bytes: usize) -> Body {
        let pieces = stream::iter(pauses).then(move |pause| async move {
            sleep(pause).await;
            Ok::<_, Infallible>(Bytes::from(vec![b'x'; n_bytes]))
        });
        Body::from_stream(pieces)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stands_still_or_dribbles_is_cut() {
        let pool = pool(64 << 20);
        for (n_pieces, pause, n_bytes, ends_after_s) in [
            (14, SECOND, 1, None),
            (4, 4 * SECOND, 1, Some(16)),
            (3, 6 * SECOND, 1_000_000, Some(5)),
            (30, SECOND, 1, Some(25)),
            (30, SECOND, 8_000, Some(25)),
            (60, SECOND, 9_000, None),
            (200, SECOND, 9_000, Some(120)),
        ] {
            let began = Instant::now();
            let body = dribbling(vec![pause; n_pieces], n_bytes);
            let (arrived, body) = arriving(&pool, 1, body);
            let outcome = to_bytes(body, usize::MAX).await;
            let case = format!("{n_pieces} times {n_bytes} bytes after {pause:?}");
            let fault = arrived.lock().fault;
            match ends_after_s {
                None => assert!(outcome.is_ok() && fault.is_none(), "{case}"),
                Some(_) if n_pieces == 4 => assert!(outcome.is_ok(), "{case}: it ends in time"),
                Some(s) => {
                    assert!(outcome.is_err() && fault == Some(Fault::TooSlow), "{case}");
                    assert_eq!(began.elapsed().as_secs(), s, "{case}");
                }
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_stands_still_makes_room_for_what_comes() {
        let pool = pool(1_000);
        let stuck = || dribbling(vec![SECOND, 4 * SECOND, 4 * SECOND], 200);
        let held: Vec<_> = (1..=3).map(|n| arriving(&pool, n, stuck())).collect();
        let reading = held.into_iter().map(|(arrived, body)| {
            tokio::spawn(async move { (to_bytes(body, usize::MAX).await.is_ok(), arrived) })
        });
        let reading: Vec<_> = reading.collect();
        sleep(4 * SECOND).await;
        let (arrived, body) = arriving(&pool, 9, Body::from("a short one"));
        assert!(to_bytes(body, usize::MAX).await.is_ok());
        drop(arrived);
        let mut n_cut = 0;
        for it in reading {
            let (whole, arrived) = it.await.unwrap();
            let fault = arrived.lock().fault;
            assert_eq!(whole, fault.is_none());
            n_cut += usize::from(!whole);
        }
        assert!(n_cut >= 1);
    }

    #[tokio::test]
    async fn a_body_holds_what_has_come_of_it() {
        let pool = pool(1_000);
        let (first, body) = arriving(&pool, 1, Body::from(vec![b'x'; 400]));
        assert!(to_bytes(body, usize::MAX).await.is_ok());
        assert_eq!(pool.claimed(), 400);
        let (second, body) = arriving(&pool, 2, Body::from(vec![b'x'; 400]));
        assert!(to_bytes(body, usize::MAX).await.is_err(), "what has come whole is kept");
        assert_eq!(second.lock().fault, Some(Fault::Busy));
        drop((first, second));
        let (_arrived, body) = arriving(&pool, 2, Body::from(vec![b'x'; 400]));
        assert!(to_bytes(body, usize::MAX).await.is_ok());
    }
}
