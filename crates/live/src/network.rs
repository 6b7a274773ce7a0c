//! The networks somebody comes from: what is limited for one address is limited for them too.
//!
//! A home line has one IPv4 address, but a /56 of IPv6 addresses or more, and who rents a machine
//! may have a /48: 65,536 networks of the size that is taken for one visitor.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// How wide the networks of an IPv6 address are that count.
const PREFIXES: [u8; Networks::LEVELS] = [64, 56, 48];

/// A network: an IPv4 address, or the first address of an IPv6 network with its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
}

/// The networks of one address, from the narrowest to the widest. An IPv4 address is its own
/// network at each width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Networks([Network; Self::LEVELS]);

impl Networks {
    /// How many widths there are.
    pub const LEVELS: usize = 3;

    /// How many times the share of one address each of them has.
    pub const SHARES: [usize; Self::LEVELS] = [1, 4, 16];

    /// Those of this address.
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(_) => [Network { first: address.to_canonical(), prefix: 32 }; Self::LEVELS],
            IpAddr::V6(address) => PREFIXES.map(|prefix| Network::of(address, prefix)),
        })
    }

    /// What one home line has: an IPv4 address, or a /56.
    pub fn line(address: IpAddr) -> Network {
        Self::of(address).0[1]
    }

    /// From the narrowest to the widest, all of them.
    pub fn levels(self) -> [Network; Self::LEVELS] {
        self.0
    }

    /// Each of them once, with how many times the share of one address it has.
    pub fn with_shares(self) -> impl Iterator<Item = (Network, usize)> {
        let n = if self.0[0] == self.0[1] { 1 } else { Self::LEVELS };
        self.0.into_iter().zip(Self::SHARES).take(n)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

impl Network {
    fn of(address: Ipv6Addr, prefix: u8) -> Self {
        let bits = u128::from(address) & (u128::MAX << (128 - u32::from(prefix)));
        Self { first: Ipv6Addr::from(bits).into(), prefix }
    }
}

/// How many of something each network has.
#[derive(Debug, Default)]
pub struct NetworkCounts(HashMap<Network, usize>);

impl NetworkCounts {
    /// Whether there may be one more from there, where an address may have so many.
    pub fn has_room(&self, address: IpAddr, of_address: usize) -> bool {
        Networks::of(address).with_shares().all(|(network, shares)| {
            let n = self.0.get(&network).copied().unwrap_or_default();
            n < of_address.saturating_mul(shares)
        })
    }

    /// How many there are of this address alone.
    pub fn of_address(&self, address: IpAddr) -> usize {
        self.0.get(&Networks::of(address).0[0]).copied().unwrap_or_default()
    }

    /// There is one more.
    pub fn add(&mut self, address: IpAddr) {
        for (network, _) in Networks::of(address).with_shares() {
            *self.0.entry(network).or_default() += 1;
        }
    }

    /// One of those that were added is gone.
    pub fn remove(&mut self, address: IpAddr) {
        for (network, _) in Networks::of(address).with_shares() {
            if let Entry::Occupied(mut n) = self.0.entry(network) {
                *n.get_mut() -= 1;
                if *n.get() == 0 {
                    n.remove();
                }
            }
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(address: &str) -> Vec<(String, u8, usize)> {
        let networks = Networks::of(address.parse().unwrap());
        networks.with_shares().map(|(it, n)| (it.first.to_string(), it.prefix, n)).collect()
    }

    #[test]
    fn an_address_counts_in_each_of_its_networks() {
        let one = |first: &str, prefix, n| (first.to_owned(), prefix, n);
        assert_eq!(shares("192.0.2.7"), [one("192.0.2.7", 32, 1)]);
        assert_eq!(shares("::ffff:192.0.2.7"), [one("192.0.2.7", 32, 1)]);
        assert_eq!(
            shares("2001:db8:1:2345:6::7"),
            [
                one("2001:db8:1:2345::", 64, 1),
                one("2001:db8:1:2300::", 56, 4),
                one("2001:db8:1::", 48, 16)
            ]
        );
    }

    #[test]
    fn networks_have_four_and_sixteen_shares() {
        let mut counts = NetworkCounts::default();
        let address = |line: u16, network: u16| -> IpAddr {
            Ipv6Addr::new(0x2001, 0xdb8, 0, line << 8 | network, 0, 0, 0, 1).into()
        };
        let mut added = Vec::new();
        for line in 0..8 {
            for it in (0..256).flat_map(|network| [address(line, network); 3]) {
                if counts.has_room(it, 2) {
                    counts.add(it);
                    added.push(it);
                }
            }
        }
        assert_eq!(added.len(), 32, "sixteen times two");
        assert_eq!(added.iter().filter(|it| **it < address(1, 0)).count(), 8, "four times two");
        assert_eq!(counts.of_address(address(0, 0)), 2);
        added.into_iter().for_each(|it| counts.remove(it));
        assert!(counts.is_empty());
    }
}
