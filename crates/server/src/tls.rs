//! Encrypted connections without a proxy.
//!
//! The certificate is the operator's own, from files that are read again when they change, or it is
//! fetched from an authority that speaks ACME ([`acme`]) and renewed when two thirds of its time
//! are over. Either way it is replaced while connections go on: those that are open keep theirs.
//! What cannot be had now leaves the one before in force.

#[cfg(feature = "acme")]
mod acme;
#[cfg(feature = "acme")]
mod asking;
mod certificate;
mod own;
mod own_server;
mod redirect;

use std::{fs, path::Path, sync::Arc};

use anyhow::Context as _;
use tokio::task::JoinHandle;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring},
};
use tracing::warn;

pub(crate) use self::{
    certificate::{ACME_PROTOCOL, Certificate, Certificates},
    own_server::encrypted,
};
use crate::config::Config;

/// The one protocol that is spoken on encrypted connections.
const HTTP_PROTOCOL: &[u8] = b"http/1.1";

/// What encrypts connections, and keeps the certificate fresh.
#[derive(Clone)]
pub(crate) struct Tls {
    certificates: Arc<Certificates>,
    acceptor: TlsAcceptor,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("certificates", &self.certificates).finish_non_exhaustive()
    }
}

impl Tls {
    /// With the certificate that is there; `None`: a proxy encrypts, or nobody.
    ///
    /// # Errors
    /// A problem that the operator has to fix.
    pub(crate) fn prepare(config: &Config) -> anyhow::Result<Option<Self>> {
        if !config.has_tls() {
            return Ok(None);
        }
        let certificates = Arc::<Certificates>::default();
        if config.tls.is_own() {
            certificates.install(own::read(&config.tls)?);
        } else {
            prepare_folder(&config.tls_folder())?;
            match fetched(config) {
                Ok(Some(certificate)) => certificates.install(certificate),
                Ok(None) => {}
                Err(cause) => warn!("another certificate is fetched: {cause:#}"),
            }
        }
        let mut server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certificates.clone());
        server.alpn_protocols = vec![HTTP_PROTOCOL.to_vec(), ACME_PROTOCOL.to_vec()];
        server.ticketer = ring::Ticketer::new()?;
        let acceptor = TlsAcceptor::from(Arc::new(server));
        Ok(Some(Self { certificates, acceptor }))
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.acceptor.clone()
    }

    /// Begins to keep the certificate fresh, and to lead http:// here.
    ///
    /// # Errors
    /// A problem that the operator has to fix.
    pub(crate) fn keep(&self, config: &Config) -> anyhow::Result<Vec<JoinHandle<()>>> {
        let certificates = self.certificates.clone();
        let keeper = if config.tls.is_own() {
            tokio::spawn(own::keep(config.tls.clone(), certificates))
        } else {
            fetch(config, certificates)?
        };
        let mut tasks = vec![keeper];
        if !config.tls.redirect.is_empty() {
            tasks.push(tokio::spawn(redirect::serve(config.clone())));
        }
        Ok(tasks)
    }
}

/// The certificate that the server shows, as it is on the disk; `None`: it has not been fetched yet.
///
/// # Errors
/// When it cannot be read, or is none.
pub(crate) fn on_disk(config: &Config) -> anyhow::Result<Option<Certificate>> {
    if config.tls.is_own() { own::read(&config.tls).map(Some) } else { fetched(config) }
}

#[cfg(feature = "acme")]
fn fetch(config: &Config, certificates: Arc<Certificates>) -> anyhow::Result<JoinHandle<()>> {
    Ok(tokio::spawn(acme::Orders::new(config, certificates)?.keep()))
}

#[cfg(not(feature = "acme"))]
fn fetch(_: &Config, _: Arc<Certificates>) -> anyhow::Result<JoinHandle<()>> {
    anyhow::bail!("this program was built without ACME")
}

#[cfg(feature = "acme")]
fn fetched(config: &Config) -> anyhow::Result<Option<Certificate>> {
    acme::stored(config)
}

#[cfg(not(feature = "acme"))]
fn fetched(_: &Config) -> anyhow::Result<Option<Certificate>> {
    Ok(None)
}

/// A folder that the server can write, and nobody else can read if it is new.
fn prepare_folder(folder: &Path) -> anyhow::Result<()> {
    let unusable = || format!("the folder for certificates, {}, cannot be used", folder.display());
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(unusable)?;
    let trial = folder.join("trial.new");
    fs::write(&trial, "").and_then(|()| fs::remove_file(&trial)).with_context(unusable)
}
