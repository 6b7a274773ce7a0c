//! What is under way between a request and its answer: how much memory it may take, how long it may
//! take to arrive, and where it is compressed.
//!
//! Both are [`Pool`]s: whoever stands still makes room for others, so no visitor can keep somebody
//! else's request from arriving, or their answer from being sent.

mod arriving;
mod leaving;
pub(crate) mod middleware;
mod packing;

use axum::{
    http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header},
    response::{IntoResponse as _, Response},
};
use komadai_live::{
    Limit,
    pool::{Pool, PoolSize},
};
use komadai_protocol::RefusalCode;

use self::packing::PackedAnswers;
use crate::http::problem::Problem;

/// How many bytes of requests may be there: some of the longest files.
const ASKED: PoolSize = PoolSize {
    whole: 32 << 20,
    visitors_of_address: 4 << 20,
    of_address: 12 << 20,
    of_account: 12 << 20,
};

/// How many bytes of answers may wait to be read.
const ANSWERED: PoolSize = PoolSize {
    whole: 40 << 20,
    visitors_of_address: 8 << 20,
    of_address: 12 << 20,
    of_account: 12 << 20,
};

/// What requests and answers hold of memory. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    asked: Pool,
    answered: Pool,
    packed: PackedAnswers,
}

/// Marks an answer whose bytes are in memory whether it is sent or not: it does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedBytes;

/// Marks an answer that is not compressed on the way.
#[derive(Clone, Copy, Debug)]
struct NotToCompress;

impl Bodies {
    pub(crate) fn new() -> Self {
        let pool = |size| Pool::new(Limit::RequestBytes, size);
        Self { asked: pool(ASKED), answered: pool(ANSWERED), packed: PackedAnswers::default() }
    }
}

/// Whether an answer may be compressed on the way.
pub(crate) fn may_be_packed(
    _: StatusCode,
    _: Version,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> bool {
    packing::is_compressible(headers) && extensions.get::<NotToCompress>().is_none()
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
        response
    }

    /// The same for a request of which the rest is not waited for.
    fn closing(self) -> Response {
        let mut response = self.answer();
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
        response
    }
}
