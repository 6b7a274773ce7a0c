//! A WebSocket's connection that we encrypt ourselves.
//!
//! What is sent by others than the socket's own task is encrypted there and then, in the order in
//! which it is sent. What the socket does not take at once of that, some kilobytes, is sent by the
//! socket's task, which is woken for it; until then nothing more is encrypted.

use std::{
    io::{self, ErrorKind, Read as _, Write as _},
    net::TcpStream,
    task::{Context, Poll, Waker, ready},
};

use parking_lot::Mutex;
use tokio::io::{ReadBuf, unix::AsyncFd};
use tokio_rustls::rustls::ServerConnection;

/// How much is encrypted before the socket has taken it, in bytes: one record.
const UNSENT_BYTES_MAX: usize = 16 << 10;

/// The encryption of one connection.
// A lock, because others than the socket's task send; it is held while some kilobytes are encrypted
// and handed to the system, which does not wait.
#[derive(Debug)]
pub(super) struct Encryption(Mutex<Session>);

#[derive(Debug)]
struct Session {
    tls: ServerConnection,
    /// The task that reads.
    reader: Option<Waker>,
}

impl Session {
    /// Sends what is encrypted as far as the socket takes it; whether that was all.
    fn send(&mut self, mut socket: &TcpStream) -> io::Result<bool> {
        while self.tls.wants_write() {
            match self.tls.write_tls(&mut socket) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// The same; ready when it is all sent.
    fn poll_send(
        &mut self,
        socket: &AsyncFd<TcpStream>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        while !self.send(socket.get_ref())? {
            ready!(socket.poll_write_ready(context))?.clear_ready();
        }
        Poll::Ready(Ok(()))
    }
}

impl Encryption {
    pub(super) fn new(mut tls: ServerConnection) -> Self {
        tls.set_buffer_limit(Some(UNSENT_BYTES_MAX));
        Self(Mutex::new(Session { tls, reader: None }))
    }

    /// Sends as much as may be at once; how many of the bytes that was.
    pub(super) fn send(&self, socket: &TcpStream, bytes: &[u8]) -> usize {
        let mut session = self.0.lock();
        let mut n_sent = 0;
        // What waits goes first; the socket's task learns of an error.
        while session.send(socket).unwrap_or(false) {
            let rest = bytes.get(n_sent..).unwrap_or_default();
            match session.tls.writer().write(rest) {
                Ok(n @ 1..) => n_sent += n,
                _ => break,
            }
        }
        if !session.send(socket).unwrap_or(false)
            && let Some(reader) = session.reader.take()
        {
            reader.wake();
        }
        n_sent
    }

    pub(super) fn poll_read(
        &self,
        socket: &AsyncFd<TcpStream>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut session = self.0.lock();
        loop {
            // What is left over is sent from here, whatever comes.
            if let Poll::Ready(Err(error)) = session.poll_send(socket, context) {
                return Poll::Ready(Err(error));
            }
            match session.tls.reader().read(into.initialize_unfilled()) {
                Ok(n) => {
                    into.advance(n);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
            let Poll::Ready(guard) = socket.poll_read_ready(context) else {
                if !session.reader.as_ref().is_some_and(|it| it.will_wake(context.waker())) {
                    session.reader = Some(context.waker().clone());
                }
                return Poll::Pending;
            };
            let mut guard = guard?;
            match session.tls.read_tls(&mut socket.get_ref()) {
                Ok(_) => {
                    if let Err(error) = session.tls.process_new_packets() {
                        // The other side is told why, if it still listens.
                        let _ = session.send(socket.get_ref());
                        return Poll::Ready(Err(io::Error::new(ErrorKind::InvalidData, error)));
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => guard.clear_ready(),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    pub(super) fn poll_write(
        &self,
        socket: &AsyncFd<TcpStream>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let mut session = self.0.lock();
        ready!(session.poll_send(socket, context))?;
        let n = session.tls.writer().write(bytes)?;
        // What is left over goes with the next, or when the socket is flushed or read.
        session.send(socket.get_ref())?;
        Poll::Ready(Ok(n))
    }

    pub(super) fn poll_flush(
        &self,
        socket: &AsyncFd<TcpStream>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        self.0.lock().poll_send(socket, context)
    }

    /// Says that nothing comes any more.
    pub(super) fn say_goodbye(&self, socket: &TcpStream) {
        let mut session = self.0.lock();
        session.tls.send_close_notify();
        // Whoever has gone does not hear it.
        let _ = session.send(socket);
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, sync::Arc};

    use rcgen::{CertificateParams, KeyPair};
    use tokio::{io::AsyncReadExt as _, net};
    use tokio_rustls::{
        TlsAcceptor, TlsConnector,
        client::TlsStream,
        rustls::{
            ClientConfig, RootCertStore, ServerConfig,
            crypto::ring::default_provider,
            pki_types::{PrivatePkcs8KeyDer, ServerName},
        },
    };

    use super::*;

    /// The two ends of a connection.
    async fn pair() -> (AsyncFd<TcpStream>, Encryption, TlsStream<net::TcpStream>) {
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(vec!["a.example".to_owned()]).unwrap();
        let own = own.self_signed(&key).unwrap().der().clone();
        let mut roots = RootCertStore::empty();
        roots.add(own.clone()).unwrap();
        let key = PrivatePkcs8KeyDer::from(key.serialize_der()).into();
        let provider = Arc::new(default_provider());
        let server = ServerConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own], key)
            .unwrap();
        let client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let listener = net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let there = net::TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (here, _) = listener.accept().await.unwrap();
        let client = TlsConnector::from(Arc::new(client));
        let server = TlsAcceptor::from(Arc::new(server));
        let name = ServerName::try_from("a.example").unwrap();
        let (here, there) = tokio::join!(server.accept(here), client.connect(name, there));
        let (socket, session) = here.unwrap().into_inner();
        #[expect(deprecated, reason = "nobody takes the descriptor out of the socket here")]
        let socket = AsyncFd::new(socket.into_std().unwrap()).unwrap();
        (socket, Encryption::new(session), there.unwrap())
    }

    fn bytes(n: usize) -> Vec<u8> {
        (0..n).map(|it| (it % 251) as u8).collect()
    }

    #[tokio::test]
    async fn what_the_socket_does_not_take_is_sent_by_its_task() {
        let (socket, encryption, mut there) = pair().await;
        let (all, mut n_sent) = (bytes(32 << 20), 0);
        // Until it takes no more; of the last piece something is left in our hands.
        loop {
            let piece = &all[n_sent..n_sent + 1000];
            let n = encryption.send(socket.get_ref(), piece);
            n_sent += n;
            if n < piece.len() {
                break;
            }
        }
        assert!(encryption.0.lock().tls.wants_write());
        assert_eq!(encryption.send(socket.get_ref(), &all[n_sent..]), 0, "the order is kept");
        let rest = &all[n_sent..n_sent + 100_000];
        let write = async {
            let mut n = 0;
            while n < rest.len() {
                n += poll_fn(|it| encryption.poll_write(&socket, it, &rest[n..])).await.unwrap();
            }
            poll_fn(|it| encryption.poll_flush(&socket, it)).await.unwrap();
        };
        let mut read = vec![0; n_sent + rest.len()];
        let (_, read_all) = tokio::join!(write, there.read_exact(&mut read));
        read_all.unwrap();
        assert!(read == all[..read.len()]);
    }

    #[tokio::test]
    async fn whoever_only_reads_sends_what_others_have_left_over() {
        let (socket, encryption, mut there) = pair().await;
        let all = bytes(32 << 20);
        let read_nothing = async {
            let mut space = [0; 16];
            poll_fn(|it| encryption.poll_read(&socket, it, &mut ReadBuf::new(&mut space))).await
        };
        let play = async {
            // The reader waits before anything is sent.
            tokio::task::yield_now().await;
            let mut n_sent = 0;
            while !encryption.0.lock().tls.wants_write() {
                n_sent += encryption.send(socket.get_ref(), &all[n_sent..n_sent + 1000]);
            }
            let mut read = vec![0; n_sent];
            there.read_exact(&mut read).await.unwrap();
            assert!(read == all[..n_sent]);
        };
        tokio::select! {
            _ = read_nothing => panic!("nothing was said"),
            () = play => {}
        }
    }

    #[tokio::test]
    async fn a_goodbye_is_heard() {
        let (socket, encryption, mut there) = pair().await;
        assert_eq!(encryption.send(socket.get_ref(), b"last words"), 10);
        encryption.say_goodbye(socket.get_ref());
        let mut heard = Vec::new();
        there.read_to_end(&mut heard).await.unwrap();
        assert_eq!(heard, b"last words");
    }
}
