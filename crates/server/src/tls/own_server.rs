//! Connections to the server on this machine, whoever its certificate is for.

use std::{net::TcpStream, sync::Arc};

use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
};

/// A connection to the server that listens on this machine, encrypted with whatever certificate it
/// shows: it may have expired, or be for tests.
///
/// # Errors
/// When the name is none.
pub(crate) fn encrypted(
    socket: TcpStream,
    name: &str,
) -> anyhow::Result<StreamOwned<ClientConnection, TcpStream>> {
    let provider = Arc::new(ring::default_provider());
    let client = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Whatever(provider)))
        .with_no_client_auth();
    let name = name.trim_start_matches('[').trim_end_matches(']').to_owned();
    let session = ClientConnection::new(Arc::new(client), ServerName::try_from(name)?)?;
    Ok(StreamOwned::new(session, socket))
}

/// Takes whatever certificate is shown, if the key to it is there.
#[derive(Debug)]
struct Whatever(Arc<CryptoProvider>);

impl ServerCertVerifier for Whatever {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
