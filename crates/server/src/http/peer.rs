//! Where a request comes from.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts},
    http::{HeaderMap, request::Parts},
};
use komadai_protocol::RefusalCode;

use super::problem::Problem;

/// Where X-Forwarded-For is.
const FORWARDED: &str = "x-forwarded-for";

/// Where somebody comes from: an IPv4 address, or the network of an IPv6 address (/64), of which
/// one person has many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Peer(IpAddr);

impl Peer {
    /// The peer behind so many proxies that are trusted: the address that the outermost of them
    /// has seen. What stands further left in the header is anybody's word.
    fn behind(socket: IpAddr, headers: &HeaderMap, trusted_proxies: usize) -> Self {
        let said = headers
            .get_all(FORWARDED)
            .into_iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(|address| address.trim().parse::<IpAddr>());
        let said: Vec<_> = said.collect();
        let place = trusted_proxies.checked_sub(1);
        let address = place.and_then(|place| said.iter().rev().nth(place)?.as_ref().ok().copied());
        Self::of(address.unwrap_or(socket))
    }

    /// The address, or the network's first.
    pub fn address(self) -> IpAddr {
        self.0
    }

    pub(crate) fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Self(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address => Self(address),
        }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many proxies in front of the server are trusted to say where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrustedProxies(pub(crate) usize);

impl<S: Send + Sync> FromRequestParts<S> for Peer
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let ConnectInfo(socket) = ConnectInfo::<SocketAddr>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::new(RefusalCode::Internal, "the address is not known"))?;
        let TrustedProxies(trusted) = TrustedProxies::from_ref(state);
        Ok(Self::behind(socket.ip(), &parts.headers, trusted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(forwarded: &[&str], trusted_proxies: usize) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED, value.parse().unwrap());
        }
        let socket = "10.0.0.1".parse().unwrap();
        Peer::behind(socket, &headers, trusted_proxies).0.to_string()
    }

    #[test]
    fn only_what_trusted_proxies_say_counts() {
        assert_eq!(peer(&["6.6.6.6"], 0), "10.0.0.1");
        assert_eq!(peer(&["6.6.6.6, 1.2.3.4"], 1), "1.2.3.4");
        assert_eq!(peer(&["6.6.6.6", "1.2.3.4, 10.0.0.9"], 2), "1.2.3.4");
        assert_eq!(peer(&["garbage"], 1), "10.0.0.1");
        assert_eq!(peer(&[], 2), "10.0.0.1");
        assert_eq!(peer(&["2001:db8:1:2:3:4:5:6"], 1), "2001:db8:1:2::");
        assert_eq!(peer(&["::ffff:1.2.3.4"], 1), "1.2.3.4");
    }
}
