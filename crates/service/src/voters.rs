//! Whose votes and likes count: those of accounts that have been here for some time, once for each
//! network that a home line has.

use std::net::{IpAddr, Ipv6Addr};

use komadai_live::{Limits, network::Networks};

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The network that a vote is stored with. The machine's own address is nobody's: whoever seems to
/// come from there comes through a proxy that does not say from where.
pub(crate) fn network(address: IpAddr) -> Option<String> {
    match address.to_canonical() {
        address if address.is_loopback() => None,
        // The peer of IPv6 is the first of its /64 already.
        IpAddr::V6(address) if address == Ipv6Addr::UNSPECIFIED => None,
        address => Some(Networks::line(address).to_string()),
    }
}

/// Whether an account is old enough.
pub(crate) fn is_old_enough(created_ms: i64, limits: &Limits, now_ms: i64) -> bool {
    now_ms.saturating_sub(created_ms) >= i64::from(limits.vote_after_days) * DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_line_has_one_network() {
        for (address, expected) in [
            ("127.0.0.1", None),
            ("::1", None),
            // The first of its /64, as requests are counted.
            ("::", None),
            ("203.0.113.7", Some("203.0.113.7/32")),
            ("::ffff:203.0.113.7", Some("203.0.113.7/32")),
            ("2001:db8:0:10::", Some("2001:db8::/56")),
            ("2001:db8:0:110::", Some("2001:db8:0:100::/56")),
        ] {
            assert_eq!(network(address.parse().unwrap()).as_deref(), expected, "{address}");
        }
    }

    #[test]
    fn an_account_is_old_enough_after_so_many_days() {
        let limits = Limits { vote_after_days: 7, ..Limits::default() };
        assert!(!is_old_enough(1_000, &limits, 1_000 + 7 * DAY_MS - 1));
        assert!(is_old_enough(1_000, &limits, 1_000 + 7 * DAY_MS));
        assert!(is_old_enough(1_000, &Limits { vote_after_days: 0, ..limits }, 1_000));
    }
}
