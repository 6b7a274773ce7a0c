//! `[server]`: where the server is.

use std::net::SocketAddr;

use super::{Config, ConfigError};

section! {
    /// How the server is reached.
    Server {
        /// Address and port to listen on.
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
        let url = &self.public_url;
        if url.is_empty() || url.starts_with("http://") || url.starts_with("https://") {
            return Ok(());
        }
        Err(ConfigError::Unfit("server.public_url must begin with http:// or https://"))
    }
}

impl Config {
    /// The address under which people reach the server.
    pub fn public_url(&self) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{}", self.server.listen)
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }
}
