//! Whether a request was made in a browser on the server's own machine.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, Version, header, request::Parts, uri::Authority},
};
use komadai_protocol::RefusalCode;

use super::{
    contract::{Input, Operation},
    problem::Problem,
};
use crate::{app::App, config::Config};

/// How what proxies and tunnels say of whom they ask for begins; no browser says anything like it.
const FORWARDED: [&str; 8] =
    ["cdn-", "cf-", "client-ip", "fly-", "forwarded", "true-client-ip", "via", "x-"];

/// Whether a request comes from the machine itself, and not through a proxy there. What only
/// somebody at the machine may see is shown to nobody else, so in doubt it is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtMachine(pub(crate) bool);

impl AtMachine {
    fn of(socket: IpAddr, version: Version, headers: &HeaderMap, config: &Config) -> Self {
        let server = &config.server;
        // A site for others has a proxy in front of it, or will have.
        let is_for_others = !server.public_url.is_empty() || server.trusted_proxies > 0;
        let is_passed_on =
            headers.keys().any(|name| FORWARDED.iter().any(|it| name.as_str().starts_with(it)));
        // No browser speaks an older version; proxies do that say nothing else of themselves.
        let is_browsers = version >= Version::HTTP_11;
        // A page from elsewhere reads it neither by asking nor by a name that leads here.
        let is_ours = headers.get("sec-fetch-site").is_none_or(|it| it == "same-origin");
        let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
        let host = host.and_then(|it| it.parse::<Authority>().ok());
        let is_named_so =
            host.is_some_and(|it| matches!(it.host(), "localhost" | "127.0.0.1" | "[::1]"));
        Self(
            socket.to_canonical().is_loopback()
                && !is_for_others
                && !is_passed_on
                && is_browsers
                && is_ours
                && is_named_so
                && !headers.contains_key(header::ORIGIN),
        )
    }
}

impl FromRequestParts<App> for AtMachine {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ConnectInfo(socket) =
            ConnectInfo::<SocketAddr>::from_request_parts(parts, app)
                .await
                .map_err(|_| Problem::new(RefusalCode::Internal, "the address is not known"))?;
        Ok(Self::of(socket.ip(), parts.version, &parts.headers, &app.config))
    }
}

impl Input for AtMachine {
    fn describe(_: &mut Operation) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(socket: &str, version: Version, said: &[(&'static str, &str)], expected: bool) {
        let mut headers = HeaderMap::new();
        headers.insert("host", "localhost:8080".parse().unwrap());
        for (name, value) in said {
            headers.insert(*name, value.parse().unwrap());
        }
        let socket = socket.parse().unwrap();
        let found = AtMachine::of(socket, version, &headers, &Config::default());
        assert_eq!(found.0, expected, "{socket} {version:?} {said:?}");
    }

    #[test]
    fn only_a_browser_at_the_machine_is_at_the_machine() {
        let http = Version::HTTP_11;
        check("127.0.0.1", http, &[], true);
        check("::1", http, &[("host", "[::1]:8080")], true);
        check("::ffff:127.0.0.1", http, &[("sec-fetch-site", "same-origin")], true);
        check("192.168.1.7", http, &[], false);
        check("172.17.0.1", http, &[], false);
        // A proxy on this machine.
        check("127.0.0.1", http, &[("x-forwarded-for", "203.0.113.7")], false);
        check("127.0.0.1", http, &[("forwarded", "for=203.0.113.7")], false);
        check("127.0.0.1", http, &[("cf-connecting-ip", "203.0.113.7")], false);
        check("127.0.0.1", http, &[("x-request-id", "1")], false);
        check("127.0.0.1", http, &[("host", "shogi.example")], false);
        check("127.0.0.1", Version::HTTP_10, &[], false);
        // A page from elsewhere in a browser on this machine.
        check("127.0.0.1", http, &[("sec-fetch-site", "cross-site")], false);
        check("127.0.0.1", http, &[("origin", "https://evil.example")], false);
        check("127.0.0.1", http, &[("host", "evil.example:8080")], false);
    }

    #[test]
    fn a_site_for_others_shows_it_to_nobody() {
        let mut headers = HeaderMap::new();
        headers.insert("host", "localhost".parse().unwrap());
        for (name, value) in [
            ("KOMADAI__SERVER__PUBLIC_URL", "https://shogi.example"),
            ("KOMADAI__SERVER__TRUSTED_PROXIES", "1"),
        ] {
            let config = Config::load(None, [(name.to_owned(), value.to_owned())]).unwrap();
            let socket = "127.0.0.1".parse().unwrap();
            assert!(!AtMachine::of(socket, Version::HTTP_11, &headers, &config).0, "{name}");
        }
    }
}
