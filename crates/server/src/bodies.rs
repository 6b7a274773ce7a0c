//! What is under way between a request and its answer: how much of it there may be, and how long
//! it may take to arrive.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, HttpBody},
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use komadai_live::{
    Limit,
    byte_budget::{ByteBudget, Held},
};
use komadai_protocol::RefusalCode;
use parking_lot::Mutex;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::{api::Problem, app::App, throttle::Peer};

/// How many bytes of requests may be there, and of one address: some of the longest files.
const ASKED_BYTES_MAX: usize = 32 << 20;
const ASKED_BYTES_OF_PEER_MAX: usize = 12 << 20;

/// How many bytes of answers may wait to be read, and of one address.
const ANSWERED_BYTES_MAX: usize = 40 << 20;
const ANSWERED_BYTES_OF_PEER_MAX: usize = 12 << 20;

/// An answer that is shorter does not count.
const ANSWER_BYTES_MIN: usize = 4 << 10;

/// What packing an answer takes while it is sent.
const PACKING_BYTES: usize = 128 << 10;

/// How much of an answer is packed before others have their turn.
const PACKED_AT_ONCE: usize = 16 << 10;

/// How long the body of a request may take, however short it is.
const BODY_WITHIN: Duration = Duration::from_secs(15);

/// How many bytes a second must come of a longer one.
const BYTES_PER_SECOND_MIN: u64 = 8 << 10;

/// What requests and answers hold of memory. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    asked: ByteBudget,
    answered: ByteBudget,
}

impl Bodies {
    pub(crate) fn new() -> Self {
        let asked = (ASKED_BYTES_MAX, ASKED_BYTES_OF_PEER_MAX);
        let answered = (ANSWERED_BYTES_MAX, ANSWERED_BYTES_OF_PEER_MAX);
        let budget = |(for_all, for_one)| ByteBudget::new(Limit::RequestBytes, for_all, for_one);
        Self { asked: budget(asked), answered: budget(answered) }
    }
}

/// Bounds what a request brings and what it is answered with.
pub(crate) async fn bound(
    State(app): State<App>,
    peer: Peer,
    request: Request,
    next: Next,
) -> Response {
    let is_packed = packs(request.headers());
    let response = if request.body().is_end_stream() {
        next.run(request).await
    } else {
        let asked = Arc::new(Mutex::new(Asked {
            held: app.bodies.asked.begin(peer.address()),
            fault: None,
        }));
        let arriving = asked.clone();
        let request = request.map(|body| Body::new(Arriving::new(body, arriving)));
        let response = next.run(request).await;
        let fault = asked.lock().fault;
        match fault {
            Some(fault) => fault.answer(),
            None => response,
        }
    };
    let Some(n_bytes) = response.body().size_hint().exact() else { return response };
    let n_bytes = usize::try_from(n_bytes).unwrap_or(usize::MAX);
    if n_bytes < ANSWER_BYTES_MIN {
        return response;
    }
    let packing = if is_packed { PACKING_BYTES } else { 0 };
    match app.bodies.answered.hold(peer.address(), n_bytes.saturating_add(packing)) {
        Some(held) => response.map(|body| Body::new(Leaving::new(body, held, is_packed))),
        None => Fault::Busy.answer(),
    }
}

/// Whether the client accepts compressed answers.
fn packs(headers: &HeaderMap) -> bool {
    let taken = headers.get(header::ACCEPT_ENCODING);
    taken.and_then(|taken| taken.to_str().ok()).is_some_and(|taken| taken.contains("gzip"))
}

/// Why a request is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// There is too much already.
    Busy,
    /// It takes too long to arrive.
    TooSlow,
}

impl Fault {
    fn answer(self) -> Response {
        let (code, detail) = match self {
            Self::Busy => {
                let detail = "too much is in progress from your address, or in all; try again soon";
                (RefusalCode::Busy, detail)
            }
            Self::TooSlow => {
                let detail = "the request took too long to arrive; try again";
                (RefusalCode::TooSlow, detail)
            }
        };
        let mut response = Problem::new(code, detail).into_response();
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        if self == Self::TooSlow {
            // The rest of it is not waited for.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// What has come of a request's body.
#[derive(Debug)]
struct Asked {
    held: Held,
    fault: Option<Fault>,
}

/// A body that arrives.
struct Arriving {
    body: Body,
    asked: Arc<Mutex<Asked>>,
    began: Instant,
    n_bytes: u64,
    timer: Pin<Box<Sleep>>,
}

impl Arriving {
    fn new(body: Body, asked: Arc<Mutex<Asked>>) -> Self {
        let began = Instant::now();
        let timer = Box::pin(sleep_until(began + BODY_WITHIN));
        Self { body, asked, began, n_bytes: 0, timer }
    }

    /// Until when more must have come.
    fn due(&self) -> Instant {
        self.began + BODY_WITHIN + Duration::from_secs(self.n_bytes / BYTES_PER_SECOND_MIN)
    }

    fn fail(&self, fault: Fault) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.asked.lock().fault = Some(fault);
        Poll::Ready(Some(Err(axum::Error::new(Broken))))
    }
}

/// A body is not read any further.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the body is not read any further")]
struct Broken;

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        let polled = Pin::new(&mut this.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled {
            let n_bytes = frame.data_ref().map_or(0, Bytes::len);
            this.n_bytes += n_bytes as u64;
            if !this.asked.lock().held.grow(n_bytes) {
                return this.fail(Fault::Busy);
            }
        }
        if polled.is_pending() {
            while this.timer.as_mut().poll(context).is_ready() {
                let due = this.due();
                if due <= Instant::now() {
                    Limit::SlowRequest.reached();
                    return this.fail(Fault::TooSlow);
                }
                this.timer.as_mut().reset(due);
            }
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

/// A body that is sent: it holds its memory until the last of it is.
struct Leaving {
    body: Body,
    held: Option<Held>,
    /// How much of it is given at once.
    at_once: usize,
    /// What was taken from the body and not given yet.
    rest: Bytes,
    /// Whether others have had their turn since the last piece.
    has_waited: bool,
}

impl Leaving {
    /// What is packed on the way is given in pieces, with a turn for others in between: packing a
    /// megabyte takes as long as some hundred moves.
    fn new(body: Body, held: Held, is_packed: bool) -> Self {
        let at_once = if is_packed { PACKED_AT_ONCE } else { usize::MAX };
        Self { body, held: Some(held), at_once, rest: Bytes::new(), has_waited: false }
    }

    /// A piece of what there is.
    fn piece(&mut self, mut data: Bytes) -> Bytes {
        self.rest = data.split_off(data.len().min(self.at_once));
        self.has_waited = false;
        match self.held.take_if(|_| self.rest.is_empty() && self.body.is_end_stream()) {
            // The connection has it, and the body is gone, long before it is sent.
            Some(held) => Bytes::from_owner(Sending { data, _held: held }),
            None => data,
        }
    }
}

impl HttpBody for Leaving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let polled = Pin::new(&mut self.body).poll_frame(context);
            return polled.map_ok(|frame| frame.map_data(|data| self.piece(data)));
        }
        if !std::mem::replace(&mut self.has_waited, true) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let rest = std::mem::take(&mut self.rest);
        Poll::Ready(Some(Ok(Frame::data(self.piece(rest)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let n_rest = self.rest.len() as u64;
        let of_body = self.body.size_hint();
        of_body.exact().map_or(of_body, |n_bytes| SizeHint::with_exact(n_bytes + n_rest))
    }
}

/// The last bytes of an answer.
struct Sending {
    data: Bytes,
    _held: Held,
}

impl AsRef<[u8]> for Sending {
    fn as_ref(&self) -> &[u8] {
        &self.data
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::to_bytes;
    use futures_util::{StreamExt as _, stream};
    use tokio::time::sleep;

    use super::*;

    fn arriving(budget: &ByteBudget, body: Body) -> (Arc<Mutex<Asked>>, Body) {
        let held = budget.begin([10, 0, 0, 1].into());
        let asked = Arc::new(Mutex::new(Asked { held, fault: None }));
        (asked.clone(), Body::new(Arriving::new(body, asked)))
    }

    /// A body of so many pieces, of which one comes every so often.
    fn dribbling(n_pieces: usize, n_bytes: usize, every: Duration) -> Body {
        let pieces = stream::iter(0..n_pieces).then(move |_| async move {
            sleep(every).await;
            Ok::<_, Infallible>(Bytes::from(vec![b'x'; n_bytes]))
        });
        Body::from_stream(pieces)
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_dribbles_is_cut() {
        let budget = ByteBudget::new(Limit::RequestBytes, 1 << 20, 1 << 20);
        let second = Duration::from_secs(1);
        for (n_pieces, n_bytes, arrives) in [(14, 1, true), (30, 1, false), (60, 9_000, true)] {
            let began = Instant::now();
            let (asked, body) = arriving(&budget, dribbling(n_pieces, n_bytes, second));
            assert_eq!(to_bytes(body, usize::MAX).await.is_ok(), arrives, "{n_pieces}");
            let fault = asked.lock().fault;
            assert_eq!(fault, (!arrives).then_some(Fault::TooSlow));
            assert!(arrives || began.elapsed() <= BODY_WITHIN + second);
        }
    }

    #[tokio::test]
    async fn a_body_holds_what_has_come_of_it() {
        let budget = ByteBudget::new(Limit::RequestBytes, 1_000, 1_000);
        let (asked, body) = arriving(&budget, Body::from(vec![b'x'; 600]));
        assert!(to_bytes(body, usize::MAX).await.is_ok());
        let (refused, body) = arriving(&budget, Body::from(vec![b'x'; 600]));
        assert!(to_bytes(body, usize::MAX).await.is_err());
        assert_eq!(refused.lock().fault, Some(Fault::Busy));
        drop((asked, refused));
        let (_, body) = arriving(&budget, Body::from(vec![b'x'; 600]));
        assert!(to_bytes(body, usize::MAX).await.is_ok());
    }

    #[tokio::test]
    async fn an_answer_is_held_until_its_last_byte_is_sent() {
        let budget = ByteBudget::new(Limit::RequestBytes, 1_000, 1_000);
        let from = [10, 0, 0, 1].into();
        let held = budget.hold(from, 600).unwrap();
        let body = Body::new(Leaving::new(Body::from(vec![b'x'; 600]), held, false));
        let sending = to_bytes(body, usize::MAX).await.unwrap();
        assert_eq!(sending.len(), 600);
        assert!(budget.hold(from, 600).is_none());
        drop(sending);
        assert!(budget.hold(from, 600).is_some());
    }

    #[tokio::test]
    async fn what_is_packed_leaves_in_pieces_and_whole() {
        let budget = ByteBudget::new(Limit::RequestBytes, 1 << 20, 1 << 20);
        let text: Vec<u8> = (0..100_000_u32).map(|n| (n % 251) as u8).collect();
        let held = budget.hold([10, 0, 0, 1].into(), text.len()).unwrap();
        let mut body = Body::new(Leaving::new(Body::from(text.clone()), held, true));
        assert_eq!(body.size_hint().exact(), Some(100_000));
        let (mut came, mut turns) = (Vec::new(), 0);
        let mut next = async || {
            std::future::poll_fn(|context| {
                let polled = Pin::new(&mut body).poll_frame(context);
                turns += usize::from(polled.is_pending());
                polled
            })
            .await
        };
        while let Some(frame) = next().await {
            let piece = frame.unwrap().into_data().unwrap();
            assert!(piece.len() <= PACKED_AT_ONCE);
            came.extend_from_slice(&piece);
        }
        assert_eq!((came, turns), (text, 6));
    }
}
