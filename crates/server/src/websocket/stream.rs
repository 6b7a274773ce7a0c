//! The connection under a WebSocket.

use std::{
    io::{self, ErrorKind, Read as _, Write as _},
    net,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use komadai_live::{Outlet, Ping};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, unix::AsyncFd};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, OpCode};

use super::{
    Pieces,
    encrypted::Encryption,
    unsent::{TEXT, write_head},
};
use crate::{connection_limits::ConnectionPermit, listener::Connection};

/// The longest head of a frame that is not masked (RFC 6455, 5.2).
const HEAD_BYTES_MAX: usize = 10;

/// A connection that others may write to, in which the pieces of what comes are counted.
#[derive(Debug)]
pub(crate) struct Stream {
    socket: Arc<Socket>,
    pieces: Pieces,
    /// Goes with the connection.
    _permit: Option<ConnectionPermit>,
}

/// The socket itself. It is shut down and closed when nobody has it any more.
// Not a `TcpStream`, which would be read through another pointer to it, and asks the runtime before
// every write: each is far away in memory for every frame of a move.
#[derive(Debug)]
struct Socket {
    fd: AsyncFd<net::TcpStream>,
    /// `None`: what is sent is what arrives.
    // In memory of its own, which other sockets do not have.
    encryption: Option<Box<Encryption>>,
}

impl Stream {
    /// `read` has been read of it.
    pub(super) fn new(
        connection: Connection,
        read: &[u8],
        permit: Option<ConnectionPermit>,
    ) -> io::Result<Self> {
        let mut pieces = Pieces::default();
        pieces.read(read).map_err(io::Error::other)?;
        let (socket, encryption) = match connection {
            Connection::Plain(socket) => (socket, None),
            Connection::Encrypted(socket) => {
                let (socket, session) = socket.into_inner();
                (socket, Some(Box::new(Encryption::new(session))))
            }
        };
        let socket = socket.into_std()?;
        #[expect(unsafe_code, reason = "tokio has deprecated the safe constructor as unsound")]
        // SAFETY: a `TcpStream` owns its one descriptor, and nobody can take it out from in here.
        let fd = unsafe { AsyncFd::register(socket) }?;
        let socket = Arc::new(Socket { fd, encryption });
        Ok(Self { socket, pieces, _permit: permit })
    }

    pub(crate) fn outlet(&self) -> Arc<dyn Outlet> {
        self.socket.clone()
    }
}

impl Outlet for Socket {
    fn send(&self, frames: &[Bytes], ping: Option<Ping>) -> Vec<u8> {
        let n_bytes: usize = frames.iter().map(|frame| HEAD_BYTES_MAX + frame.len()).sum();
        let mut bytes = Vec::with_capacity(n_bytes + HEAD_BYTES_MAX + size_of::<Ping>());
        for frame in frames {
            write_head(TEXT, frame.len(), &mut bytes);
            bytes.extend_from_slice(frame);
        }
        if let Some(ping) = ping {
            write_head(OpCode::Control(Control::Ping), ping.len(), &mut bytes);
            bytes.extend_from_slice(&ping);
        }
        // The session learns of an error when it writes the rest.
        let n = match &self.encryption {
            None => self.fd.get_ref().write(&bytes).unwrap_or(0),
            Some(encryption) => encryption.send(self.fd.get_ref(), &bytes),
        };
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
        ready!(self.socket.poll_read(context, into))?;
        let read = into.filled().get(before..).unwrap_or_default();
        Poll::Ready(self.pieces.read(read).map_err(io::Error::other))
    }
}

impl Socket {
    fn poll_read(&self, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Some(encryption) = &self.encryption {
            return encryption.poll_read(&self.fd, context, into);
        }
        loop {
            let mut guard = ready!(self.fd.poll_read_ready(context))?;
            let free = into.initialize_unfilled();
            match self.fd.get_ref().read(free) {
                Ok(n) => {
                    // There is nothing more at the moment.
                    if 0 < n && n < free.len() {
                        guard.clear_ready();
                    }
                    into.advance(n);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => guard.clear_ready(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Some(encryption) = &self.encryption {
            encryption.say_goodbye(self.fd.get_ref());
        }
        // Closed with something unread, it would take back what was sent last. It may be shut down
        // already.
        let _ = self.fd.get_ref().shutdown(net::Shutdown::Write);
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if let Some(encryption) = &self.socket.encryption {
            return encryption.poll_write(&self.socket.fd, context, bytes);
        }
        loop {
            let mut guard = ready!(self.socket.fd.poll_write_ready(context))?;
            // Where it would block, the runtime has taken note of that.
            if let Ok(written) = guard.try_io(|socket| socket.get_ref().write(bytes)) {
                return Poll::Ready(written);
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &self.socket.encryption {
            None => Poll::Ready(Ok(())),
            Some(encryption) => encryption.poll_flush(&self.socket.fd, context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
