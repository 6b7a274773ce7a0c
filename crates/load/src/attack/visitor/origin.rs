//! Where the visitor comes from: some addresses of this machine, and some networks that a proxy
//! would name.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The most addresses, half of which are networks.
pub(crate) const ADDRESSES_MAX: usize = 250;

/// One of the visitor's addresses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// What connections come from.
    pub(super) address: Ipv4Addr,
    /// The network that is forwarded, as the one proxy does that the server trusts.
    network: Option<Ipv6Addr>,
}

impl Origin {
    /// The `n`th: by turns an address, and a /64 of one /48, each in a /56 of its own.
    pub(super) fn nth(n: usize) -> Self {
        let part = (n % ADDRESSES_MAX) as u16;
        Self {
            address: Ipv4Addr::new(127, 0, 66, part as u8 + 1),
            network: (n % 2 == 1)
                .then(|| Ipv6Addr::new(0x2001, 0xdb8, 0x66, part << 8, 0, 0, 0, 1)),
        }
    }

    /// The header by which the proxy says so, with the end of its line; empty where none does.
    pub(super) fn header(self) -> String {
        self.network.map(|it| format!("X-Forwarded-For: {it}\r\n")).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_are_alike() {
        let all = (0..ADDRESSES_MAX).map(Origin::nth);
        let seen: HashSet<_> = all.map(|it| (it.address, it.header())).collect();
        assert_eq!(seen.len(), ADDRESSES_MAX);
        let networks = seen.iter().filter(|(_, header)| !header.is_empty()).count();
        assert_eq!(networks, ADDRESSES_MAX / 2);
        assert_eq!(Origin::nth(3).header(), "X-Forwarded-For: 2001:db8:66:300::1\r\n");
    }
}
