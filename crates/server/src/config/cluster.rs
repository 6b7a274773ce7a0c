//! `[cluster]`: several machines, of which one works and the others stand by.

use komadai_store::MEMBER_ADDRESS_MAX;

use super::{Config, ConfigError};

/// A shorter lease would be lost by a machine that is only busy, in milliseconds.
const LEASE_MS_MIN: u64 = 500;

section! {
    /// Several servers on one PostgreSQL database: one works, the others stand by, forward their
    /// visitors to it, and take over when it is gone. docs/cluster.md explains how.
    Cluster {
        /// Address and port on which this server accepts connections from the others, such as
        /// 10.0.0.2:4082; not for the public. Empty: this server is alone.
        listen: String = String::new(),
        /// Address and port at which the others reach it, if different from listen.
        address: String = String::new(),
        /// The name of this server in the addresses of games that it hosts (`/ws?at=NAME`), for a
        /// load balancer that sends players straight to it. Empty: eight signs that reveal
        /// nothing.
        name: String = String::new(),
        /// How long the working server may be silent to the database before another takes over, in
        /// milliseconds.
        lease_ms: u64 = 2500,
    }
}

impl Cluster {
    /// Whether this server is alone.
    pub(crate) fn is_off(&self) -> bool {
        self.listen.is_empty()
    }

    pub(super) fn check(&self, config: &Config) -> Result<(), ConfigError> {
        if self.is_off() {
            return Ok(());
        }
        let unfit = if config.database.url.is_empty() {
            "a cluster needs PostgreSQL: set database.url"
        } else if config.secrets.key.is_empty() {
            "a cluster needs secrets.key, the same for all its servers"
        } else if self.lease_ms < LEASE_MS_MIN {
            "cluster.lease_ms is 500 at least"
        } else if !self.address.is_empty() && !is_address(&self.address) {
            "cluster.address is a host and a port, such as 10.0.0.2:4082, of at most 55 characters"
        } else if !self.name.is_empty() && !is_name(&self.name) {
            "cluster.name is made of at most 32 letters a-z, digits and hyphens, such as hanoi-2"
        } else {
            return Ok(());
        };
        Err(ConfigError::Unfit(unfit))
    }
}

fn is_address(address: &str) -> bool {
    let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
    port.is_some_and(|(_, port)| port.parse::<u16>().is_ok())
        && address.len() <= MEMBER_ADDRESS_MAX
        && !address.contains(char::is_whitespace)
}

fn is_name(name: &str) -> bool {
    let is_sign = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
    name.len() <= 32 && name.chars().all(is_sign)
}

const _: () = assert!(MEMBER_ADDRESS_MAX == 55, "what people are told is what holds");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_cluster_needs_is_said() {
        let mut config = Config::default();
        config.cluster.listen = "10.0.0.2:4082".to_owned();
        let needs = |config: &Config, word: &str| {
            let said = config.check().unwrap_err().to_string();
            assert!(said.contains(word), "{said}");
        };
        needs(&config, "database.url");
        config.database.url = "postgres://localhost/komadai".to_owned();
        needs(&config, "secrets.key");
        config.secrets.key = "11".repeat(32);
        config.check().unwrap();
        config.cluster.lease_ms = 100;
        needs(&config, "lease_ms");
        config.cluster.lease_ms = 2500;
        for address in
            ["10.0.0.2", ":4082", "a b:4082", "x:99999", &format!("{}:1", "x".repeat(60))]
        {
            config.cluster.address = address.to_owned();
            needs(&config, "cluster.address");
        }
        config.cluster.address = "[2001:db8::2]:4082".to_owned();
        config.check().unwrap();
        for name in ["Two", "two&at=one", "hà-nội", &"x".repeat(33)] {
            config.cluster.name = name.to_owned();
            needs(&config, "cluster.name");
        }
        config.cluster.name = "hanoi-2".to_owned();
        config.check().unwrap();
    }
}
