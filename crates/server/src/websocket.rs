//! How a request becomes a WebSocket, and how much of memory one takes.
//!
//! What is sent goes out in pieces that are moved into the socket's own buffer only as fast as
//! the socket takes them: what waits, waits where it is shared and counted.

use std::{
    io, iter,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::Body,
    extract::FromRequestParts,
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header, request::Parts,
    },
};
use bytes::Bytes;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use komadai_protocol::FRAME_BYTES_MAX;
use komadai_protocol::RefusalCode;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Message,
        handshake::derive_accept_key,
        protocol::{
            Role, WebSocketConfig,
            frame::{
                Frame,
                coding::{Data, OpCode},
            },
        },
    },
};

use crate::api::Problem;

/// What a socket reads at once, in bytes: several moves. The library fills this much with zeros
/// before every read and keeps it as long as the socket lives, so it is small.
const READ_BYTES: usize = 1024;

/// What is gathered before it is written, in bytes: enough for a move's answer and its event.
const WRITE_BYTES: usize = 2048;

/// The longest piece of a message, in bytes. The library copies a piece and keeps room for it as
/// long as the socket lives.
const PIECE_BYTES: usize = 4096;

/// What may wait in the library before the socket counts as broken, in bytes: what is gathered, a
/// piece, and the answers to what a client asks of the library.
const WRITE_BYTES_MAX: usize = 2 * (WRITE_BYTES + PIECE_BYTES);

/// In how many pieces a client may say something.
const PIECES_MAX: u32 = 16;

/// How long is read on after an error, so that the last words are not taken back.
const DRAIN_WITHIN: Duration = Duration::from_secs(1);

/// How many bytes are read on after an error.
const DRAIN_BYTES_MAX: u64 = 1 << 20;

/// The socket of one client.
pub(crate) type Socket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

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
            .write_buffer_size(WRITE_BYTES)
            .max_write_buffer_size(WRITE_BYTES_MAX)
            .max_message_size(Some(FRAME_BYTES_MAX))
            .max_frame_size(Some(FRAME_BYTES_MAX));
        let upgraded = self.upgraded;
        tokio::spawn(async move {
            // A client that has gone before has nothing to receive.
            let Ok(upgraded) = upgraded.await else { return };
            let stream = Counted::new(TokioIo::new(upgraded));
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
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

/// A message of text in the pieces in which it is sent.
pub(crate) fn pieces(mut text: Bytes) -> impl Iterator<Item = Message> {
    let mut kind = Some(Data::Text);
    iter::from_fn(move || {
        if kind.is_none() && text.is_empty() {
            return None;
        }
        let piece = text.split_to(text.len().min(PIECE_BYTES));
        let kind = OpCode::Data(kind.take().unwrap_or(Data::Continue));
        Some(Message::Frame(Frame::message(piece, kind, text.is_empty())))
    })
}

/// Reads on for a moment: a socket that is closed with something unread takes back what was sent
/// last.
pub(crate) async fn drain(mut socket: Socket) {
    let stream = &mut socket.get_mut().stream;
    let mut rest = stream.take(DRAIN_BYTES_MAX);
    // A client that goes on after that has received enough.
    let _ = timeout(DRAIN_WITHIN, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await;
}

/// A client says something in more pieces than anybody would.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a message has too many pieces")]
pub(crate) struct TooManyPieces;

/// A connection of which it is counted in how many pieces messages come: the library puts them
/// together without a word, however many are empty.
#[derive(Debug)]
pub(crate) struct Counted<S> {
    stream: S,
    pieces: Pieces,
}

impl<S> Counted<S> {
    fn new(stream: S) -> Self {
        Self { stream, pieces: Pieces::default() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        let read = into.filled().get(before..).unwrap_or_default();
        Poll::Ready(self.pieces.read(read).map_err(io::Error::other))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// The head of a frame is at most so long: two bytes, eight of length, four of mask.
const HEAD_BYTES_MAX: usize = 14;

/// Reads along in what a client sends, as far as the heads of its frames (RFC 6455, 5.2).
#[derive(Debug, Default)]
struct Pieces {
    head: [u8; HEAD_BYTES_MAX],
    n_head: usize,
    /// Bytes of the present frame that are still to come.
    payload: u64,
    /// Of the message that is being said.
    n_pieces: u32,
}

impl Pieces {
    fn read(&mut self, mut bytes: &[u8]) -> Result<(), TooManyPieces> {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
                self.payload -= skipped as u64;
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            if let Some(place) = self.head.get_mut(self.n_head) {
                *place = first;
            }
            self.n_head += 1;
            bytes = rest;
            if let Some(payload) = self.payload_after_head() {
                (self.payload, self.n_head) = (payload, 0);
                self.count()?;
            }
        }
        Ok(())
    }

    /// How long the frame's payload is, when its head is complete.
    fn payload_after_head(&self) -> Option<u64> {
        let [_, second, length @ ..] = &self.head;
        let n_length = match second & 0x7F {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let n_mask = if second & 0x80 != 0 { 4 } else { 0 };
        if self.n_head < 2 + n_length + n_mask {
            return None;
        }
        let long = length.iter().take(n_length).fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        Some(if n_length == 0 { u64::from(second & 0x7F) } else { long })
    }

    fn count(&mut self) -> Result<(), TooManyPieces> {
        let [first, ..] = self.head;
        // Pings and the like come between pieces, and each is reported by itself.
        if first & 0x08 != 0 {
            return Ok(());
        }
        self.n_pieces += 1;
        if self.n_pieces > PIECES_MAX {
            return Err(TooManyPieces);
        }
        if first & 0x80 != 0 {
            self.n_pieces = 0;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame as a client sends it.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload.len() {
            len @ ..126 => bytes.push(0x80 | len as u8),
            len => {
                bytes.push(0x80 | 126);
                bytes.extend((len as u16).to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        bytes
    }

    fn said(frames: &[(u8, usize)], at_once: usize) -> bool {
        let bytes: Vec<u8> =
            frames.iter().flat_map(|&(first, len)| frame(first, &vec![0x81; len])).collect();
        let mut pieces = Pieces::default();
        bytes.chunks(at_once).all(|bytes| pieces.read(bytes).is_ok())
    }

    #[test]
    fn a_message_comes_in_so_many_pieces() {
        let whole = [(0x81, 300), (0x89, 5), (0x81, 0)].repeat(100);
        let (begun, more, last) = ((0x01, 10), (0x00, 0), (0x80, 200));
        let in_pieces = |n: usize| [vec![begun], vec![more; n - 2], vec![last]].concat();
        for at_once in [1, 2, 3, 7, 1024, 100_000] {
            assert!(said(&whole, at_once));
            assert!(said(&in_pieces(16).repeat(20), at_once));
            assert!(!said(&in_pieces(17), at_once));
            assert!(!said(&[(0x01, 0)].repeat(17), at_once));
            assert!(said(&[begun, (0x89, 100), (0x8A, 0), last].repeat(30), at_once));
        }
    }

    #[test]
    fn a_message_is_sent_in_pieces_that_make_it_up() {
        for len in [0, 1, PIECE_BYTES, PIECE_BYTES + 1, 10 * PIECE_BYTES] {
            let text = Bytes::from(vec![b'x'; len]);
            let mut together = Vec::new();
            let pieces: Vec<_> = pieces(text.clone()).collect();
            for (n, piece) in pieces.iter().enumerate() {
                let Message::Frame(frame) = piece else { panic!("{piece:?}") };
                let kind = if n == 0 { Data::Text } else { Data::Continue };
                assert_eq!(frame.header().opcode, OpCode::Data(kind));
                assert_eq!(frame.header().is_final, n + 1 == pieces.len());
                assert!(frame.payload().len() <= PIECE_BYTES);
                together.extend_from_slice(frame.payload());
            }
            assert_eq!(together, text);
        }
    }
}
