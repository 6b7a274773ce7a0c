//! The connection under a WebSocket.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use komadai_live::Outlet;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};

use super::{Pieces, TooManyPieces, write_head};
use crate::connection_limits::ConnectionPermit;

/// The longest head of a frame that is not masked (RFC 6455, 5.2).
const HEAD_BYTES_MAX: usize = 10;

/// A connection that others may write to, in which the pieces of what comes are counted.
#[derive(Debug)]
pub(crate) struct Stream {
    read: OwnedReadHalf,
    write: Arc<WriteHalf>,
    pieces: Pieces,
    /// Goes with the connection.
    _permit: Option<ConnectionPermit>,
}

/// The side that is written to. It is shut down when nobody has it any more.
#[derive(Debug)]
struct WriteHalf(OwnedWriteHalf);

impl Stream {
    /// `read` has been read of it.
    pub(super) fn new(
        socket: TcpStream,
        read: &[u8],
        permit: Option<ConnectionPermit>,
    ) -> Result<Self, TooManyPieces> {
        let mut pieces = Pieces::default();
        pieces.read(read)?;
        let (read, write) = socket.into_split();
        Ok(Self { read, write: Arc::new(WriteHalf(write)), pieces, _permit: permit })
    }

    pub(crate) fn outlet(&self) -> Arc<dyn Outlet> {
        self.write.clone()
    }
}

impl Outlet for WriteHalf {
    fn send(&self, frames: &[Bytes]) -> Vec<u8> {
        let n_bytes: usize = frames.iter().map(|frame| HEAD_BYTES_MAX + frame.len()).sum();
        let mut bytes = Vec::with_capacity(n_bytes);
        for frame in frames {
            write_head(frame.len(), &mut bytes);
            bytes.extend_from_slice(frame);
        }
        // The session learns of an error when it writes the rest.
        let n = self.0.try_write(&bytes).unwrap_or(0);
        bytes.drain(..n);
        bytes
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.read).poll_read(context, into))?;
        let read = into.filled().get(before..).unwrap_or_default();
        Poll::Ready(self.pieces.read(read).map_err(io::Error::other))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let socket = self.write.0.as_ref();
        loop {
            ready!(socket.poll_write_ready(context))?;
            match socket.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
