//! Connections that are taken in, and let go when nothing moves on them any more.
//!
//! Somebody whose machine fell asleep says no goodbye, somebody else begins a request and never
//! ends it, and a third one takes a minute for each of its bytes: each would keep an open file
//! for ever. A WebSocket is taken out of it and has its own heartbeat.

mod connection;
mod exchange;

use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
    time::Duration,
};

use axum::{
    Router,
    extract::{ConnectInfo, Request},
    http::StatusCode,
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service as _, service_fn},
};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use komadai_live::Limit;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{Instant, Sleep, sleep, timeout},
};
use tokio_rustls::TlsAcceptor;
use tracing::{debug, warn};

pub(crate) use self::{
    connection::Connection,
    exchange::{AnswerMemory, Exchange},
};
use crate::{
    cluster::passed_on::PassedOn,
    connection_limits::{ConnectionLimits, ConnectionPermit},
    tls::ACME_PROTOCOL,
};

/// A connection on which nothing moves is let go after this time, and before twice of it. Proxies
/// keep theirs for two minutes or less, so it is they who end them, between two requests.
const IDLE_MAX: Duration = Duration::from_secs(150);

/// How long the head of a request may take, from its first byte, and from the connection's
/// beginning.
const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// How long a client may take nothing of what it is sent.
const TAKE_WITHIN: Duration = Duration::from_secs(10);

/// How many bytes of a connection are gathered, in and out: also the longest head of a request.
const BUFFER_BYTES_MAX: usize = 32 << 10;

/// How long nobody is taken in when that failed, for want of open files as a rule.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Where people come in.
pub(crate) struct Door {
    pub(crate) listener: TcpListener,
    /// What encrypts their connections; `None`: a proxy does, or nobody.
    pub(crate) tls: Option<TlsAcceptor>,
}

/// Serves everybody who connects, here or where it was passed on from, until `stop`, and what was
/// asked until then to its end.
pub(crate) async fn serve(
    door: Option<Door>,
    mut passed_on: PassedOn,
    routes: Router,
    limits: ConnectionLimits,
    stop: impl Future<Output = ()>,
) {
    let (stops, stopped) = watch::channel(false);
    let mut stop = pin!(stop);
    let (listener, tls) = door.map_or((None, None), |it| (Some(it.listener), it.tls));
    loop {
        let ((socket, address), tls) = tokio::select! {
            biased;
            () = &mut stop => break,
            Some(taken) = passed_on.recv() => (taken, None),
            taken = take(listener.as_ref()) => (taken, tls.clone()),
        };
        // A client that is not let in finds the connection closed.
        let Some(permit) = limits.let_in(address.ip()) else { continue };
        // Without it frames wait for more to send; with it failing they only wait.
        let _ = socket.set_nodelay(true);
        let (routes, mut stopped) = (routes.clone(), stopped.clone());
        tokio::spawn(async move {
            let connection = match tls {
                None => Some(Connection::Plain(socket)),
                Some(tls) => tokio::select! {
                    connection = encrypted(&tls, socket) => connection,
                    // It has asked nothing yet.
                    _ = stopped.wait_for(|stopped| *stopped) => None,
                },
            };
            // Whoever does not come to an understanding with us is let go.
            let Some(connection) = connection else { return };
            let exchange = Exchange::default();
            let stream = Patient::new(connection, exchange.clone(), Some(permit));
            // In a future of its own, as the one before is far larger.
            Box::pin(talk(stream, exchange, address, routes, stopped)).await;
        });
    }
    drop((listener, passed_on, stopped));
    // With nobody inside there is nobody to tell.
    let _ = stops.send(true);
    stops.closed().await;
}

/// A connection on which both sides have agreed on how to encrypt; `None`: they have not, or all
/// that was wanted was the proof that we are here.
async fn encrypted(tls: &TlsAcceptor, socket: TcpStream) -> Option<Connection> {
    match timeout(HEAD_WITHIN, tls.accept(socket)).await {
        Ok(Ok(socket)) => {
            let is_authority = socket.get_ref().1.alpn_protocol() == Some(ACME_PROTOCOL);
            (!is_authority).then(|| Connection::Encrypted(Box::new(socket)))
        }
        Ok(Err(cause)) => {
            debug!("a connection cannot be encrypted: {cause}");
            None
        }
        Err(_) => {
            Limit::SlowRequest.reached();
            None
        }
    }
}

async fn take(listener: Option<&TcpListener>) -> (TcpStream, SocketAddr) {
    let Some(listener) = listener else { return std::future::pending().await };
    loop {
        match listener.accept().await {
            Ok(taken) => return taken,
            // It went away again before it was taken in.
            Err(cause) if is_of_connection(&cause) => {}
            Err(cause) => {
                warn!("nobody can connect: {cause}");
                Limit::Connections.reached();
                sleep(TRY_AGAIN_AFTER).await;
            }
        }
    }
}

fn is_of_connection(cause: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(cause.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers what is asked on one connection.
async fn talk(
    stream: Patient<Connection>,
    exchange: Exchange,
    address: SocketAddr,
    routes: Router,
    mut stopped: watch::Receiver<bool>,
) {
    let routes = TowerToHyperService::new(routes);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        exchange.turns();
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(exchange.clone());
        let (exchange, answer) = (exchange.clone(), routes.call(request));
        async move {
            let response = answer.await?;
            // What has become a WebSocket is no request any more.
            if response.status() != StatusCode::SWITCHING_PROTOCOLS {
                exchange.turns();
            }
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let served = http1::Builder::new()
        .max_buf_size(BUFFER_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut served = pin!(served);
    tokio::select! {
        // Who breaks off is nobody's concern.
        _ = served.as_mut() => return,
        // A task that could say so is gone when the server is.
        _ = stopped.wait_for(|stopped| *stopped) => served.as_mut().graceful_shutdown(),
    }
    let _ = served.await;
}

/// A connection that is not waited for without end.
pub(crate) struct Patient<S> {
    socket: S,
    /// Whether anything has moved since the timer was set.
    has_moved: bool,
    exchange: Exchange,
    /// How far it was when the head of a request began, for which the timer is set.
    head: Option<u32>,
    timer: Pin<Box<Sleep>>,
    /// Whom the timer wakes: asking it again costs more than looking here.
    waker: Option<Waker>,
    /// Runs while the client takes nothing of what it is sent.
    untaken: Option<Pin<Box<Sleep>>>,
    /// Runs while it does not take the last of it either, which encryption has kept back.
    unflushed: Option<Pin<Box<Sleep>>>,
    /// Goes with the connection.
    permit: Option<ConnectionPermit>,
}

impl<S> Patient<S> {
    fn new(socket: S, exchange: Exchange, permit: Option<ConnectionPermit>) -> Self {
        let head = Some(0);
        let timer = Box::pin(sleep(HEAD_WITHIN));
        Self {
            socket,
            has_moved: false,
            exchange,
            head,
            timer,
            waker: None,
            untaken: None,
            unflushed: None,
            permit,
        }
    }

    /// The socket, for whom others wait from now on.
    pub(crate) fn into_parts(self) -> (S, Option<ConnectionPermit>) {
        (self.socket, self.permit)
    }

    /// Takes notice of what came of waiting for the other side.
    fn judge<T>(
        &mut self,
        outcome: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.has_moved = true;
            return outcome;
        }
        let is_told = |waker: &Waker| waker.will_wake(context.waker());
        if self.waker.as_ref().is_some_and(is_told) && !self.timer.is_elapsed() {
            return Poll::Pending;
        }
        while self.timer.as_mut().poll(context).is_ready() {
            match self.head.take() {
                Some(head) if head == self.exchange.now() => {
                    Limit::SlowRequest.reached();
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
                // It was complete in time.
                Some(_) => self.has_moved = true,
                None => {}
            }
            if !std::mem::take(&mut self.has_moved) {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.timer.as_mut().reset(Instant::now() + IDLE_MAX);
        }
        self.waker = Some(context.waker().clone());
        Poll::Pending
    }

    /// Takes notice of what came of sending: the connection ends if the client takes nothing for too
    /// long, or somebody else needs the memory of what it is sent.
    fn judge_sending(
        &mut self,
        outcome: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if outcome.is_ready() {
            self.untaken = None;
            self.unflushed = None;
            self.exchange.moved();
            return self.judge(outcome, context);
        }
        let untaken = self.untaken.get_or_insert_with(|| Box::pin(sleep(TAKE_WITHIN)));
        if untaken.as_mut().poll(context).is_ready() || self.exchange.is_lost(context) {
            Limit::Stalled.reached();
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.judge(outcome, context)
    }

    /// Takes notice of what came of sending the last of something, for which nothing else may be
    /// waited for meanwhile.
    fn judge_last(
        &mut self,
        outcome: Poll<io::Result<()>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if outcome.is_ready() {
            self.unflushed = None;
            return outcome;
        }
        let unflushed = self.unflushed.get_or_insert_with(|| Box::pin(sleep(IDLE_MAX)));
        if unflushed.as_mut().poll(context).is_ready() {
            Limit::Stalled.reached();
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }

    /// Something was read: the head of a request, unless one is being answered.
    fn has_read(&mut self) {
        let now = self.exchange.now();
        if now.is_multiple_of(2) && self.head != Some(now) {
            self.head = Some(now);
            self.timer.as_mut().reset(Instant::now() + HEAD_WITHIN);
            self.waker = None;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let outcome = Pin::new(&mut self.socket).poll_read(context, into);
        if into.filled().len() > before {
            self.has_read();
        }
        self.judge(outcome, context)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.judge_sending(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.socket).poll_write_vectored(context, parts);
        self.judge_sending(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.socket).poll_flush(context);
        self.judge_last(outcome, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.socket).poll_shutdown(context);
        self.judge_last(outcome, context)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use komadai_live::pool::{Claimant, Pool, PoolSize};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, BufWriter, duplex};
    use tokio_rustls::rustls::{ServerConfig, crypto::ring};

    use super::*;
    use crate::tls::Certificates;

    /// One of which a request is being answered.
    fn answered<S>(socket: S) -> Patient<S> {
        let exchange = Exchange::default();
        exchange.turns();
        Patient::new(socket, exchange, None)
    }

    #[tokio::test(start_paused = true)]
    async fn who_begins_no_request_is_let_go() {
        let (_silent, ours) = duplex(64);
        let began = Instant::now();
        let ended = Patient::new(ours, Exchange::default(), None).read_u8().await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), HEAD_WITHIN.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_dribbles_in_is_let_go() {
        let (mut theirs, ours) = duplex(64);
        let exchange = Exchange::default();
        let mut ours = Patient::new(ours, exchange.clone(), None);
        theirs.write_u8(1).await.unwrap();
        ours.read_u8().await.unwrap();
        // The first request is answered, and the next one comes after a while.
        exchange.turns();
        theirs.write_u8(2).await.unwrap();
        ours.read_u8().await.unwrap();
        exchange.turns();
        let dribble = async {
            sleep(Duration::from_secs(100)).await;
            let began = Instant::now();
            while theirs.write_u8(3).await.is_ok() && began.elapsed() < 3 * HEAD_WITHIN {
                sleep(Duration::from_secs(1)).await;
            }
        };
        let began = Instant::now();
        let hear = async {
            loop {
                if let Err(ended) = ours.read_u8().await {
                    drop(ours);
                    return (ended.kind(), began.elapsed().as_secs());
                }
            }
        };
        let ((), ended) = tokio::join!(dribble, hear);
        assert_eq!(ended, (io::ErrorKind::TimedOut, 110));
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_nothing_is_let_go() {
        let (_silent, ours) = duplex(64);
        let began = Instant::now();
        let ended = answered(ours).read_u8().await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed(), HEAD_WITHIN + IDLE_MAX);
    }

    #[tokio::test(start_paused = true)]
    async fn who_reads_nothing_is_let_go() {
        let (_deaf, ours) = duplex(64);
        let began = Instant::now();
        let ended = answered(ours).write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
        assert_eq!(began.elapsed().as_secs(), TAKE_WITHIN.as_secs());
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_take_the_last_of_it_is_let_go() {
        for is_end in [false, true] {
            let (_deaf, ours) = duplex(64);
            // It keeps something back, as encryption does.
            let mut ours = answered(BufWriter::with_capacity(1000, ours));
            ours.write_all(&[0; 100]).await.unwrap();
            let began = Instant::now();
            let ended = if is_end { ours.shutdown().await } else { ours.flush().await };
            assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert_eq!(began.elapsed().as_secs(), IDLE_MAX.as_secs());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_makes_room_for_more_before_the_last_of_it_stays() {
        let (_theirs, ours) = duplex(64);
        let mut ours = answered(BufWriter::with_capacity(1000, ours));
        for _ in 0..10 {
            ours.write_all(&[0; 70]).await.unwrap();
            let waited = timeout(IDLE_MAX - Duration::from_secs(1), ours.flush()).await;
            assert!(waited.is_err(), "{waited:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_a_little_now_and_then_stays() {
        let (mut theirs, ours) = duplex(64);
        let mut ours = answered(ours);
        let take = async {
            for _ in 0..10 {
                sleep(TAKE_WITHIN - Duration::from_secs(1)).await;
                theirs.read_exact(&mut [0; 32]).await.unwrap();
            }
            theirs
        };
        let (sent, _theirs) = tokio::join!(ours.write_all(&[0; 384]), take);
        sent.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_whose_memory_is_lost_ends_its_connection() {
        let size = PoolSize { whole: 4, visitors_of_address: 2, of_address: 2, of_account: 2 };
        let pool = Pool::new(Limit::RequestBytes, size);
        let claim = |last, n| pool.claim(Claimant::visitor([10, 0, 0, last].into()), n);
        let (_deaf, ours) = duplex(64);
        let exchange = Exchange::default();
        let _memory = exchange.sends(claim(1, 2).unwrap());
        let mut ours = Patient::new(ours, exchange, None);
        let began = Instant::now();
        let send = tokio::spawn(async move { ours.write_all(&[0; 100]).await });
        sleep(Duration::from_secs(3)).await;
        let _other = claim(2, 1).unwrap();
        assert!(send.await.unwrap().is_err());
        assert_eq!(began.elapsed().as_secs(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_takes_long_to_agree_on_encryption() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_cert_resolver(Arc::<Certificates>::default());
        let tls = TlsAcceptor::from(Arc::new(server));
        for (said, is_waited_for) in
            [("", true), ("\x16\x03\x01", true), ("GET / HTTP/1.1\r\n", false)]
        {
            let mut theirs = TcpStream::connect(address).await.unwrap();
            let (ours, _) = listener.accept().await.unwrap();
            theirs.write_all(said.as_bytes()).await.unwrap();
            let began = Instant::now();
            assert!(encrypted(&tls, ours).await.is_none(), "{said:?}");
            assert_eq!(began.elapsed() >= HEAD_WITHIN, is_waited_for, "{said:?}");
            assert!(began.elapsed() < 2 * HEAD_WITHIN, "{said:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_says_something_now_and_then_stays() {
        let (mut theirs, ours) = duplex(64);
        let mut ours = answered(ours);
        let talk = async {
            for n in 0..10 {
                sleep(IDLE_MAX - Duration::from_secs(1)).await;
                theirs.write_u8(n).await.unwrap();
            }
            theirs
        };
        let hear = async {
            for n in 0..10 {
                assert_eq!(ours.read_u8().await.unwrap(), n);
            }
        };
        let (theirs, ()) = tokio::join!(talk, hear);
        let began = Instant::now();
        // The task that is woken may be another than before.
        let ended = tokio::spawn(async move { ours.read_u8().await }).await.unwrap();
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() <= 2 * IDLE_MAX);
        drop(theirs);
    }
}
