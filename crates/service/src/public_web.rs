//! Asking addresses of the public Internet that somebody has named.
//!
//! An address that somebody names could be the server's own machine, its network, or what only it
//! reaches. So only HTTPS on its own port is spoken, to hosts that have names, and of what a name
//! leads to only public addresses are connected to; the address that is connected to is the one
//! that was looked at. Redirects are not followed.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::UNIX_EPOCH,
};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::{
    Request, Response, Uri, body::Incoming, client::conn::http1, header, http::request,
    http::uri::Scheme,
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    pin, select,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{self, ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
};

/// The one port on which HTTPS is spoken.
const HTTPS_PORT: u16 = 443;

/// Why nothing was answered.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    #[error("the address is not allowed")]
    Address,
    #[error("the host cannot be reached")]
    Net(#[source] std::io::Error),
    #[error("the host does not speak HTTP")]
    Http(#[source] hyper::Error),
    #[error("the answer is too long")]
    TooLong,
}

impl WebError {
    /// Whether it may go better another time.
    pub(crate) fn may_pass(&self) -> bool {
        matches!(self, Self::Net(_) | Self::Http(_))
    }
}

/// What may be asked.
#[derive(Debug)]
pub(crate) struct Target {
    uri: Uri,
    /// A name, without the brackets of an IPv6 address.
    pub(crate) host: String,
    port: u16,
    is_tls: bool,
}

impl Target {
    /// Where this address leads, if it may be asked: HTTPS on its own port, at a name. With
    /// `to_private` it may be anywhere, for tests. Where the name leads is looked at when it is
    /// asked.
    pub(crate) fn of(address: &str, to_private: bool) -> Option<Self> {
        let uri: Uri = address.parse().ok()?;
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
        // A number may be written in many ways, with a zone among them.
        if !to_private && (!is_name(&host) || port != HTTPS_PORT) {
            return None;
        }
        Some(Self { uri, host, port, is_tls })
    }

    /// Its scheme, host and port.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.is_tls { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }

    /// What comes after the host.
    pub(crate) fn path(&self) -> &str {
        self.uri.path()
    }

    fn authority(&self) -> &str {
        self.uri.authority().map_or("", |it| it.as_str())
    }
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

/// Asks one address at a time, on a connection of its own. Cheap to clone.
#[derive(Clone)]
pub(crate) struct PublicWeb {
    tls: TlsConnector,
    to_private: bool,
}

impl std::fmt::Debug for PublicWeb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PublicWeb").field("to_private", &self.to_private).finish_non_exhaustive()
    }
}

impl PublicWeb {
    /// With `to_private` it asks this machine and its network too, on any port, and without TLS.
    pub(crate) fn new(to_private: bool) -> Result<Self, rustls::Error> {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), to_private })
    }

    pub(crate) fn target(&self, address: &str) -> Option<Target> {
        Target::of(address, self.to_private)
    }

    /// Sends one request and reads at most so many bytes of the answer's body; with 0 the body is
    /// left alone. It takes as long as it takes: the caller has a limit for that.
    pub(crate) async fn ask(
        &self,
        target: &Target,
        request: request::Builder,
        body: Full<Bytes>,
        bytes_max: usize,
    ) -> Result<Response<Bytes>, WebError> {
        let path = target.uri.path_and_query().map_or("/", |it| it.as_str());
        let request = request
            .uri(path)
            .header(header::HOST, target.authority())
            .body(body)
            .map_err(|_| WebError::Address)?;
        let socket = self.connect(target).await?;
        if !target.is_tls {
            return exchange(socket, request, bytes_max).await;
        }
        let name = ServerName::try_from(target.host.clone()).map_err(|_| WebError::Address)?;
        let socket = self.tls.connect(name, socket).await.map_err(WebError::Net)?;
        exchange(socket, request, bytes_max).await
    }

    /// A connection to an address that may be asked.
    async fn connect(&self, target: &Target) -> Result<TcpStream, WebError> {
        let found =
            lookup_host((target.host.as_str(), target.port)).await.map_err(WebError::Net)?;
        let allowed: Vec<SocketAddr> =
            found.filter(|it| self.to_private || is_public(it.ip())).collect();
        if allowed.is_empty() {
            return Err(WebError::Address);
        }
        TcpStream::connect(allowed.as_slice()).await.map_err(WebError::Net)
    }
}

/// What an address answers, for the operator who has named it in the settings.
#[derive(Debug)]
pub struct OwnAnswer {
    /// Its status.
    pub status: u16,
    /// What was answered.
    pub body: Bytes,
    /// When that was, by its own clock, in Unix milliseconds; whole seconds.
    pub at_ms: Option<u64>,
}

/// Asks an address of the site itself, wherever that is: the operator has named it, not a player.
///
/// # Errors
/// What is wrong with the address, the way there, its certificate or the answer.
pub async fn ask_own(address: &str, bytes_max: usize) -> Result<OwnAnswer, WebError> {
    let web = PublicWeb::new(true).map_err(|cause| WebError::Net(std::io::Error::other(cause)))?;
    let target = web.target(address).ok_or(WebError::Address)?;
    let answer = web.ask(&target, Request::builder(), Full::default(), bytes_max).await?;
    let date = answer.headers().get(header::DATE).and_then(|it| it.to_str().ok());
    let date = date.and_then(|it| httpdate::parse_http_date(it).ok());
    let at_ms = date.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    let at_ms = at_ms.and_then(|it| u64::try_from(it.as_millis()).ok());
    Ok(OwnAnswer { status: answer.status().as_u16(), body: answer.into_body(), at_ms })
}

async fn exchange(
    socket: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
    bytes_max: usize,
) -> Result<Response<Bytes>, WebError> {
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(socket)).await.map_err(WebError::Http)?;
    let answer = async {
        let (head, body) = sender.send_request(request).await.map_err(WebError::Http)?.into_parts();
        let body = if bytes_max == 0 { Bytes::new() } else { read(body, bytes_max).await? };
        Ok(Response::from_parts(head, body))
    };
    pin!(connection, answer);
    // The connection is polled alongside the request, and may end together with the answer.
    select! {
        biased;
        answered = &mut answer => answered,
        _ = &mut connection => answer.await,
    }
}

async fn read(body: Incoming, bytes_max: usize) -> Result<Bytes, WebError> {
    match Limited::new(body, bytes_max).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(cause) if cause.is::<LengthLimitError>() => Err(WebError::TooLong),
        Err(cause) => Err(match cause.downcast() {
            Ok(cause) => WebError::Http(*cause),
            Err(cause) => WebError::Net(std::io::Error::other(cause)),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_that_leads_into_the_own_network_is_not_followed() {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let uri = format!("http://localhost:{port}/").parse().unwrap();
        // As if the name had passed: what counts is where it leads when it is asked.
        let target = Target { uri, host: "localhost".to_owned(), port, is_tls: false };
        let refused = PublicWeb::new(false).unwrap().connect(&target).await;
        assert!(matches!(refused, Err(WebError::Address)), "{refused:?}");
        assert!(PublicWeb::new(true).unwrap().connect(&target).await.is_ok());
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
            assert_eq!(Target::of(endpoint, false).is_some(), may, "{endpoint}");
        }
        assert!(Target::of("http://127.0.0.1:9/x", true).is_some());
    }
}
