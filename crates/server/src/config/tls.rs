//! `[tls]`: encryption without a proxy.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Config, ConfigError};

/// The port of https://.
const HTTPS_PORT: u16 = 443;

section! {
    /// Encrypted connections without a proxy, with a certificate that the server fetches and renews
    /// by itself. server.public_url = "https://…" and port 443 in server.listen are enough.
    Tls {
        /// "auto": with an https:// address in server.public_url, port 443 in server.listen and no
        /// trusted proxy. "on": on whatever port. "off": never; a proxy does it.
        mode: TlsMode = TlsMode::Auto,
        /// A certificate of your own, followed by those between it and its authority, as a PEM file;
        /// read again whenever it changes. Empty: one is fetched by ACME.
        certificate: PathBuf = PathBuf::new(),
        /// The key that belongs to it, as a PEM file that only the server may read.
        key: PathBuf = PathBuf::new(),
        /// An email address that the authority may write to, such as "admin@example.org". Empty:
        /// it is told none.
        contact: String = String::new(),
        /// The authority: the address of its ACME directory. To try things out, that of Let's
        /// Encrypt's staging environment, https://acme-staging-v02.api.letsencrypt.org/directory.
        /// Certificates from there are not trusted by browsers.
        directory: String = "https://acme-v02.api.letsencrypt.org/directory".to_owned(),
        /// The root certificate of an authority of your own, as a PEM file. Empty: what browsers
        /// trust.
        directory_root: PathBuf = PathBuf::new(),
        /// The folder in which the fetched certificate and the account at the authority are kept.
        /// Empty: tls in database.data_dir.
        folder: PathBuf = PathBuf::new(),
        /// Where http:// is answered, with the way to https://; if that port cannot be had, the log
        /// says so and the rest works. Empty: nowhere.
        redirect: String = "[::]:80".to_owned(),
    }
}

/// Whether connections are encrypted here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TlsMode {
    /// If the other settings say that nobody else does it.
    Auto,
    On,
    Off,
}

impl Tls {
    /// Whether the certificate is the operator's own, and not fetched.
    pub(crate) fn is_own(&self) -> bool {
        !self.certificate.as_os_str().is_empty()
    }

    pub(super) fn check(&self, config: &Config) -> Result<(), ConfigError> {
        let unfit = if self.is_own() == self.key.as_os_str().is_empty() {
            "tls.certificate and tls.key go together"
        } else if !config.has_tls() {
            return Ok(());
        } else if !config.cluster.is_off() {
            "the servers of a cluster have a proxy before them, which encrypts: set tls.mode = \
             \"off\""
        } else if config.site_name().is_none() {
            "tls needs server.public_url = \"https://…\", with the name of the site"
        } else if self.is_own() {
            return Ok(());
        } else if cfg!(not(feature = "acme")) {
            "this program was built without ACME: name tls.certificate and tls.key"
        } else if !config.site_name().is_some_and(is_domain) {
            "no certificate can be fetched for this server.public_url: it has to be a name in the \
             domain name system; or name tls.certificate and tls.key"
        } else if !self.directory.starts_with("https://") {
            "tls.directory must begin with https://"
        } else {
            return Ok(());
        };
        Err(ConfigError::Unfit(unfit))
    }
}

/// Whether an authority can look for it: several words, and no number.
fn is_domain(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    name.contains('.')
        && name.split('.').all(is_word)
        && !last.starts_with(|it: char| it.is_ascii_digit())
}

impl Config {
    /// Whether the server encrypts by itself.
    pub(crate) fn has_tls(&self) -> bool {
        match self.tls.mode {
            TlsMode::On => true,
            TlsMode::Off => false,
            TlsMode::Auto => {
                self.server.public_url.starts_with("https://")
                    && self.server.trusted_proxies == 0
                    && (self.server.listen.port() == HTTPS_PORT || self.tls.is_own())
            }
        }
    }

    /// The name in the site's https:// address.
    pub(crate) fn site_name(&self) -> Option<&str> {
        let host = self.server.public_url.strip_prefix("https://")?;
        let host = host.strip_suffix('/').unwrap_or(host);
        if host.starts_with('[') {
            return host.split_inclusive(']').next();
        }
        host.split(':').next().filter(|name| !name.is_empty())
    }

    /// Where fetched certificates are kept.
    pub(crate) fn tls_folder(&self) -> PathBuf {
        if self.tls.folder.as_os_str().is_empty() {
            self.database.data_dir.join("tls")
        } else {
            self.tls.folder.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str, listen: &str) -> Config {
        let mut config = Config::default();
        config.server.public_url = url.to_owned();
        config.server.listen = listen.parse().unwrap();
        config
    }

    #[test]
    fn an_address_and_a_port_are_enough() {
        assert!(config("https://shogi.example", "[::]:443").has_tls());
        assert!(!config("http://shogi.example", "[::]:443").has_tls());
        assert!(!config("https://shogi.example", "127.0.0.1:8080").has_tls(), "behind a proxy");
        let mut proxied = config("https://shogi.example", "[::]:443");
        proxied.server.trusted_proxies = 1;
        assert!(!proxied.has_tls());
        proxied.tls.mode = TlsMode::On;
        assert!(proxied.has_tls());
    }

    #[test]
    fn what_cannot_work_is_refused() {
        let said = |config: &Config| config.tls.check(config).map_err(|it| it.to_string());
        let mut own = config("https://shogi.example", "[::]:443");
        own.tls.certificate = "site.pem".into();
        assert!(said(&own).unwrap_err().contains("tls.key"));
        own.tls.key = "key.pem".into();
        assert_eq!(said(&own), Ok(()));
        own.cluster.listen = "10.0.0.2:4082".to_owned();
        assert!(said(&own).unwrap_err().contains("cluster"));
        let mut nameless = config("", "[::]:443");
        nameless.tls.mode = TlsMode::On;
        assert!(said(&nameless).unwrap_err().contains("public_url"));
        for url in ["https://localhost", "https://192.0.2.1", "https://[::1]:443"] {
            assert!(said(&config(url, "[::]:443")).is_err(), "{url}");
        }
        let fetched = said(&config("https://shogi.example", "[::]:443"));
        assert_eq!(fetched.is_ok(), cfg!(feature = "acme"), "{fetched:?}");
    }

    #[test]
    fn the_name_is_without_the_port() {
        assert_eq!(config("https://a.example:8443/", "[::]:1").site_name(), Some("a.example"));
        assert_eq!(config("https://[::1]:8443", "[::]:1").site_name(), Some("[::1]"));
    }
}
