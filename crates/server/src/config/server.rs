//! `[server]`: where the server is.

use std::net::SocketAddr;

use serde::{Deserialize as _, Deserializer, de::Error as _};

use super::{Config, ConfigError};

section! {
    /// How the server is reached.
    Server {
        /// Address and port to listen on.
        #[serde(deserialize_with = "address")]
        listen: SocketAddr = SocketAddr::from(([127, 0, 0, 1], 8080)),
        /// The address under which people reach the server. Pages from elsewhere may not open its
        /// socket. With https:// the session cookie is Secure. Empty: any address at which the
        /// server is reached.
        public_url: String = String::new(),
        /// How many reverse proxies are in front of the server. Each must append the address it was
        /// contacted from to X-Forwarded-For; with 0 that header is ignored.
        trusted_proxies: usize = 0,
    }
}

impl Server {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        check_public_url(&self.public_url)
    }
}

/// Refuses what is no address of a site; empty is none.
pub(crate) fn check_public_url(url: &str) -> Result<(), ConfigError> {
    if url.is_empty() {
        return Ok(());
    }
    let host = ["http://", "https://"].iter().find_map(|scheme| url.strip_prefix(scheme));
    let unfit = match host.map(|host| host.strip_suffix('/').unwrap_or(host)) {
        None => "server.public_url must begin with http:// or https://",
        Some("") => "server.public_url has no name after ://, such as https://shogi.example.org",
        Some(host) if host.contains(['/', '?', '#', '@', ' ']) => {
            "server.public_url is a scheme and a name, without a path: the pages are at its root"
        }
        Some(_) => return Ok(()),
    };
    Err(ConfigError::Unfit(unfit))
}

/// Says what an address is, instead of that it is none.
fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SocketAddr, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| {
        D::Error::custom(format!(
            "{text:?} is not an address and a port, such as 127.0.0.1:8080 or [::]:8080; a name \
             does not do"
        ))
    })
}

impl Config {
    /// An address that leads to the server where nobody has said how people reach it: on the machine
    /// itself.
    pub(crate) fn site_on_this_machine(&self) -> String {
        let listen = self.server.listen;
        if self.server.public_url.is_empty() && listen.ip().is_unspecified() {
            format!("http://localhost:{}", listen.port())
        } else {
            self.public_url()
        }
    }

    /// The address under which people reach the server.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_site_is_a_scheme_and_a_name() {
        let check = |url: &str| Server { public_url: url.to_owned(), ..Server::default() }.check();
        for url in ["", "https://shogi.example", "https://shogi.example/", "http://[::1]:8080"] {
            assert!(check(url).is_ok(), "{url}");
        }
        for url in
            ["shogi.example", "https://", "http:///", "https://shogi.example/play", "https://a b"]
        {
            assert!(check(url).is_err(), "{url}");
        }
        let said = toml::from_str::<Server>("listen = \"localhost:8099\"").unwrap_err().to_string();
        assert!(said.contains("a name") && said.contains("127.0.0.1:8080"), "{said}");
    }
}
