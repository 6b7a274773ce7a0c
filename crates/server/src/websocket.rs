//! How a request becomes a WebSocket, and how much of memory one takes.
//!
//! What is sent is written as fast as the socket takes it: what waits, waits where it is shared
//! and counted.

mod encrypted;
mod pieces;
mod stream;
mod unsent;

use std::time::Duration;

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header, request::Parts,
    },
};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use komadai_protocol::FRAME_BYTES_MAX;
use komadai_protocol::RefusalCode;
use tokio::{io::AsyncReadExt as _, time::timeout};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        handshake::derive_accept_key,
        protocol::{Role, WebSocketConfig},
    },
};

use self::{pieces::Pieces, stream::Stream};
pub(crate) use self::{pieces::TooManyPieces, unsent::Unsent};
use crate::{
    http::problem::Problem,
    listener::{Connection, Patient},
};

/// What a socket reads at once, in bytes: several moves. The library fills this much with zeros
/// before every read and keeps it as long as the socket lives, so it is small.
const READ_BYTES: usize = 512;

/// What may wait in the library before the socket counts as broken, in bytes: pings, the last words,
/// and the answers to what a client asks of the library.
const ANSWERS_BYTES_MAX: usize = 4096;

/// How long is read on after an error, so that the last words are not taken back.
const DRAIN_WITHIN: Duration = Duration::from_secs(1);

/// How many bytes are read on after an error.
const DRAIN_BYTES_MAX: u64 = 1 << 20;

/// The socket of one client.
pub(crate) type Socket = WebSocketStream<Stream>;

/// A request that would become a WebSocket.
pub(crate) struct Upgrade {
    upgraded: OnUpgrade,
    accept: HeaderValue,
}

impl Upgrade {
    /// The connection, once the request has been answered with the head of somebody else, who
    /// speaks the protocol on it.
    pub(crate) fn into_connection(self) -> OnUpgrade {
        self.upgraded
    }

    /// Answers the request; when it has become a WebSocket, that is `used`.
    pub(crate) fn answer<F: Future<Output = ()> + Send + 'static>(
        self,
        used: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response<Body> {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(ANSWERS_BYTES_MAX)
            .max_message_size(Some(FRAME_BYTES_MAX))
            .max_frame_size(Some(FRAME_BYTES_MAX));
        let upgraded = self.upgraded;
        tokio::spawn(async move {
            // A client that has gone before has nothing to receive.
            let Ok(upgraded) = upgraded.await else { return };
            // From here on the session sees to it that something moves.
            let Ok(parts) = upgraded.downcast::<TokioIo<Patient<Connection>>>() else { return };
            let (socket, permit) = parts.io.into_inner().into_parts();
            let Ok(stream) = Stream::new(socket, &parts.read_buf, permit) else { return };
            // Copied, because the library would keep a buffer that is as large as hyper's.
            let read = parts.read_buf.to_vec();
            let socket =
                WebSocketStream::from_partially_read(stream, read, Role::Server, Some(config))
                    .await;
            // Within this task it would have what it was made of beside it for as long as it lives.
            tokio::spawn(used(socket));
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, self.accept);
        response
    }
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let bad = |detail: &str| Problem::new(RefusalCode::BadRequest, detail);
        let headers = &parts.headers;
        let is_upgrade = parts.method == Method::GET
            && names(headers, header::CONNECTION, "upgrade")
            && names(headers, header::UPGRADE, "websocket");
        if !is_upgrade {
            return Err(bad("this address is for WebSockets"));
        }
        if !names(headers, header::SEC_WEBSOCKET_VERSION, "13") {
            return Err(bad("the version of a WebSocket is 13"));
        }
        let key = headers.get(header::SEC_WEBSOCKET_KEY);
        let accept = key.map(|key| derive_accept_key(key.as_bytes()));
        let accept = accept.and_then(|accept| HeaderValue::try_from(accept).ok());
        let accept = accept.ok_or_else(|| bad("the key of the WebSocket is missing"))?;
        let upgraded = parts.extensions.remove::<OnUpgrade>();
        let upgraded = upgraded.ok_or_else(|| bad("this connection cannot be a WebSocket"))?;
        Ok(Self { upgraded, accept })
    }
}

/// Whether a header has this word among its words.
fn names(headers: &HeaderMap, name: HeaderName, word: &str) -> bool {
    let values = headers.get_all(name);
    let mut words = values.iter().flat_map(|value| value.as_bytes().split(|sign| *sign == b','));
    words.any(|it| it.trim_ascii().eq_ignore_ascii_case(word.as_bytes()))
}

/// Reads on for a moment: a socket that is closed with something unread takes back what was sent
/// last.
pub(crate) async fn drain(mut socket: Socket) {
    let mut rest = socket.get_mut().take(DRAIN_BYTES_MAX);
    // A client that goes on after that has received enough.
    let _ = timeout(DRAIN_WITHIN, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await;
}
