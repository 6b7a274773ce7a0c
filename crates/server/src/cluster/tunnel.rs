//! Sockets for a game hosted by another member that arrive at the working one: behind a proxy that
//! knows no nodes, any request may. The node answers; this only carries bytes.

use std::{io, net::SocketAddr, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode},
    response::IntoResponse as _,
};
use hyper_util::rt::TokioIo;
use komadai_protocol::RefusalCode;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional_with_sizes},
    net::TcpStream,
    time::timeout,
};
use tracing::debug;

use super::linking::Linking;
use crate::{http::problem::Problem, websocket::Upgrade};

/// How long the node may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// The maximum length of the head of an answer, in bytes, and its maximum number of lines.
const HEAD_BYTES_MAX: usize = 8 << 10;
const HEADERS_MAX: usize = 64;

/// How much is copied at once, to the node and from it: what a player sends is short.
const BYTES_THERE: usize = 2 << 10;
const BYTES_BACK: usize = 4 << 10;

/// A request for a socket to a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// The node's name.
    pub(crate) node: &'a str,
    /// The other end of the connection: the visitor, or the proxy in front of this server.
    pub(crate) from: SocketAddr,
    /// The path and the query.
    pub(crate) target: &'a str,
    pub(crate) headers: &'a HeaderMap,
}

/// Forwards a socket to the requested node.
pub(crate) async fn pass_on(
    linking: Option<&Linking>,
    call: Call<'_>,
    upgrade: Upgrade,
) -> Response<Body> {
    let gone = || {
        let detail = "there is no such server at the moment; open a socket without at";
        Problem::new(RefusalCode::NotFound, detail).into_response()
    };
    let Some(linking) = linking else { return gone() };
    let answered = timeout(ANSWER_WITHIN, async {
        let mut there = linking.call(call.node, call.from).await?;
        there.write_all(&head(call)).await?;
        let answer = answer(&mut there).await?;
        Ok::<_, io::Error>((there, answer))
    });
    let (mut there, Answer { status, headers, rest }) = match answered.await {
        Ok(Ok(answered)) => answered,
        Ok(Err(cause)) => {
            debug!("{} does not take a socket: {cause}", call.node);
            return gone();
        }
        Err(_) => return gone(),
    };
    if status == StatusCode::SWITCHING_PROTOCOLS {
        tokio::spawn(async move {
            // A visitor who has already left receives nothing.
            let Ok(here) = upgrade.into_connection().await else { return };
            let mut here = TokioIo::new(here);
            if here.write_all(&rest).await.is_ok() {
                // Either side has closed the connection, properly or not.
                let _ =
                    copy_bidirectional_with_sizes(&mut here, &mut there, BYTES_THERE, BYTES_BACK)
                        .await;
            }
        });
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// The head of the request as it is sent to the node.
fn head(call: Call<'_>) -> Vec<u8> {
    let mut head = format!("GET {} HTTP/1.1\r\n", call.target).into_bytes();
    for (name, value) in call.headers {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head
}

/// The node's answer.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    /// What it has already sent on the socket.
    rest: Vec<u8>,
}

async fn answer(there: &mut TcpStream) -> io::Result<Answer> {
    let nonsense = || io::Error::from(io::ErrorKind::InvalidData);
    let mut read = Vec::with_capacity(1 << 10);
    loop {
        if there.read_buf(&mut read).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let end = read.windows(4).position(|it| it == b"\r\n\r\n");
        let Some(end) = end else {
            if read.len() > HEAD_BYTES_MAX {
                return Err(nonsense());
            }
            continue;
        };
        let rest = read.split_off(end + 4);
        let text = std::str::from_utf8(&read).map_err(|_| nonsense())?;
        let mut lines = text.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let status = status.and_then(|status| status.parse::<StatusCode>().ok());
        let mut headers = HeaderMap::new();
        for line in lines.filter(|line| !line.is_empty()).take(HEADERS_MAX) {
            let (name, value) = line.split_once(':').ok_or_else(nonsense)?;
            let name = name.parse::<HeaderName>().map_err(|_| nonsense())?;
            let value = value.trim().parse::<HeaderValue>().map_err(|_| nonsense())?;
            // The body of a refusal is not forwarded.
            if name != axum::http::header::CONTENT_LENGTH {
                headers.append(name, value);
            }
        }
        return Ok(Answer { status: status.ok_or_else(nonsense)?, headers, rest });
    }
}
