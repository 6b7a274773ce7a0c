//! Handing messages to the push services of browsers' makers.
//!
//! Where that is, a browser says, which is to say anybody: so it is asked over HTTPS only, at
//! addresses of the public Internet only, and what it answers is looked at no further than its
//! status and when it wants to be asked again. The address that is connected to is the one that
//! was looked at.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use bytes::Bytes;
use http_body_util::Full;
use hyper::{
    HeaderMap, Method, Request, StatusCode, Uri, client::conn::http1, header, http::uri::Scheme,
};
use hyper_util::rt::TokioIo;
use komadai_live::Timebase;
use komadai_store::{
    Store,
    notices::{self as rows, Browser},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    sync::mpsc,
    task::JoinSet,
    time::{Instant, timeout},
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};
use tracing::{debug, warn};

use super::{
    encrypt::{Recipient, Vapid, encrypt},
    matter::Worth,
};
use crate::{
    metrics::PUSHES,
    retry_queue::{RetryQueue, Tried},
};

/// How many messages may wait to be handed over.
pub(crate) const QUEUE_MAX: usize = 1_000;

/// How many are handed over at the same time.
const AT_ONCE_MAX: usize = 8;

/// How many messages may wait to be handed over again; more are given up.
const AGAIN_MAX: usize = 1_000;

/// After how long a message that was not taken is handed over again, at the earliest.
const AGAIN_AFTER: [Duration; 4] = [
    Duration::from_secs(2),
    Duration::from_secs(15),
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
];

/// The longest address of a browser, in bytes.
pub(crate) const ENDPOINT_BYTES_MAX: usize = 1_000;

/// The one port on which push services are asked.
const HTTPS_PORT: u16 = 443;

/// How long a push service may take.
const ANSWER_WITHIN: Duration = Duration::from_secs(15);

/// A message on its way to a browser.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) to: Browser,
    pub(crate) text: String,
    /// A later message with the same word takes its place.
    pub(crate) topic: String,
    /// How long it is of any use.
    pub(crate) worth: Worth,
}

/// Why a browser was not told.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("nobody is told at this address any more")]
    Gone,
    #[error("the address may not be asked")]
    Address,
    #[error("the push service answers {0}")]
    Status(StatusCode, Option<Duration>),
    #[error("the push service does not answer in time")]
    Slow,
    #[error("the push service cannot be reached")]
    Net(#[source] std::io::Error),
    #[error("the push service does not speak HTTP")]
    Http(#[source] hyper::Error),
    #[error("the message cannot be encrypted")]
    Keys,
}

impl Failure {
    /// Whether it may go better another time, and how long the push service wants to be left
    /// alone until then.
    fn may_pass(&self) -> Option<Duration> {
        match self {
            Self::Gone | Self::Address | Self::Keys => None,
            Self::Slow | Self::Net(_) | Self::Http(_) => Some(Duration::ZERO),
            Self::Status(status, retry_after) => {
                let is_passing = status.is_server_error()
                    || matches!(
                        *status,
                        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS
                    );
                is_passing.then(|| retry_after.unwrap_or_default())
            }
        }
    }
}

/// How long somebody wants to be left alone, as `Retry-After` says it: in seconds, or until a
/// date.
fn retry_after(headers: &HeaderMap, now_ms: u64) -> Option<Duration> {
    let said = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = said.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let until = httpdate::parse_http_date(said).ok()?;
    let now = UNIX_EPOCH + Duration::from_millis(now_ms);
    Some(until.duration_since(now).unwrap_or_default())
}

/// Whether a browser may name this address: HTTPS on its own port, at a name. Where the name leads
/// is looked at when it is asked.
pub(crate) fn may_be_asked(endpoint: &str, to_private: bool) -> bool {
    endpoint.len() <= ENDPOINT_BYTES_MAX && target(endpoint, to_private).is_some()
}

/// Where a push service is.
struct Target {
    uri: Uri,
    host: String,
    port: u16,
    is_tls: bool,
}

fn target(endpoint: &str, to_private: bool) -> Option<Target> {
    let uri: Uri = endpoint.parse().ok()?;
    let is_tls = match uri.scheme() {
        Some(scheme) if *scheme == Scheme::HTTPS => true,
        Some(scheme) if *scheme == Scheme::HTTP && to_private => false,
        _ => return None,
    };
    // A name and a password have no place there: the host comes first.
    let port = match uri.authority()?.as_str().strip_prefix(uri.host()?)? {
        "" if is_tls => HTTPS_PORT,
        "" => 80,
        // What is no number is no port that is left out.
        port => {
            let digits = port.strip_prefix(':')?;
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().ok())??
        }
    };
    let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
    // Push services have names, and a number may be written in many ways, with a zone among them.
    if !to_private && (!is_name(&host) || port != HTTPS_PORT) {
        return None;
    }
    Some(Target { uri, host, port, is_tls })
}

/// Whether a host is one of the name system's, of two words at least, and no number in any
/// spelling: what ends in a number is an address to most that read it (`127.1`, `0x7f000001`).
fn is_name(host: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
    };
    let host = host.strip_suffix('.').unwrap_or(host);
    let Some((before, last)) = host.rsplit_once('.') else { return false };
    let is_number = last.starts_with(|it: char| it.is_ascii_digit());
    before.split('.').all(is_word) && is_word(last) && !is_number
}

/// Whether an address is one of the public Internet, and not of this machine or its network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // Shared by a provider's customers.
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        // Once the way from IPv6, and for measuring networks.
        || (a, b, c) == (192, 88, 99)
        || (a == 198 && (b == 18 || b == 19))
        // Many at once, and what is kept for later.
        || a >= 224)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let holds_an_ipv4 = first == 0x2002 || (first, second) == (0x2001, 0);
    // All others are this machine's, its network's, or hold an IPv4 address.
    (0x2000..0x4000).contains(&first) && !holds_an_ipv4 && (first, second) != (0x2001, 0x0db8)
}

/// What messages are handed over with.
pub(crate) struct Post {
    pub(crate) store: Store,
    pub(crate) timebase: Timebase,
    pub(crate) vapid: Arc<Vapid>,
    pub(crate) to_private: bool,
    tls: TlsConnector,
}

impl Post {
    pub(crate) fn new(
        store: Store,
        timebase: Timebase,
        vapid: Arc<Vapid>,
        to_private: bool,
    ) -> Result<Self, tokio_rustls::rustls::Error> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { store, timebase, vapid, to_private, tls: TlsConnector::from(Arc::new(config)) })
    }

    /// Hands over what comes, some at the same time, and again what was not taken.
    pub(crate) async fn deliver(self, mut messages: mpsc::Receiver<Message>) {
        let post = Arc::new(self);
        let mut again = RetryQueue::default();
        // They end with this task.
        let mut handing = JoinSet::new();
        loop {
            let has_hands = handing.len() < AT_ONCE_MAX;
            let next = tokio::select! {
                message = messages.recv(), if has_hands => match message {
                    Some(what) => Tried { what, n_tries: 0 },
                    None => return,
                },
                tried = again.next(), if has_hands => tried,
                Some(handed) = handing.join_next() => {
                    // One that panicked is lost.
                    if let Ok(Some((tried, due))) = handed {
                        put_off(&mut again, tried, due);
                    }
                    continue;
                }
            };
            let post = post.clone();
            handing.spawn(async move { post.hand_over(next).await });
        }
    }

    /// Hands a message over, unless it became of no use; what to try again, and when.
    async fn hand_over(&self, tried: Tried<Message>) -> Option<(Tried<Message>, Instant)> {
        let Tried { what: message, n_tries } = tried;
        if n_tries > 0 && !message.worth.holds().await {
            PUSHES.over();
            return None;
        }
        let handed = timeout(ANSWER_WITHIN, self.ask(&message)).await;
        let Err(cause) = handed.unwrap_or(Err(Failure::Slow)) else {
            PUSHES.told();
            return None;
        };
        // Where it was is nobody's business.
        debug!("a browser is not told: {cause}");
        if matches!(cause, Failure::Gone) {
            PUSHES.gone();
            if let Err(cause) = self.forget(&message.to).await {
                warn!("a browser that is gone cannot be forgotten: {cause}");
            }
            return None;
        }
        let pause = cause.may_pass().zip(AGAIN_AFTER.get(n_tries));
        let due = pause.and_then(|(asked, own)| Instant::now().checked_add(asked.max(*own)));
        let Some(due) = due.filter(|due| message.worth.lasts_to(*due)) else {
            PUSHES.given_up();
            return None;
        };
        Some((Tried { what: message, n_tries: n_tries + 1 }, due))
    }

    async fn forget(&self, browser: &Browser) -> komadai_store::Result<()> {
        let mut tx = self.store.write().await?;
        rows::forget_browser(&mut tx, &browser.endpoint).await?;
        tx.commit().await
    }

    async fn ask(&self, message: &Message) -> Result<(), Failure> {
        let to = &message.to;
        let target = target(&to.endpoint, self.to_private).ok_or(Failure::Address)?;
        let recipient = Recipient { public_key: &to.public_key, auth: &to.auth };
        let body = encrypt(&recipient, message.text.as_bytes()).map_err(|_| Failure::Keys)?;
        let scheme = if target.is_tls { "https" } else { "http" };
        let authority = target.uri.authority().map_or("", |it| it.as_str());
        let proof = self
            .vapid
            .authorization(&format!("{scheme}://{authority}"), self.timebase.now_ms())
            .map_err(|_| Failure::Keys)?;
        let path = target.uri.path_and_query().map_or("/", |it| it.as_str());
        let request = Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::HOST, authority)
            .header(header::AUTHORIZATION, proof)
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header("ttl", message.worth.left_s())
            .header("urgency", "high")
            .header("topic", &message.topic)
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| Failure::Address)?;
        let socket = self.connect(&target).await?;
        let (status, headers) = if target.is_tls {
            let name = ServerName::try_from(target.host).map_err(|_| Failure::Address)?;
            let socket = self.tls.connect(name, socket).await.map_err(Failure::Net)?;
            send(socket, request).await?
        } else {
            send(socket, request).await?
        };
        match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(Failure::Gone),
            status if status.is_success() => Ok(()),
            status => Err(Failure::Status(status, retry_after(&headers, self.timebase.now_ms()))),
        }
    }

    /// A connection to an address that may be asked.
    async fn connect(&self, target: &Target) -> Result<TcpStream, Failure> {
        let found = lookup_host((target.host.as_str(), target.port)).await.map_err(Failure::Net)?;
        let allowed: Vec<SocketAddr> =
            found.filter(|it| self.to_private || is_public(it.ip())).collect();
        if allowed.is_empty() {
            return Err(Failure::Address);
        }
        TcpStream::connect(allowed.as_slice()).await.map_err(Failure::Net)
    }
}

fn put_off(again: &mut RetryQueue<Message>, tried: Tried<Message>, due: Instant) {
    if again.len() < AGAIN_MAX {
        PUSHES.again();
        again.put(tried, due);
    } else {
        PUSHES.given_up();
        warn!("a browser is not told: too many messages wait to be handed over again");
    }
}

/// Sends one request on a connection of its own.
async fn send(
    socket: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(StatusCode, HeaderMap), Failure> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(socket)).await.map_err(Failure::Http)?;
    let answer = sender.send_request(request);
    tokio::pin!(connection, answer);
    // The connection is polled beside the request, and may end together with the answer.
    let answered = tokio::select! {
        biased;
        answered = &mut answer => answered,
        _ = &mut connection => answer.await,
    };
    let (head, _) = answered.map_err(Failure::Http)?.into_parts();
    Ok((head.status, head.headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_tried_again_when_the_push_service_wants_it() {
        let wanted = |status: u16, said: Option<&str>| {
            let mut headers = HeaderMap::new();
            if let Some(said) = said {
                headers.insert(header::RETRY_AFTER, said.parse().unwrap());
            }
            // 2015-10-21 07:28:00 UTC
            let asked = retry_after(&headers, 1_445_412_480_000);
            let status = StatusCode::from_u16(status).unwrap();
            Failure::Status(status, asked).may_pass().map(|it| it.as_secs())
        };
        for (status, said, expected) in [
            (503, None, Some(0)),
            (503, Some("120"), Some(120)),
            (429, Some(" 7 "), Some(7)),
            (500, Some("Wed, 21 Oct 2015 07:29:30 GMT"), Some(90)),
            (500, Some("Wed, 21 Oct 2015 07:27:00 GMT"), Some(0)),
            (500, Some("soon"), Some(0)),
            (500, Some("-1"), Some(0)),
            (408, None, Some(0)),
            (400, Some("120"), None),
            (401, None, None),
            (413, None, None),
            (301, None, None),
        ] {
            assert_eq!(wanted(status, said), expected, "{status} {said:?}");
        }
        assert_eq!(Failure::Gone.may_pass(), None);
        assert_eq!(Failure::Slow.may_pass(), Some(Duration::ZERO));
    }

    #[test]
    fn only_the_public_internet_is_asked() {
        for (endpoint, may) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
            ("https://web.push.apple.com/QGuQyavXutnMH", true),
            ("https://push.example:443/x", true),
            ("https://push.example./x", true),
            ("https://xn--80ak6aa92e.example/x", true),
            ("https://push.example:8443/x", false),
            ("https://push.example:22/x", false),
            ("https://push.example:/x", false),
            ("https://push.example:4t3/x", false),
            ("https://push.example:+443/x", false),
            ("https://push.example:80/x", false),
            ("https://localhost/x", false),
            ("https://push/x", false),
            ("https://push..example/x", false),
            ("https://203.0.114.9/x", false),
            ("https://[2606:4700::1]/x", false),
            ("https://[fe80::1%25eth0]/x", false),
            ("https://[fe80::1%eth0]/x", false),
            ("https://2130706433/x", false),
            ("https://0x7f000001/x", false),
            ("https://127.1/x", false),
            ("https://0177.0.0.1/x", false),
            ("https://127.0.0.0x1/x", false),
            ("http://push.example/x", false),
            ("ftp://push.example/x", false),
            ("push.example/x", false),
            ("https://user:password@push.example/x", false),
            ("https://127.0.0.1/x", false),
            ("https://10.1.2.3/x", false),
            ("https://172.16.0.1/x", false),
            ("https://192.168.1.1:8443/x", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("https://100.64.0.1/x", false),
            ("https://0.0.0.0/x", false),
            ("https://224.0.0.1/x", false),
            ("https://255.255.255.255/x", false),
            ("https://[::1]/x", false),
            ("https://[::]/x", false),
            ("https://[::ffff:127.0.0.1]/x", false),
            ("https://[64:ff9b::7f00:1]/x", false),
            ("https://[fe80::1]/x", false),
            ("https://[fd00::1]/x", false),
            ("https://[2002:7f00:1::]/x", false),
            ("https://[ff02::1]/x", false),
            ("", false),
        ] {
            assert_eq!(may_be_asked(endpoint, false), may, "{endpoint}");
        }
        assert!(may_be_asked("http://127.0.0.1:9/x", true));
        let long = format!("https://push.example/{}", "x".repeat(ENDPOINT_BYTES_MAX));
        assert!(!may_be_asked(&long, false));
    }
}
