//! How many connections there may be, from one address and in all, whatever becomes of them.

use std::{net::IpAddr, sync::Arc};

use komadai_live::{Limit, network::NetworkCounts};
use parking_lot::Mutex;

use crate::{config::Config, metrics::machine};

/// So many open files are for the database, the journal and whatever else is no connection.
const FILES_KEPT: usize = 256;

/// The limits of the server. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionLimits(Arc<ConnectionCounts>);

#[derive(Debug)]
struct ConnectionCounts {
    in_all: usize,
    /// Behind a proxy all come from the proxy.
    per_address: Option<usize>,
    /// Locked for a look-up with each connection.
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    n: usize,
    by_network: NetworkCounts,
}

impl ConnectionLimits {
    /// With the limits of these settings, on a machine with so many open files.
    pub(crate) fn new(config: &Config) -> Self {
        let files = machine::open_files().map_or(usize::MAX, |files| files.limit as usize);
        // Where few files may be open, most of them are for connections all the same.
        let for_connections = files.saturating_sub(FILES_KEPT).max(files / 2);
        let limits = &config.limits;
        let is_direct = config.server.trusted_proxies == 0;
        Self(Arc::new(ConnectionCounts {
            in_all: limits.connections.min(for_connections),
            per_address: is_direct.then_some(limits.connections_per_address),
            inside: Mutex::default(),
        }))
    }

    /// The same for what comes through no proxy in any case.
    pub(crate) fn direct(config: &Config) -> Self {
        let mut config = config.clone();
        config.server.trusted_proxies = 0;
        Self::new(&config)
    }

    /// Lets a connection in; `None` when there are as many as may be.
    pub(crate) fn let_in(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let mut inside = self.0.inside.lock();
        let has_room = |most| inside.by_network.has_room(address, most);
        let reached = if inside.n >= self.0.in_all {
            Some(Limit::Connections)
        } else if !self.0.per_address.is_none_or(has_room) {
            Some(Limit::ConnectionsOfAddress)
        } else {
            None
        };
        if let Some(limit) = reached {
            drop(inside);
            limit.reached();
            return None;
        }
        inside.n += 1;
        inside.by_network.add(address);
        Some(ConnectionPermit { books: self.0.clone(), address })
    }
}

/// A connection that was let in; there is room for another when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    books: Arc<ConnectionCounts>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside = self.books.inside.lock();
        inside.n -= 1;
        inside.by_network.remove(self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(trusted_proxies: usize) -> ConnectionLimits {
        let mut config = Config::load(None, []).unwrap();
        (config.limits.connections, config.limits.connections_per_address) = (3, 2);
        config.server.trusted_proxies = trusted_proxies;
        ConnectionLimits::new(&config)
    }

    #[test]
    fn an_address_has_so_many_connections_and_all_have_so_many() {
        let limits = limits(0);
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let first = limits.let_in(one).unwrap();
        let _second = limits.let_in(one).unwrap();
        assert!(limits.let_in(one).is_none());
        let third = limits.let_in(other).unwrap();
        assert!(limits.let_in(other).is_none());
        drop(first);
        let _fourth = limits.let_in(one).unwrap();
        drop(third);
        let inside = limits.0.inside.lock();
        assert_eq!(
            (inside.by_network.of_address(one), inside.by_network.of_address(other)),
            (2, 0)
        );
    }

    #[test]
    fn all_come_from_a_proxy() {
        let limits = limits(1);
        let proxy = [127, 0, 0, 1].into();
        let inside: Vec<_> = (0..3).map(|_| limits.let_in(proxy).unwrap()).collect();
        assert!(limits.let_in(proxy).is_none());
        drop(inside);
        assert!(limits.let_in(proxy).is_some());
    }
}
