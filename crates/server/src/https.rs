//! Asking servers that the operator has named, over HTTPS.

use std::{fs, io, path::Path, sync::Arc, time::Duration};

use anyhow::Context as _;
use axum::http::{HeaderValue, Request, Response, Uri, header};
use bytes::Bytes;
use hyper::{
    body::{Body, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName, pem::PemObject as _},
    },
};

/// How long each of a server's addresses may take: where IPv6 leads nowhere, it says so to nobody.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);

/// Asks one request on each connection. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Https(TlsConnector);

impl std::fmt::Debug for Https {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Https")
    }
}

impl Https {
    /// Trusts those that this root speaks for, or whom browsers trust.
    ///
    /// # Errors
    /// When the file is no certificate.
    pub(crate) fn trusting(root: &Path) -> anyhow::Result<Self> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if !root.as_os_str().is_empty() {
            let unusable = || format!("the root certificate {} cannot be used", root.display());
            let pem = fs::read(root).with_context(unusable)?;
            roots = RootCertStore::empty();
            for certificate in CertificateDer::pem_slice_iter(&pem) {
                roots.add(certificate.with_context(unusable)?).with_context(unusable)?;
            }
        }
        let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(client))))
    }

    /// Asks, and gives the answer with its body still to be read. It takes as long as it takes: the
    /// caller has a limit for that.
    ///
    /// # Errors
    /// What has failed.
    pub(crate) async fn ask<B>(&self, mut request: Request<B>) -> anyhow::Result<Response<Incoming>>
    where
        B: Body<Data = Bytes> + Send + Unpin + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let uri = request.uri().clone();
        let host = uri.host().context("its address has no name")?;
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let unreachable = || format!("{host} cannot be reached");
        let socket = connect(&host, uri.port_u16().unwrap_or(443)).await;
        let socket = socket.with_context(unreachable)?;
        let name = ServerName::try_from(host.clone())?;
        let socket = self.0.connect(name, socket).await.with_context(unreachable)?;
        let authority = uri.authority().map_or("", |it| it.as_str());
        request.headers_mut().insert(header::HOST, HeaderValue::try_from(authority)?);
        let path = uri.path_and_query().map_or("/", |it| it.as_str());
        *request.uri_mut() = path.parse::<Uri>()?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(socket)).await?;
        // It ends with the answer, whose body is still to be read from it.
        tokio::spawn(connection);
        Ok(sender.send_request(request).await?)
    }
}

/// Connects to the first address of a server that answers.
async fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "its name leads nowhere");
    for address in lookup_host((host, port)).await? {
        match timeout(CONNECT_WITHIN, TcpStream::connect(address)).await {
            Ok(Ok(socket)) => return Ok(socket),
            Ok(Err(cause)) => last = cause,
            Err(_) => last = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(last)
}
