//! Certificates, and which of them a connection is shown.

use std::{
    fmt::{self, Debug},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use metrics::gauge;
use parking_lot::Mutex;
use tokio_rustls::rustls::{
    crypto::ring::sign::any_supported_type,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::{ClientHello, ResolvesServerCert},
    sign::CertifiedKey,
};

/// What an authority speaks that looks whether a name leads here (RFC 8737).
pub(crate) const ACME_PROTOCOL: &[u8] = b"acme-tls/1";

/// A certificate with those between it and its authority, its key, and how long it is valid.
#[derive(Clone)]
pub(crate) struct Certificate {
    key: Arc<CertifiedKey>,
    /// From when it is valid, in Unix seconds.
    pub(crate) begins_s: i64,
    /// Until when, likewise.
    pub(crate) ends_s: i64,
}

impl Debug for Certificate {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").field("ends_s", &self.ends_s).finish_non_exhaustive()
    }
}

impl Certificate {
    /// From PEM files; both may be the same.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(crate) fn from_pem(chain: &[u8], key: &[u8]) -> anyhow::Result<Self> {
        let chain: Vec<_> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .context("it is no PEM file")?;
        let Some(first) = chain.first() else { bail!("there is no certificate in it") };
        let (begins_s, ends_s) = validity(first).context("the certificate cannot be read")?;
        let key = PrivateKeyDer::from_pem_slice(key).context("there is no private key")?;
        let key = any_supported_type(&key).context("the key is of no known kind")?;
        let key = Arc::new(CertifiedKey::new(chain, key));
        key.keys_match().context("the key does not belong to the certificate")?;
        Ok(Self { key, begins_s, ends_s })
    }

    /// When it is to be renewed, in Unix seconds: with a third of its time left.
    pub(crate) fn due_s(&self) -> i64 {
        self.ends_s - (self.ends_s - self.begins_s) / 3
    }
}

/// The certificates that connections are shown.
#[derive(Debug, Default)]
pub(crate) struct Certificates {
    // Locks, because every handshake comes here; they are held for a look.
    site: Mutex<Option<Certificate>>,
    /// What an authority is to see that looks for this name.
    proof: Mutex<Option<Proof>>,
}

#[derive(Debug)]
struct Proof {
    name: String,
    key: Arc<CertifiedKey>,
}

impl Certificates {
    /// New connections are shown this from now on.
    pub(crate) fn install(&self, certificate: Certificate) {
        gauge!("komadai_certificate_ends_timestamp_seconds").set(certificate.ends_s as f64);
        *self.site.lock() = Some(certificate);
    }

    /// When another is to be fetched, in Unix seconds; `None`: there is none yet.
    #[cfg_attr(not(feature = "acme"), expect(dead_code, reason = "only ACME needs it"))]
    pub(crate) fn due_s(&self) -> Option<i64> {
        self.site.lock().as_ref().map(Certificate::due_s)
    }

    /// The time for which there is one, in Unix seconds.
    #[cfg_attr(not(feature = "acme"), expect(dead_code, reason = "only ACME needs it"))]
    pub(crate) fn ends_s(&self) -> Option<i64> {
        self.site.lock().as_ref().map(|it| it.ends_s)
    }

    /// An authority that asks for this name is shown this, until [`Certificates::forget_proof`].
    ///
    /// # Errors
    /// When it is no certificate with its key.
    #[cfg_attr(not(feature = "acme"), expect(dead_code, reason = "only ACME needs it"))]
    pub(crate) fn prove(
        &self,
        name: &str,
        certificate: CertificateDer<'static>,
        key: &PrivateKeyDer<'_>,
    ) -> anyhow::Result<()> {
        let key = Arc::new(CertifiedKey::new(vec![certificate], any_supported_type(key)?));
        *self.proof.lock() = Some(Proof { name: name.to_owned(), key });
        Ok(())
    }

    #[cfg_attr(not(feature = "acme"), expect(dead_code, reason = "only ACME needs it"))]
    pub(crate) fn forget_proof(&self) {
        *self.proof.lock() = None;
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_authority =
            hello.alpn().is_some_and(|mut protocols| protocols.all(|it| it == ACME_PROTOCOL));
        if is_authority {
            let proof = self.proof.lock();
            let proof = proof.as_ref().filter(|it| hello.server_name() == Some(it.name.as_str()));
            return proof.map(|it| it.key.clone());
        }
        self.site.lock().as_ref().map(|it| it.key.clone())
    }
}

/// From when until when a certificate is valid, in Unix seconds.
fn validity(certificate: &[u8]) -> Option<(i64, i64)> {
    const SEQUENCE: u8 = 0x30;
    const VERSION: u8 = 0xa0;
    let (_, body, _) = element(certificate).filter(|it| it.0 == SEQUENCE)?;
    let (_, mut rest, _) = element(body).filter(|it| it.0 == SEQUENCE)?;
    if let (VERSION, _, after) = element(rest)? {
        rest = after;
    }
    // The serial number, the algorithm and the issuer come before it.
    for _ in 0..3 {
        rest = element(rest)?.2;
    }
    let (_, times, _) = element(rest).filter(|it| it.0 == SEQUENCE)?;
    let (kind, begins, rest) = element(times)?;
    let begins = time(kind, begins)?;
    let (kind, ends, _) = element(rest)?;
    Some((begins, time(kind, ends)?))
}

/// The first element of DER: its kind, what is in it, and what comes after it.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&kind, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (len, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
        if digits.len() > 4 {
            return None;
        }
        (digits.iter().fold(0, |len, digit| len << 8 | usize::from(*digit)), rest)
    };
    let (inside, rest) = rest.split_at_checked(len)?;
    Some((kind, inside, rest))
}

/// A time of either kind, in Unix seconds.
fn time(kind: u8, text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    let text = match kind {
        // Two digits of the year: until 2049.
        0x17 if text.get(..2)? >= "50" => format!("19{text}"),
        0x17 => format!("20{text}"),
        0x18 => text.to_owned(),
        _ => return None,
    };
    let at = jiff::civil::DateTime::strptime("%Y%m%d%H%M%SZ", &text).ok()?;
    Some(at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_a_certificate_is_valid_is_read() {
        let key = rcgen::KeyPair::generate().unwrap();
        for (from, until) in [(2026, 2049), (1999, 2050), (2026, 4000)] {
            let mut params = rcgen::CertificateParams::new(vec!["a.example".to_owned()]).unwrap();
            params.not_before = rcgen::date_time_ymd(from, 3, 1);
            params.not_after = rcgen::date_time_ymd(until, 12, 31);
            let made = params.self_signed(&key).unwrap();
            let pem = made.pem() + &key.serialize_pem();
            let read = Certificate::from_pem(pem.as_bytes(), pem.as_bytes()).unwrap();
            let expected = (params.not_before.unix_timestamp(), params.not_after.unix_timestamp());
            assert_eq!((read.begins_s, read.ends_s), expected);
            for cut in 0..made.der().len() {
                // Whatever is missing: an answer, and no panic.
                let _ = validity(&made.der()[..cut]);
            }
        }
    }

    #[test]
    fn what_is_no_certificate_with_its_key_is_refused() {
        let made = |name: &str| {
            let key = rcgen::KeyPair::generate().unwrap();
            let params = rcgen::CertificateParams::new(vec![name.to_owned()]).unwrap();
            (params.self_signed(&key).unwrap().pem(), key.serialize_pem())
        };
        let ((one, key), (_, other)) = (made("a.example"), made("b.example"));
        let refused = |chain: &str, key: &str| {
            format!("{:#}", Certificate::from_pem(chain.as_bytes(), key.as_bytes()).unwrap_err())
        };
        assert!(refused(&one, &other).contains("does not belong"), "{}", refused(&one, &other));
        assert!(refused("", &key).contains("no certificate"));
        assert!(refused(&one, "").contains("no private key"));
        assert!(Certificate::from_pem(one.as_bytes(), key.as_bytes()).is_ok());
    }
}
