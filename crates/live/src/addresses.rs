//! From where a player has given commands in one game.

use std::net::IpAddr;

use crate::network::{Network, Networks};

/// How many addresses of a player are remembered; beyond it the last one makes way, so that nobody
/// gets rid of the first by changing networks.
const ADDRESSES_MAX: usize = 8;

/// The lines from which a player has given commands: IPv4 addresses, and networks of IPv6 that one
/// home has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses(Vec<Network>);

impl Addresses {
    /// A command came from there.
    pub(crate) fn note(&mut self, address: IpAddr) {
        if self.contains(address) {
            return;
        }
        self.0.truncate(ADDRESSES_MAX - 1);
        self.0.push(Networks::line(address));
    }

    /// Whether a command has come from there.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&Networks::line(address))
    }

    /// Whether both players have given a command from one address.
    pub(crate) fn meet(&self, others: &Self) -> bool {
        self.0.iter().any(|line| others.0.contains(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        [192, 0, 2, n].into()
    }

    #[test]
    fn one_command_from_the_others_address_is_enough() {
        let (mut one, mut other) = (Addresses::default(), Addresses::default());
        assert!(!one.meet(&other));
        one.note(address(1));
        other.note(address(1));
        for n in 2..100 {
            other.note(address(n));
        }
        assert!(one.meet(&other) && other.meet(&one), "the first is not forgotten");
        assert!(other.contains(address(99)) && !other.contains(address(98)));
        assert_eq!(other.0.len(), ADDRESSES_MAX);
        // A home has many networks of IPv6.
        one.note("2001:db8:0:10::1".parse().unwrap());
        assert!(one.contains("2001:db8:0:11::2".parse().unwrap()));
        assert!(!one.contains("2001:db8:0:110::1".parse().unwrap()));
    }
}
